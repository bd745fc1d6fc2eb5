import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string; email: Email }

/** The SMTP reply that refuses a recipient: code and text. */
type MailRefusal = { code: number; text: string }

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  /** Oldest first. */
  received: ReceivedMail[]
  /** Refusals for the next recipients, one each. */
  refusals: MailRefusal[]
  close(): Promise<void>
}

/** An SMTP server on loopback that stores the mails it receives. */
export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: MailRefusal[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift()
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), raw, email: await PostalMime.parse(raw) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
