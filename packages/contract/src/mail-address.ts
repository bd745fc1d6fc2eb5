import { z } from 'zod'

const LENGTH_TEXT = 'Up to 254 characters.'

/**
 * Replaces an internationalized domain by its ASCII form (UTS 46), which DNS and mail servers use. Other text is returned
 * unchanged, for the validation.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at <= 0 || /^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address
  const url = URL.parse(`http://${domain}`)
  return url === null ? address : `${address.slice(0, at)}@${url.hostname}`
}

/** An e-mail address. Blanks around it, which are pasted with it, are removed before the check. */
export const MailAddress = z
  .string()
  .trim()
  .overwrite(withAsciiDomain)
  .check(z.email({ error: ({ input }) => (input === '' ? 'Required' : 'Invalid e-mail.') }))
  .max(254, LENGTH_TEXT)

/** An e-mail address, or an empty text. */
export const MailAddressOrNone = z.union([z.literal(''), MailAddress])
