import type { DeliveryServer as Server } from '../../../port/module.ts'
import { notifyOfUnsent } from './planned-notice.ts'
import { postponeQueued, reopenRefused, selectDue, settle } from './planned-queries.ts'

/** Deliveries per sweep; the next sweep takes the rest. */
const SWEEP_LIMIT = 500

/** The pause until the answer of the mail server is looked up again, which may take hours of attempts. */
const NEXT_LOOK_MS = 60_000

/** The e-mails of older deliveries are hardly queued again. */
const REOPENED_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** Platform staff can queue a refused e-mail again: its delivery then waits for the answer again. */
export async function reopenRetried(server: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const at = server.clock.now()
  const since = new Date(at.getTime() - REOPENED_DAYS * DAY_MS)
  await server.db.systemTx((db) => reopenRefused(db, { since, at, limit: SWEEP_LIMIT }))
}

/** Records which e-mails of planned deliveries the mail server has accepted or refused. Several processes may run it. */
export async function settleQueued(server: Pick<Server, 'db' | 'clock' | 'random'>): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx((db) => selectDue(db, { now: at, state: 'QUEUED', limit: SWEEP_LIMIT }))
  for (const [enterpriseId, ids] of due)
    await server.db.tenantTx(enterpriseId, async (db) => {
      const settled = await settle(db, ids, at)
      const refused = settled.filter(({ state }) => state === 'REFUSED')
      await notifyOfUnsent(
        server,
        db,
        refused.map(({ reason, ...row }) => ({
          ...row,
          reason: `The mail server refused it: ${reason ?? ''}`,
          hasLeft: false,
        })),
      )
      await postponeQueued(db, ids, new Date(at.getTime() + NEXT_LOOK_MS))
    })
}
