import { cancelFact, type Es9Request, RspRefusal, verifyCancelSession } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Cause, Transition } from '../../profiles/lifecycle/service.ts'
import { lockMembership, releaseWrite } from '../../profiles/pools/service.ts'
import type { CodeRecord } from './code-record.ts'
import { membershipOf } from './pool-profile.ts'
import { attempt, outcomeText, record, recordRefusal } from './record.ts'
import {
  authenticatedSession,
  deviceOf,
  type SessionRow,
  type SessionState,
  selectSession,
  stepWrite,
} from './session.ts'
import { causeOf, credentialsOf, type Smdp } from './smdp.ts'
import { lockCodeFor } from './trial.ts'
import { endUnverified } from './unverified.ts'
import { messageWrite } from './write.ts'

type Request = Es9Request<'cancelSession'>

const OPEN_STATES = ['AUTHENTICATED', 'CODE_REFUSED', 'DELIVERED'] as const satisfies readonly SessionState[]

/** ES9+.CancelSession (SGP.22, 5.6.5). @throws RspRefusal */
export async function cancel(smdp: Smdp, request: Request, address: string): Promise<void> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp, request.transactionId)
  const known = authenticatedSession(session, OPEN_STATES)
  const smdpOid = session ? credentialsOf(smdp, session.server_ci_key_id).smdpOid : ''
  const verified = await attempt(() => verifyCancelSession({ request, session: known, smdpOid, at }))
  if ('refusal' in verified && !verified.refusal.signed) throw verified.refusal
  const enterpriseId = session!.enterprise_id!
  const canceling = { enterpriseId, session: session!, request, address, at }
  if ('refusal' in verified) {
    const { refusal } = verified
    await smdp.db.tenantTx(enterpriseId, (db) => refuse(smdp, db, { ...canceling, refusal }))
    throw refusal
  }
  const canceled = verified.done
  if (canceled.kind === 'error') {
    // an error of the eUICC is unsigned (SGP.22, 5.7.14)
    const line = { security: 'session', fault: `the eUICC answered ${canceled.code}`, address }
    smdp.deviceLog('warn', line, 'a session was ended without a signature')
    return await endUnverified(smdp, session!, OPEN_STATES)
  }
  const { reason } = canceled
  await smdp.db.tenantTx(enterpriseId, (db) => apply(smdp, db, { ...canceling, reason }))
}

type Canceling = {
  enterpriseId: EnterpriseId
  session: SessionRow
  request: Request
  address: string
  at: Date
}
type Reason = Parameters<typeof cancelFact>[0]

async function apply(smdp: Smdp, db: TenantDb, canceling: Canceling & { reason: Reason }): Promise<void> {
  const { enterpriseId, session, reason } = canceling
  const membership = membershipOf(session)
  const state = membership && (await lockMembership(db, membership))
  const code = await lockCodeFor(smdp, db, { enterpriseId, code: { activationCodeId: session.activation_code_id! } })
  if (!code) throw new RspRefusal('transaction_unknown')
  const { cause, message } = evidenceOf(smdp, canceling, String(reason))
  await record(db, {
    cause,
    code,
    transition: state === 'HELD' ? reservationCanceled(reason) : transitionOf(session, reason, code),
    also: [message, ...(state === 'HELD' ? [releaseWrite(membership!)] : [])],
    step: stepWrite(session.transaction_id, { from: OPEN_STATES, to: 'ENDED' }),
  })
}

/** Refuses a cancellation that was signed for another server. The session continues. */
async function refuse(smdp: Smdp, db: TenantDb, refusing: Canceling & { refusal: RspRefusal }): Promise<void> {
  const { enterpriseId, session, refusal } = refusing
  const code = await lockCodeFor(smdp, db, { enterpriseId, code: { activationCodeId: session.activation_code_id! } })
  if (!code) return
  const { cause, message } = evidenceOf(smdp, refusing, outcomeText(refusal))
  await recordRefusal(smdp, db, { cause, code, refusal, order: 'stays', also: [message] })
}

/** The cause for the timeline, and the write that stores the raw message. */
function evidenceOf(smdp: Smdp, { enterpriseId, session, request, address, at }: Canceling, outcome: string) {
  const messageId = smdp.random.uuid()
  const eid = session.eid!
  const cause: Cause = {
    ...causeOf(smdp, { enterpriseId, at, eid, address, messageId }),
    device: deviceOf(session),
  }
  const message = messageWrite(enterpriseId, {
    id: messageId,
    function: 'CancelSession',
    transactionId: session.transaction_id,
    eid,
    address,
    outcome,
    raw: request.cancelSessionResponse,
    at,
  })
  return { cause, message }
}

/** The transition of a canceled reservation: the profile becomes available again, whatever the reason. */
const reservationCanceled = (reason: Reason): Transition => ({
  kind: 'sessionCanceled',
  reason: cancelFact(reason).text,
  ends: false,
  reserved: true,
})

/**
 * A terminal reason ends the order, unless the order is no longer the session's, or the last confirmation code was
 * wrong: many devices then report endUserRejection although the user only mistyped.
 */
function transitionOf(session: SessionRow, reason: Reason, code: CodeRecord): Transition {
  const fact = cancelFact(reason)
  const ours = code.order_id === session.order_id && (code.order_eid === null || code.order_eid === session.eid)
  const open = code.order_state === 'Released' || code.order_state === 'Downloaded'
  const ends = fact.terminal && ours && open && session.state !== 'CODE_REFUSED'
  return { kind: 'sessionCanceled', reason: fact.text, ends, status: ends ? fact.operatorStatus : undefined }
}
