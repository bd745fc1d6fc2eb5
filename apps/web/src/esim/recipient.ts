import { isIccid } from '@simwright/ids'

/** A recipient of a code: of the next free one, or of the profile with this ICCID. */
export type Recipient = { email: string; iccid?: string }

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/

/** Parses lines with an address and an optional ICCID, or several addresses. `fault` is the first invalid line, from 1. */
export function recipientsIn(text: string): { recipients: Recipient[]; fault: number | undefined } {
  const recipients: Recipient[] = []
  for (const [index, line] of text.split('\n').entries()) {
    // an ICCID as it is printed is one word
    const joined = line.replace(/(?<=[0-9]) (?=[0-9]+F{0,2}\b)/gi, '')
    const words = joined.split(/[,;\t ]+/).filter((word) => word !== '')
    if (words.length === 0) continue
    const iccid = words.find(isIccid)
    const emails = words.filter((word) => word !== iccid)
    if (emails.length === 0 || !emails.every((email) => EMAIL.test(email)) || (iccid && emails.length > 1))
      return { recipients: [], fault: index + 1 }
    recipients.push(...emails.map((email) => ({ email, ...(iccid ? { iccid } : {}) })))
  }
  return { recipients, fault: undefined }
}
