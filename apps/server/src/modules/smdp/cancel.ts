import { cancelFact, type Es9Request, RspRefusal, verifyCancelSession } from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import type { Cause, Transition } from '../lifecycle/service.ts'
import { freedWrite, holdShare } from '../pools/service.ts'
import { type CodeRecord, holdCode } from './hold.ts'
import { record } from './record.ts'
import {
  authenticatedSession,
  deviceOf,
  type SessionRow,
  type SessionState,
  selectSession,
  stepWrite,
} from './session.ts'
import { shareOf } from './share.ts'
import { causeOf, credentialsOf, type Smdp } from './smdp.ts'
import { messageWrite } from './write.ts'

type Request = Es9Request<'cancelSession'>

const OPEN_STATES = ['AUTHENTICATED', 'CODE_REFUSED', 'DELIVERED'] as const satisfies readonly SessionState[]

/** ES9+.CancelSession (SGP.22, 5.6.5). @throws RspRefusal */
export async function cancel(smdp: Smdp, request: Request, address: string): Promise<void> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp.db.global, request.transactionId)
  const known = authenticatedSession(session, OPEN_STATES)
  const smdpOid = session ? credentialsOf(smdp, session.server_ci_key_id).smdpOid : ''
  const cancelled = verifyCancelSession({ request, session: known, smdpOid, at })
  const enterpriseId = session!.enterprise_id!
  const cancelling = { enterpriseId, session: session!, request, address, at, cancelled }
  await smdp.db.tenantTx(enterpriseId, (db) => apply(smdp, db, cancelling))
}

type Cancelling = {
  enterpriseId: string
  session: SessionRow
  request: Request
  address: string
  at: Date
  cancelled: ReturnType<typeof verifyCancelSession>
}

async function apply(smdp: Smdp, db: TenantDb, cancelling: Cancelling): Promise<void> {
  const { enterpriseId, session, address, at, cancelled } = cancelling
  const share = shareOf(session)
  const state = share && (await holdShare(db, share))
  const code = await holdCode(db, { enterpriseId, code: { activationCodeId: session.activation_code_id! } })
  if (!code) throw new RspRefusal('transaction_unknown')
  const device = deviceOf(session)
  const eid = session.eid!
  const messageId = smdp.random.uuid()
  const cause: Cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId }), device }
  const message = messageWrite(enterpriseId, {
    id: messageId,
    function: 'CancelSession',
    transactionId: session.transaction_id,
    eid,
    address,
    outcome: String(cancelled.kind === 'cancelled' ? cancelled.reason : cancelled.code),
    raw: cancelling.request.cancelSessionResponse,
    at,
  })
  await record(db, {
    cause,
    code,
    transition: state === 'HELD' ? leftBehind(cancelling) : transitionOf(cancelling, code),
    also: [message, ...(state === 'HELD' ? [freedWrite(share!)] : [])],
    step: stepWrite(session.transaction_id, { from: OPEN_STATES, to: 'ENDED' }),
  })
}

/** A profile that was only kept for the device is there for the next one, whatever the reason. */
function leftBehind({ cancelled }: Cancelling): Transition {
  const reason =
    cancelled.kind === 'error' ? `The eUICC ended the session (${cancelled.code}).` : cancelFact(cancelled.reason).text
  return { kind: 'sessionCanceled', reason, ends: false, reserved: true }
}

/**
 * Some reasons end the order. Not for a device that holds no right to it any more, and not after a wrong confirmation
 * code: many devices then cancel in the user's name, who only mistyped.
 */
function transitionOf({ session, cancelled }: Cancelling, code: CodeRecord): Transition {
  const kind = 'sessionCanceled'
  if (cancelled.kind === 'error') {
    return { kind, reason: `The eUICC could not cancel the session (${cancelled.code}).`, ends: false }
  }
  const fact = cancelFact(cancelled.reason)
  const ours = code.order_id === session.order_id && (code.order_eid === null || code.order_eid === session.eid)
  const open = code.order_state === 'Released' || code.order_state === 'Downloaded'
  return { kind, reason: fact.text, ends: fact.terminal && ours && open && session.state !== 'CODE_REFUSED' }
}
