import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { Secret } from '../../../secret/secret.ts'
import { startDelivery } from './delivery.ts'
import type { Letter } from './letter.ts'
import type { Server } from './port.ts'
import { insertMail, selectKept } from './queries.ts'
import { openLetter, sealLetter } from './sealed-letter.ts'

export {
  accountChangedLetter,
  activationLetter,
  alreadyRegisteredLetter,
  codeLetter,
  enterpriseClosingLetter,
  enterpriseDeletedLetter,
  enterpriseKeptLetter,
  feedbackAcceptedLetter,
  feedbackAnsweredLetter,
  invitationLetter,
  type Letter,
  passwordGuessedLetter,
  passwordResetLetter,
  type Sender,
  sampleLetter,
  signInCodeLetter,
  trialEndedLetter,
  trialEndingLetter,
} from './letter.ts'
export { occasions, placeholdersOf, textFaults } from './occasion.ts'
export { deleteMailsTo } from './queries.ts'
export { listMails, retryMail } from './staff.ts'

export type Mail = {
  /**
   * Queues a letter with whatever else the caller's transaction does. It is sent soon after; it never fails the caller.
   * @returns its id in mail_message
   */
  queue(db: Kysely<GlobalTables>, letter: Letter): Promise<string>
  /** Without a mail server: what opens the page on which mails are kept. */
  readonly mailbox: { readonly token: Secret<string> } | undefined
  close(): Promise<void>
}

export type MailParts = Pick<Server, 'clock' | 'random' | 'log' | 'sealer' | 'config' | 'db'>

const KEPT_SHOWN = 50

export function openMail(server: MailParts): Mail {
  const { smtpUrl } = server.config
  const delivery = smtpUrl === undefined ? undefined : startDelivery(server, smtpUrl)
  return {
    mailbox: delivery ? undefined : { token: new Secret(randomBytes(24).toString('base64url')) },
    queue: async (db, letter) => {
      const id = server.random.uuid()
      const sealed = sealLetter(server, id, letter)
      const state = delivery ? 'WAITING' : 'KEPT'
      const { kind, to: recipient, platformId: platform_id } = letter
      await insertMail(db, { id, kind, recipient, platform_id, sealed, state, at: server.clock.now() })
      delivery?.wake()
      return id
    },
    close: async () => await delivery?.stop(),
  }
}

export type KeptLetter = { id: string; at: Date; letter: Letter }

/** The mails that no mail server was there for, newest first. */
export async function listKept(server: Pick<Server, 'db' | 'sealer'>): Promise<KeptLetter[]> {
  const kept = await selectKept(server.db.global, KEPT_SHOWN)
  return kept.map((mail) => ({ id: mail.id, at: mail.created_at, letter: openLetter(server, mail) }))
}
