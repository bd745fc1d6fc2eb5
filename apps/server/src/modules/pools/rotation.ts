import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'

type Rotation = {
  enterpriseId: string
  /** The batch's. */
  poolId: string
  profileIds: readonly string[]
  maxAttempts: number
  at: Date
}

/** Puts profiles into the pool of their batch, which the first of them opens. */
export async function openRotationPool(
  db: TenantDb,
  { enterpriseId, poolId, profileIds, maxAttempts, at }: Rotation,
): Promise<void> {
  await sql`
    insert into pool (enterprise_id, id, kind, phase, max_attempts, created_at)
    values (${enterpriseId}, ${poolId}, 'rotation', 'LIVE', ${maxAttempts}, ${at})
    on conflict (enterprise_id, id) do nothing`.execute(db)
  await sql`
    insert into pool_member (enterprise_id, profile_id, pool_id, state)
    select ${enterpriseId}::uuid, id, ${poolId}::uuid, 'FREE' from unnest(${[...profileIds]}::uuid[]) as p(id)`.execute(
    db,
  )
}
