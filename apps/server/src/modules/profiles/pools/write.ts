import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { Write } from '../../../db/write-together.ts'
import { MAX_CONFIRMATION_FAILURES } from './claim.ts'

/** The profile that a session with a pool is about. */
export type Share = { enterpriseId: string; poolId: string; profileId: string; eid: string }

const ofShare = ({ enterpriseId, profileId }: Pick<Share, 'enterpriseId' | 'profileId'>) =>
  sql`enterprise_id = ${enterpriseId} and profile_id = ${profileId}`

type ShareState = { state: 'HELD' | 'TAKEN' }

/**
 * Locks the device's row, then the profile's place in the pool. @returns whether it is kept for this device, or handed out
 * to it; undefined when another one has it
 */
export async function holdShare(db: TenantDb, share: Share): Promise<'HELD' | 'TAKEN' | undefined> {
  const { enterpriseId, poolId, profileId, eid } = share
  const { rows } = await sql<ShareState>`
    with device as materialized (
      select enterprise_id, pool_id, eid from pool_device
      where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid} for update
    )
    select m.state from device d join pool_member m on m.enterprise_id = d.enterprise_id and m.pool_id = d.pool_id
      and m.eid = d.eid
    where m.profile_id = ${profileId} and m.state <> 'FREE' for update of m`.execute(db)
  return rows[0]?.state
}

/** The package was handed out: the profile is the device's for good, and what it tried before is forgotten. */
export function takenWrites(share: Share, at: Date): Write[] {
  const { enterpriseId, poolId, eid } = share
  return [
    sql`update pool_member set state = 'TAKEN', taken_at = ${at}, held_until = null where ${ofShare(share)}`,
    sql`update pool set taken = taken + 1 where enterprise_id = ${enterpriseId} and id = ${poolId}`,
    sql`update pool_device set attempts = 0, confirmation_failures = 0
      where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid}`,
  ]
}

/** The device goes on without the profile: the next one may have it. */
export function freedWrite(share: Share): Write {
  return sql`update pool_member set state = 'FREE', eid = null, held_until = null
    where ${ofShare(share)} and state = 'HELD' and eid = ${share.eid}`
}

export type Turned = {
  id: string
  poolId: string
  at: Date
  eid: string
  tac: string | null
  address: string | null
  subjectCode: string
  reasonCode: string
  detail: string
}

/** A device got nothing: counted at the pool, and kept with the reason. */
export function refusedWrites(enterpriseId: string, turned: Turned): Write[] {
  const { id, poolId, at, eid, tac, address, subjectCode, reasonCode, detail } = turned
  return [
    sql`update pool set refused = refused + 1 where enterprise_id = ${enterpriseId} and id = ${poolId}`,
    sql`insert into pool_refusal (enterprise_id, id, pool_id, at, eid, tac, address, subject_code, reason_code, detail)
      values (${enterpriseId}, ${id}, ${poolId}, ${at}, ${eid}, ${tac}, ${address}, ${subjectCode},
        ${reasonCode}, ${detail})`,
  ]
}

/**
 * Counts a confirmation code before it is compared, for this device alone. @returns the failures so far with this one;
 * undefined when the device may not try any more
 */
export async function countPoolConfirmation(
  db: TenantDb,
  { enterpriseId, poolId, eid }: Pick<Share, 'enterpriseId' | 'poolId' | 'eid'>,
): Promise<number | undefined> {
  const { rows } = await sql<Row<'pool_device', 'confirmation_failures'>>`
    update pool_device set confirmation_failures = confirmation_failures + 1
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid}
      and confirmation_failures < ${MAX_CONFIRMATION_FAILURES}
    returning confirmation_failures`.execute(db)
  return rows[0]?.confirmation_failures
}

export type PoolCode = { activationCodeId: string; sealed: Buffer | null }

/** The confirmation code of a campaign; undefined where each profile's own code counts. */
export async function selectPoolCode(
  db: TenantDb,
  { enterpriseId, poolId }: Pick<Share, 'enterpriseId' | 'poolId'>,
): Promise<PoolCode | undefined> {
  const { rows } = await sql<Row<'activation_code', 'id' | 'sealed_confirmation'>>`
    select c.id, c.sealed_confirmation from pool p
    join activation_code c on c.enterprise_id = p.enterprise_id and c.id = p.activation_code_id
    where p.enterprise_id = ${enterpriseId} and p.id = ${poolId}`.execute(db)
  const [found] = rows
  return found && { activationCodeId: found.id, sealed: found.sealed_confirmation }
}
