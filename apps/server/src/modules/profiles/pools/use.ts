import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type Fragment, fragment, fragmentOf } from '../../../db/fragment.ts'
import type { EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { takeShared } from '../../../db/take-shared.ts'
import type { Guard, Write } from '../../../db/write-together.ts'

/** More than PostgreSQL has connections, so that each transaction finds a slot that no other has locked. */
const SLOTS = 128

/** A campaign that has room for fewer reservations makes them one by one, under its lock. */
const SHARED_FROM = 2 * SLOTS

type InPool = { enterpriseId: EnterpriseId; poolId: PoolId }

/** SQL after `from pool p ...`: joins `used`, with what devices took and how many were refused. */
export const joinPoolUse: RawBuilder<unknown> = sql.raw(`cross join lateral (
  select coalesce(sum(s.taken), 0)::integer as taken, coalesce(sum(s.refused), 0)::integer as refused from pool_use s
  where s.enterprise_id = p.enterprise_id and s.pool_id = p.id) used`)

const insertPoolUseStatement = statement(
  'insert pool use',
  ({ enterpriseId, poolId }: InPool) => sql`
    insert into pool_use (enterprise_id, pool_id, slot)
    select ${enterpriseId}, ${poolId}, slot from generate_series(0, ${SLOTS - 1}::integer) slot`,
)

/** Inserts the slots of a campaign. */
export async function insertPoolUse(db: TenantDb, { poolId }: InPool): Promise<void> {
  await insertPoolUseStatement(db, { enterpriseId: db.enterpriseId, poolId })
}

/** The slot of this connection if no other transaction has locked it, otherwise any such; if all are locked, the first. */
const freeSlot = ({ enterpriseId, poolId }: InPool): Fragment => fragment`coalesce(
  (select slot from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId}
    and slot = (pg_backend_pid() % ${SLOTS}::integer)::smallint for update skip locked),
  (select slot from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId}
    order by slot limit 1 for update skip locked), 0)`

/** Counts a profile that was handed out, or a device that was refused. */
export const countWrite = (pool: InPool, what: 'taken' | 'refused'): Write => fragment`
  update pool_use set taken = taken + ${what === 'taken' ? 1 : 0}::integer, refused = refused + ${what === 'refused' ? 1 : 0}::integer
  where enterprise_id = ${pool.enterpriseId} and pool_id = ${pool.poolId} and slot = ${freeSlot(pool)}`

const takeRoomSql = ({ enterpriseId, poolId, after }: InPool & { after: unknown }) => sql`
  update pool_use set room = room - 1
  where ${after} and enterprise_id = ${enterpriseId} and pool_id = ${poolId} and slot = coalesce(
    (select slot from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and room > 0
      and slot = (pg_backend_pid() % ${sql.raw(String(SLOTS))})::smallint for update skip locked),
    (select slot from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and room > 0
      order by slot limit 1 for update skip locked))
  returning slot`

const takeRoomStatement = statement('take room of campaign', ({ enterpriseId, poolId }: InPool) =>
  takeRoomSql({ enterpriseId, poolId, after: sql`true` }),
)

const takesRoom = fragmentOf(takeRoomSql)

/** The guard that takes room for one reservation from a slot. It does not apply if none has room; then `takeRoom` decides. */
export const roomGuard = (pool: InPool): Guard => ({ name: 'room', sql: (after) => takesRoom({ ...pool, after }) })

const lockPoolStatement = statement(
  'lock pool to reserve',
  ({ enterpriseId, poolId }: InPool) => sql`
    select cap from pool where enterprise_id = ${enterpriseId} and id = ${poolId} for no key update`,
)

const hasRoomStatement = statement(
  'select room of campaign',
  ({ enterpriseId, poolId }: InPool) => sql`
    select exists (select from pool_use
      where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and room > 0) as has_room`,
  { present: ['has_room'] },
)

const lockRoomStatement = statement(
  'lock room of campaign',
  ({ enterpriseId, poolId }: InPool) => sql`
    select from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and room > 0
    order by slot for update`,
)

/** A reservation that has lapsed does not count. */
const countStatement = statement(
  'count what campaign handed out',
  ({ enterpriseId, poolId, at }: InPool & { at: Date }) => sql`
    select (
      (select coalesce(sum(taken), 0) from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId})
      + (select count(*) from pool_member
        where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and state = 'HELD' and held_until > ${at}))::integer
      as counted`,
  { present: ['counted'] },
)

/** Leaves `share` in each slot, and one less in the first. */
const shareOutStatement = statement(
  'share out room of campaign',
  ({ enterpriseId, poolId, share }: InPool & { share: number }) => sql`
    update pool_use u set room = ${share}::integer - (u.slot = 0 and ${share}::integer > 0)::integer
    from (select slot from pool_use where enterprise_id = ${enterpriseId} and pool_id = ${poolId} order by slot for update) s
    where u.enterprise_id = ${enterpriseId} and u.pool_id = ${poolId} and u.slot = s.slot`,
)

const closeStatement = statement(
  'close room of campaign',
  ({ enterpriseId, poolId }: InPool) => sql`
    update pool_use set room = 0 where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and room > 0`,
)

/**
 * Takes room for one reservation. Reservations that lapse or end give none back; it is counted again when no slot has any.
 * @returns whether delivered and reserved profiles are below the cap
 */
export async function takeRoom(db: TenantDb, { poolId, at }: InPool & { at: Date }): Promise<boolean> {
  const pool = { enterpriseId: db.enterpriseId, poolId }
  let cap: number | null = null
  const taken = await takeShared(db, {
    take: async () => (await takeRoomStatement(db, pool))[0]?.slot,
    lock: async () => {
      const [[locked], [open]] = await Promise.all([lockPoolStatement(db, pool), hasRoomStatement(db, pool)])
      cap = locked!.cap
      return cap !== null && open!.has_room ? 'room' : 'locked'
    },
    takeLocked: async () => {
      // the cap was lifted meanwhile
      if (cap === null) return 0
      await lockRoomStatement(db, pool)
      const left = cap - (await countStatement(db, { ...pool, at }))[0]!.counted
      if (left <= 0) return undefined
      if (left >= SHARED_FROM) await shareOutStatement(db, { ...pool, share: Math.floor(left / SLOTS) })
      else await closeStatement(db, pool)
      return 0
    },
  })
  return taken !== undefined
}
