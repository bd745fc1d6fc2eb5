import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

/** Locks the state of one enterprise until the transaction ends: nobody else corrects its rollups. */
export async function lockState(system: TenantDb, enterpriseId: EnterpriseId): Promise<void> {
  await sql`
    insert into rollup_state (enterprise_id) values (${enterpriseId})
    on conflict (enterprise_id) do update set enterprise_id = excluded.enterprise_id`.execute(system)
}

export type Unfilled = { enterpriseId: EnterpriseId; filledTo: Date }

type UnfilledRecord = Row<'rollup_state', 'enterprise_id'> & { filled_to: Date }

/** Locks and returns an enterprise whose events from before migration 0102 have no dimensions yet. */
export async function lockUnfilled(system: TenantDb): Promise<Unfilled | undefined> {
  const { rows } = await sql<UnfilledRecord>`
    select enterprise_id, filled_to from rollup_state where filled_to is not null
    order by enterprise_id limit 1 for update skip locked`.execute(system)
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, filledTo: row.filled_to }
}

/** @param to null: all events have their dimensions */
export async function updateFilled(system: TenantDb, enterpriseId: EnterpriseId, to: Date | null): Promise<void> {
  await sql`update rollup_state set filled_to = ${to} where enterprise_id = ${enterpriseId}`.execute(system)
}

/** After a rebuild nothing differs and nothing is left to fill. */
export async function updateRebuilt(system: TenantDb, enterpriseId: EnterpriseId): Promise<void> {
  await sql`
    update rollup_state set filled_to = null, wrong_rows = 0, wrong_example = null, wrong_at = null
    where enterprise_id = ${enterpriseId}`.execute(system)
}
