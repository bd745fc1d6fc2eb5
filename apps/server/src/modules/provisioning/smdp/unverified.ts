import { lockMembership, releaseWrite } from '../../profiles/pools/service.ts'
import { membershipOf } from './pool-profile.ts'
import { type SessionRow, type SessionState, stepWrite } from './session.ts'
import type { Smdp } from './smdp.ts'

/**
 * Ends a session after a message that its eUICC did not sign. A profile that is reserved for the device becomes
 * available again. The timeline, the stored messages and the order stay as they are: anyone who knows a transaction id
 * can send such a message.
 */
export async function endUnverified(
  { db }: Pick<Smdp, 'db'>,
  session: SessionRow,
  from: readonly SessionState[],
): Promise<void> {
  const step = stepWrite(session.transaction_id, { from, to: 'ENDED' })
  const membership = membershipOf(session)
  if (!membership) return void (await step.execute(db.global))
  await db.tenantTx(membership.enterpriseId, async (db) => {
    await lockMembership(db, membership)
    const { rows } = await step.execute(db)
    if (rows.length > 0) await releaseWrite(membership).execute(db)
  })
}
