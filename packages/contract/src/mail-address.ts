import { z } from 'zod'

const LENGTH_TEXT = 'Up to 254 characters.'

/** An e-mail address. Blanks around it, which are pasted with it, are removed before the check. */
export const MailAddress = z.string().trim().check(z.email({ error: ({ input }) => (input === '' ? 'Required' : 'Invalid e-mail.') })).max(254, LENGTH_TEXT)

/** An e-mail address, or an empty text. */
export const MailAddressOrNone = z.union([z.literal(''), MailAddress])
