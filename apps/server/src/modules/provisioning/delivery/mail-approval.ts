import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { type Approved, demandApproval, freezeObjects, type Marked } from '../../platform/approval/service.ts'
import type { MailableRecord } from './code-mail-queries.ts'

/** A code and the address that gets it. */
export type Mailed = { email: string; code: Pick<MailableRecord, 'id' | 'iccid' | 'activation_code_id'> }

type MailDemand = {
  userId: UserId
  mailed: readonly Mailed[]
  /** What is sent or planned, besides who gets which code. */
  facts: object
  /** "Send" or "Plan", for the request. */
  does: 'Send' | 'Plan to send'
}

/**
 * The gate of what sends codes by e-mail, which takes them out of the portal like a file. Each e-mail counts. What is approved
 * names each address with its code, so that nobody gets another one. @throws ApprovalNeeded
 */
export async function demandMails(
  server: Pick<Runtime, 'clock' | 'random'>,
  db: TenantDb,
  { userId, mailed, facts, does }: MailDemand,
): Promise<Approved | undefined> {
  if (mailed.length === 0) return undefined
  const pairs = mailed.map(({ email, code }) => `${code.activation_code_id} ${email}`).toSorted()
  const count = mailed.length
  return await demandApproval(server, db, {
    operation: 'EXPORT',
    userId,
    facts: { ...facts, pairs },
    sentence: `${does} ${count.toLocaleString('en')} ${count === 1 ? 'code' : 'codes'} by e-mail`,
    amount: count,
    freeze: async (tx, requestId) => await freezeObjects(tx, requestId, listed(mailed)),
  })
}

const ROWS_AT_ONCE = 1_000

/** The address is shown as the state of the profile. */
async function* listed(mailed: readonly Mailed[]): AsyncGenerator<Marked[]> {
  for (let from = 0; from < mailed.length; from += ROWS_AT_ONCE)
    yield mailed.slice(from, from + ROWS_AT_ONCE).map(({ email, code }) => ({
      profileId: code.id,
      iccid: code.iccid,
      mark: `for ${email}\t${code.activation_code_id}`,
    }))
}

/** What an e-mail at once says, for the request: the same by the screen and by a rule. */
export const atOnce = (message: string, language: string | null) => ({ mails: 'at once', message, language })
