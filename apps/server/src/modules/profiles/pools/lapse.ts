import { sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { PoolsServer as Server } from '../../../port/module.ts'
import { lockRows, move } from '../lifecycle/service.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Profiles per sweep; the next sweep handles the rest. */
const SWEEP_MAX = 200

const lapsedStatement = statement(
  'select lapsed reservations',
  ({ at }: { at: Date }) => sql`
    select enterprise_id, profile_id, eid from pool_member where state = 'HELD' and held_until <= ${at}
    order by held_until limit ${SWEEP_MAX}`,
  { present: ['eid'] },
)

/**
 * Releases reservations of devices that began a download and did not come back. Safe to run in several processes at
 * once.
 */
export async function freeLapsed(server: Needs): Promise<void> {
  const at = server.clock.now()
  const lapsed = await server.db.systemTx((db) => lapsedStatement(db, { at }))
  for (const one of lapsed) await release(server, one, at)
}

const releaseStatement = statement(
  'release lapsed reservation',
  ({ enterpriseId, id, eid, at }: { enterpriseId: EnterpriseId; id: ProfileId; eid: string; at: Date }) => sql`
    update pool_member set state = 'FREE', eid = null, held_until = null
    where enterprise_id = ${enterpriseId} and profile_id = ${id} and state = 'HELD' and eid = ${eid} and held_until <= ${at}
    returning profile_id`,
)

async function release(
  server: Needs,
  { enterprise_id: enterpriseId, profile_id: id, eid }: RowOf<'select lapsed reservations'>,
  at: Date,
): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const rows = await releaseStatement(db, { enterpriseId, id, eid, at })
    if (rows.length === 0) return
    const [row] = await lockRows(db, [id])
    const cause = { enterpriseId, at, actor: { kind: 'system' }, deviceEid: eid, newId: server.random.uuid } as const
    if (row) await move(db, cause, [{ row, transition: { kind: 'reservationLapsed' } }])
  })
}

/** Whether {@link freeLapsed} finds a reservation. */
export const reservationsDue = (at: Date) =>
  condition`(select min(held_until) from pool_member where state = 'HELD') <= ${at}`
