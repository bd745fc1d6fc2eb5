import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { Runtime } from '../../../port/runtime.ts'
import type { Sealer } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../audit/service.ts'
import type { ApprovalNeeded } from './needed.ts'
import { selectPolicy } from './policy-record.ts'
import { insertRequest, selectOpen } from './request-record.ts'

export type AskServer = Pick<Runtime, 'clock' | 'random'> & { readonly sealer: Sealer }

/** The call that the portal repeats once it is approved. Without one, the requester repeats it. */
export type RepeatedCall = { path: string; input: unknown }

export type Asking = {
  needed: ApprovalNeeded
  call: RepeatedCall | undefined
  timeZone: string
  key?: { id: string } | undefined
  ruleId?: string
}

const HOUR_MS = 60 * 60_000

export const sealContextOf = ({ enterpriseId }: Pick<TenantDb, 'enterpriseId'>, id: string) => ({
  enterpriseId,
  table: 'approval_request',
  row: id,
  field: 'sealed_input',
})

/**
 * Makes a request of what needs approval, in the caller's transaction. What is asked for already is not asked for again.
 * @returns the answer for the requester, with the id of the request
 */
export async function askApproval(server: AskServer, db: TenantDb, asking: Asking): Promise<Problem> {
  const { needed, call, timeZone, key, ruleId } = asking
  const { demand } = needed
  const at = server.clock.now()
  const id = server.random.uuid()
  const isAuto = call !== undefined && demand.mode !== 'REPEAT'
  const { expiry_hours: hours } = await selectPolicy(db)
  const expiry = at.getTime() + hours * HOUR_MS
  const isNew = await insertRequest(db, {
    id,
    operation: demand.operation,
    sentence: demand.sentence,
    amount: demand.amount ?? 1,
    mode: isAuto ? 'AUTO' : 'REPEAT',
    fingerprint: demand.fingerprint,
    callPath: isAuto ? call.path : null,
    sealedInput: isAuto ? server.sealer.seal(sealContextOf(db, id), new Secret(JSON.stringify(call.input))) : null,
    timeZone,
    requesterId: demand.userId,
    requesterKey: key?.id ?? null,
    ruleId: ruleId ?? null,
    personId: demand.personId,
    at,
    expiresAt: new Date(Math.min(expiry, demand.until?.getTime() ?? expiry)),
  })
  if (!isNew) return await answerOpen(db, needed)
  await demand.freeze?.(db, id)
  await recordAudit(server, db, {
    action: 'approval.requested',
    enterpriseId: db.enterpriseId,
    object: { id, name: demand.sentence },
    after: { operation: demand.operation, amount: demand.amount ?? 1 },
  })
  return answer(`waiting: ${demand.sentence}.`, { id, state: 'PENDING' })
}

async function answerOpen(db: TenantDb, { demand }: ApprovalNeeded): Promise<Problem> {
  const open = await selectOpen(db, demand.fingerprint)
  // it ended in this moment
  if (!open) return new Problem('conflict')
  const { id, state, startsAt } = open
  if (state === 'PENDING' || startsAt === null) return answer(`waiting: ${demand.sentence}.`, { id, state })
  return answer(`approved, and can start at ${startsAt.toISOString()}: ${demand.sentence}.`, { id, state })
}

const answer = (sentence: string, approval: { id: string; state: string }) =>
  new Problem('approval_needed', { sentence }, { detail: { approval } })
