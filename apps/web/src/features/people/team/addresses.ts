import { Email } from '@simwright/contract/people/account'

/**
 * The addresses in a pasted text: one a line, or apart by commas, semicolons or blanks, also as `Name <address>`.
 * What has an @ and is no address comes apart; so does any word of a text that holds none at all.
 */
export function readAddresses(text: string): { emails: string[]; wrong: string[] } {
  const bracketed = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const words = bracketed.split(/[\s,;]+/).filter(Boolean)
  const parsed = words.map((word) => ({ word, email: Email.safeParse(word) }))
  const emails = parsed.flatMap(({ email }) => (email.success ? [email.data] : []))
  const wrong = parsed.flatMap(({ word, email }) => (email.success ? [] : [word]))
  return { emails: [...new Set(emails)], wrong }
}
