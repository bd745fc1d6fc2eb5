import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Letter, Mail } from '../../../port/mail.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { type DeliveryNeeds, startDelivery } from './delivery.ts'
import { insertMail, selectKept, selectMailbox } from './queries.ts'
import { openLetter, sealLetter } from './sealed-letter.ts'

export type { Letter, Sender } from '../../../port/mail.ts'
export {
  accountChangedLetter,
  activationLetter,
  alreadyRegisteredLetter,
  codeLetter,
  digestLetter,
  enterpriseClosingLetter,
  enterpriseDeletedLetter,
  enterpriseKeptLetter,
  feedbackAcceptedLetter,
  feedbackAnsweredLetter,
  invitationLetter,
  invoiceLetter,
  noticeLetter,
  orderDueLetter,
  passwordGuessedLetter,
  passwordResetLetter,
  paymentFailedLetter,
  planEndedLetter,
  reportLetter,
  sampleLetter,
  signInCodeLetter,
  transferConfirmedLetter,
  transferDecidedLetter,
  transferRejectedLetter,
  transferWaitsLetter,
  trialEndedLetter,
  trialEndingLetter,
  usageReachedLetter,
} from './letter.ts'
export { occasions, placeholdersOf, textFaults } from './occasion.ts'
export { countHeld as countHeldMails, deleteMailsTo } from './queries.ts'
export { listMails, retryMail } from './staff.ts'

const MAILBOX_SHOWN = 50

/** How long after the call a mail is looked for, until the transaction of its caller has ended. */
const LOOKS_MS = [100, 400, 2_000, 10_000]

/** `onKept` gets each mail that is kept in the development mailbox, soon after it was stored. */
export function openMail(server: DeliveryNeeds, onKept?: (letter: Letter) => void): Mail {
  const { smtpUrl, roles } = server.config
  const isSent = smtpUrl !== undefined
  // the others queue mails for the workers
  const delivery = isSent && roles.includes('worker') ? startDelivery(server, smtpUrl) : undefined
  return {
    mailbox: isSent ? undefined : { token: new Secret(randomBytes(24).toString('base64url')) },
    queue: async (db, letter) => {
      const id = server.random.uuid()
      const sealed = sealLetter(server, id, letter)
      const state = isSent ? 'WAITING' : 'KEPT'
      const { kind, to: recipient, platformId: platform_id } = letter
      await insertMail(db, { id, kind, recipient, platform_id, sealed, state, at: server.clock.now() })
      delivery?.expect()
      if (!isSent && onKept) void announce(server, id, onKept)
      return id
    },
    wake: () => delivery?.wake(),
    close: async () => await delivery?.stop(),
  }
}

async function announce(server: DeliveryNeeds, id: string, onKept: (letter: Letter) => void): Promise<void> {
  for (const ms of LOOKS_MS) {
    await sleep(ms, undefined, { ref: false })
    // the server may be closing, or its database away
    const mail = await selectKept(server.db.global, id).catch(() => undefined)
    if (mail) return onKept(openLetter(server, mail))
  }
}

export type MailboxLetter = { id: string; at: Date; letter: Letter }

/** The mails of the development mailbox, newest first. */
export async function listMailbox(server: Pick<Server, 'db' | 'sealer'>): Promise<MailboxLetter[]> {
  const stored = await selectMailbox(server.db.global, MAILBOX_SHOWN)
  return stored.map((mail) => ({ id: mail.id, at: mail.created_at, letter: openLetter(server, mail) }))
}
