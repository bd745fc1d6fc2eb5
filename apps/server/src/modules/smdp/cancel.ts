import { cancelFact, type Es9Request, RspRefusal, verifyCancelSession } from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import { deleteBoundPackage, insertMessage, lockCode } from './queries.ts'
import { attempt, record, type Speaker } from './record.ts'
import { authenticatedSession, moveSession, type SessionRow, type SessionState, selectSession } from './session.ts'
import { credentialsOf, type Smdp } from './smdp.ts'

type Request = Es9Request<'cancelSession'>

const OPEN_STATES = ['AUTHENTICATED', 'DELIVERED'] as const satisfies readonly SessionState[]

/** ES9+.CancelSession (SGP.22, 5.6.5). @throws RspRefusal */
export async function cancel(smdp: Smdp, request: Request, address: string): Promise<void> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp.db.global, request.transactionId)
  const known = authenticatedSession(session, OPEN_STATES)
  const smdpOid = session ? credentialsOf(smdp, session.server_ci_key_id).smdpOid : ''
  const cancelled = verifyCancelSession({ request, session: known, smdpOid, at })
  const enterpriseId = session!.enterprise_id!
  const outcome = await smdp.db.tenantTx(enterpriseId, (db) =>
    attempt(() => apply(smdp, db, { enterpriseId, session: session!, request, address, at, cancelled })),
  )
  if ('refusal' in outcome) throw outcome.refusal
}

type Cancelling = {
  enterpriseId: string
  session: SessionRow
  request: Request
  address: string
  at: Date
  cancelled: ReturnType<typeof verifyCancelSession>
}

async function apply(smdp: Smdp, db: TenantDb, { enterpriseId, session, ...call }: Cancelling): Promise<void> {
  const { at, address, cancelled } = call
  const code = await lockCode(db, enterpriseId, session.activation_code_id!)
  const from = session.state as SessionState
  if (!code || !(await moveSession(db, { transactionId: session.transaction_id, from, to: 'ENDED' }))) {
    throw new RspRefusal('transaction_unknown')
  }
  const reason = cancelled.kind === 'cancelled' ? cancelled.reason : 'undefinedReason'
  const fact = cancelFact(reason)
  const messageId = smdp.random.uuid()
  await insertMessage(db, enterpriseId, {
    id: messageId,
    function: 'CancelSession',
    transactionId: session.transaction_id,
    eid: session.eid!,
    address,
    outcome: String(reason),
    raw: call.request.cancelSessionResponse,
    at,
  })
  const speaker: Speaker = {
    eid: session.eid!,
    device: { brand: session.device_brand, model: session.device_model },
    address,
    at,
    messageId,
  }
  const mayEnd = code.order_id === session.order_id && (code.order_eid === null || code.order_eid === session.eid)
  const open = code.order_state === 'Released' || code.order_state === 'Downloaded'
  const ends = fact.terminal && mayEnd && open
  await record(smdp, db, {
    held: { enterpriseId, code },
    speaker,
    move: {
      type: 'SESSION_CANCELED',
      detail: fact.text,
      ...(ends ? ({ orderEvent: 'sessionCancelled', status: 'ERROR' } as const) : {}),
    },
  })
  if (ends) await deleteBoundPackage(db, { enterpriseId, id: code.order_id })
}
