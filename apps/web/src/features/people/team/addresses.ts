import { Email } from '@simwright/contract/people/account'

/**
 * The e-mail addresses in a pasted text, without duplicates. They are separated by line breaks, commas, semicolons or
 * spaces, or written as `Name <address>`. All other words are returned as `invalid`.
 */
export function readAddresses(text: string): { emails: string[]; invalid: string[] } {
  const bracketed = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const words = bracketed.split(/[\s,;]+/).filter(Boolean)
  const parsed = words.map((word) => ({ word, email: Email.safeParse(word) }))
  const emails = parsed.flatMap(({ email }) => (email.success ? [email.data] : []))
  const invalid = parsed.flatMap(({ word, email }) => (email.success ? [] : [word]))
  return { emails: [...new Set(emails)], invalid }
}
