import type { Transporter } from 'nodemailer'
import type { LetterFile, LetterPicture } from '../../../port/mail.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import type { Secret } from '../../../secret/secret.ts'
import { type LoopNeeds, loop } from '../../../work/loop.ts'
import { PICTURE_CID } from './letter.ts'
import { claimMails, type MailRecord, updateFailed, updateSent } from './queries.ts'
import { openLetter } from './sealed-letter.ts'

/** What queueing and sending need. The mail port is opened before the other ports. */
export type DeliveryNeeds = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'sealer' | 'config'> & LoopNeeds

const REST_MS = 1_000
const READ_EACH_MS = 60_000

/** How long a mail is looked for that was queued in a transaction. */
const EXPECTED_MS = 15_000

const MAILS_PER_RUN = 10
const LEASE_MS = 2 * 60_000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000
const MOST_ATTEMPTS = 8

export type Delivery = {
  /** Looks for mails that are due. */
  wake(): void
  /** A mail was queued in a transaction that ends soon: looks for it until then. */
  expect(): void
  stop(): Promise<void>
}

/**
 * Sends waiting mails until stopped. Any number of processes may do so. A mail is sent once, unless a process dies between
 * the answer of the mail server and its record: then it is sent again with the same Message-ID, which mailboxes recognize.
 */
export function startDelivery(server: DeliveryNeeds, smtpUrl: Secret<string>): Delivery {
  let transport: Promise<Transporter> | undefined
  let expectedUntilMs = 0
  const run = async (signal: AbortSignal) => {
    transport ??= openTransport(smtpUrl)
    while (!signal.aborted && (await deliverDue(server, await transport)) === MAILS_PER_RUN);
    if (performance.now() < expectedUntilMs) sending.wake()
  }
  const sending = loop({ name: 'mails', everyMs: READ_EACH_MS, restMs: REST_MS, run }, server)
  return {
    wake: sending.wake,
    expect: () => {
      expectedUntilMs = performance.now() + EXPECTED_MS
      sending.wake()
    },
    stop: async () => {
      await sending.stop()
      ;(await transport)?.close()
    },
  }
}

async function deliverDue(server: DeliveryNeeds, transport: Transporter): Promise<number> {
  const now = server.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const due = await claimMails(server.db.global, { now, leaseUntil, limit: MAILS_PER_RUN })
  await Promise.all(due.map((mail) => deliver(server, transport, mail)))
  return due.length
}

async function deliver(server: DeliveryNeeds, transport: Transporter, mail: MailRecord): Promise<void> {
  const { id, kind, attempts } = mail
  try {
    const { to, from, subject, text, html, picture, file } = openLetter(server, mail)
    const attachments = [...(picture ? [pictureOf(picture)] : []), ...(file ? [fileOf(file)] : [])]
    const messageId = `<${id}@${from.address.split('@').at(-1)}>`
    await transport.sendMail({ messageId, from, to: { name: '', address: to }, subject, text, html, attachments })
    await updateSent(server.db.global, id, server.clock.now())
  } catch (error) {
    const nextAt = isFinal(error, attempts) ? undefined : new Date(server.clock.now().getTime() + waitMs(attempts))
    const reason = reasonOf(error)
    await updateFailed(server.db.global, id, { error: reason, nextAt })
    server.log.warn(
      { mailId: id, kind, attempts, again: nextAt?.toISOString() ?? 'never', reason },
      'an e-mail was not sent',
    )
  }
}

const pictureOf = ({ name, png }: LetterPicture) => ({
  filename: name,
  cid: PICTURE_CID,
  content: Buffer.from(png, 'base64'),
  contentType: 'image/png',
})

const fileOf = ({ name, type, content }: LetterFile) => ({
  filename: name,
  content: Buffer.from(content, 'base64'),
  contentType: type,
})

async function openTransport(smtpUrl: Secret<string>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return createTransport({ url: smtpUrl.reveal(), ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** The answer of the mail server or, without one, the error of the connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { response = error.message } = error as Error & { response?: string }
  return response.slice(0, 300)
}

/** Whether to give up: after a permanent refusal of the mail server (RFC 5321, 4.2.1: 5yz), or after the last attempt. */
function isFinal(error: unknown, attempts: number): boolean {
  const { responseCode } = error as { responseCode?: number }
  return attempts >= MOST_ATTEMPTS || (responseCode !== undefined && responseCode >= 500 && responseCode < 600)
}

function waitMs(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
}
