import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

type Rotation = {
  enterpriseId: EnterpriseId
  /** The id of the batch. */
  poolId: PoolId
}

const openRotationPoolStatement = statement(
  'open rotation pool',
  ({ enterpriseId, poolId, maxAttempts, at }: Rotation & { maxAttempts: number; at: Date }) => sql`
    insert into pool (enterprise_id, id, kind, phase, max_attempts, created_at)
    values (${enterpriseId}, ${poolId}, 'rotation', 'LIVE', ${maxAttempts}, ${at})
    on conflict (enterprise_id, id) do nothing`,
)

/** Inserts the pool of a batch whose codes rotate, unless it exists: each chunk of the batch calls this. */
export async function openRotationPool(
  db: TenantDb,
  { poolId, maxAttempts, at }: Rotation & { maxAttempts: number; at: Date },
): Promise<void> {
  await openRotationPoolStatement(db, { enterpriseId: db.enterpriseId, poolId, maxAttempts, at })
}

const joinRotationPoolStatement = statement(
  'join rotation pool',
  ({ enterpriseId, poolId, profileIds }: Rotation & { profileIds: readonly string[] }) => sql`
    insert into pool_member (enterprise_id, profile_id, pool_id, state)
    select ${enterpriseId}::uuid, id, ${poolId}::uuid, 'FREE' from unnest(${profileIds}::uuid[]) as p(id)`,
)

export async function joinRotationPool(
  db: TenantDb,
  { poolId }: Rotation,
  profileIds: readonly string[],
): Promise<void> {
  await joinRotationPoolStatement(db, { enterpriseId: db.enterpriseId, poolId, profileIds })
}
