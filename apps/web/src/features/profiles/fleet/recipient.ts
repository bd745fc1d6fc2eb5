/** Someone who shall get a code: the next one that is free, or that of an ICCID. */
export type Recipient = { email: string; iccid?: string }

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/

/** Lines of addresses, each with an ICCID behind it or not. @returns the first line that has none */
export function recipientsIn(text: string): { recipients: Recipient[]; fault: number | undefined } {
  const recipients: Recipient[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const parts = line.split(/[,;\t ]+/).filter((part) => part !== '')
    if (parts.length === 0) continue
    const iccid = parts.find((part) => /^\d{18,20}$/.test(part))
    const emails = parts.filter((part) => part !== iccid)
    if (emails.length === 0 || !emails.every((email) => EMAIL.test(email)) || (iccid && emails.length > 1))
      return { recipients: [], fault: index + 1 }
    recipients.push(...emails.map((email) => ({ email, ...(iccid ? { iccid } : {}) })))
  }
  return { recipients, fault: undefined }
}
