import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId, PoolId, ProfileId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import { MAX_CONFIRMATION_FAILURES } from './claim.ts'
import { countWrite } from './use.ts'

/** A profile of a pool that a session claimed for a device. */
export type PoolMembership = { enterpriseId: EnterpriseId; poolId: PoolId; profileId: ProfileId; eid: string }

const whereMember = ({ enterpriseId, profileId }: Pick<PoolMembership, 'enterpriseId' | 'profileId'>) =>
  sql`enterprise_id = ${enterpriseId} and profile_id = ${profileId}`

const lockMembershipStatement = statement(
  'lock pool membership',
  ({ enterpriseId, poolId, profileId, eid }: PoolMembership) => sql`
    with device as materialized (
      select enterprise_id, pool_id, eid from pool_device
      where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid} for update
    )
    select m.state from device d join pool_member m on m.enterprise_id = d.enterprise_id and m.pool_id = d.pool_id
      and m.eid = d.eid
    where m.profile_id = ${profileId} and m.state <> 'FREE' for update of m`,
)

/**
 * Locks the device's row, then the profile's membership in the pool. @returns whether it is reserved for this device or
 * was delivered to it; undefined when it is neither
 */
export async function lockMembership(db: TenantDb, membership: PoolMembership): Promise<'HELD' | 'TAKEN' | undefined> {
  const [member] = await lockMembershipStatement(db, membership)
  return member?.state === 'FREE' ? undefined : member?.state
}

/** After the package was delivered: assigns the profile to the device and resets the device's attempts. */
export function takeWrites(membership: PoolMembership, at: Date): Write[] {
  const { enterpriseId, poolId, eid } = membership
  return [
    sql`update pool_member set state = 'TAKEN', taken_at = ${at}, held_until = null where ${whereMember(membership)}`,
    countWrite({ enterpriseId, poolId }, 'taken'),
    sql`update pool_device set attempts = 0, confirmation_failures = 0
      where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid}`,
  ]
}

/** Releases the reservation for the next device. */
export function releaseWrite(membership: PoolMembership): Write {
  return sql`update pool_member set state = 'FREE', eid = null, held_until = null
    where ${whereMember(membership)} and state = 'HELD' and eid = ${membership.eid}`
}

export type PoolRefusal = {
  id: string
  poolId: PoolId
  at: Date
  eid: string
  tac: string | null
  address: string | null
  subjectCode: string
  reasonCode: string
  detail: string
}

/** Counts a refusal of the pool and stores its reason. */
export function refusedWrites(enterpriseId: EnterpriseId, refusal: PoolRefusal): Write[] {
  const { id, poolId, at, eid, tac, address, subjectCode, reasonCode, detail } = refusal
  return [
    countWrite({ enterpriseId, poolId }, 'refused'),
    sql`insert into pool_refusal (enterprise_id, id, pool_id, at, eid, tac, address, subject_code, reason_code, detail)
      values (${enterpriseId}, ${id}, ${poolId}, ${at}, ${eid}, ${tac}, ${address}, ${subjectCode},
        ${reasonCode}, ${detail})`,
  ]
}

type PoolDevice = Pick<PoolMembership, 'enterpriseId' | 'poolId' | 'eid'>

const countConfirmationStatement = statement(
  'count confirmation code of campaign',
  ({ enterpriseId, poolId, eid }: PoolDevice) => sql`
    update pool_device set confirmation_failures = confirmation_failures + 1
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid}
      and confirmation_failures < ${MAX_CONFIRMATION_FAILURES}
    returning confirmation_failures`,
)

/**
 * Counts a confirmation code attempt of this device before the comparison. @returns the failures including this one;
 * undefined when the device has no attempt left
 */
export async function countPoolConfirmation(db: TenantDb, device: PoolDevice): Promise<number | undefined> {
  return (await countConfirmationStatement(db, device))[0]?.confirmation_failures
}

export type PoolCode = { activationCodeId: ActivationCodeId; sealed: Buffer | null }

type OfPool = Pick<PoolMembership, 'enterpriseId' | 'poolId'>

const poolCodeStatement = statement(
  'select code of campaign',
  ({ enterpriseId, poolId }: OfPool) => sql`
    select c.id, c.sealed_confirmation from pool p
    join activation_code c on c.enterprise_id = p.enterprise_id and c.id = p.activation_code_id
    where p.enterprise_id = ${enterpriseId} and p.id = ${poolId}`,
)

/** The code of a campaign with its confirmation code; undefined for a rotation, where each profile has its own code. */
export async function selectPoolCode(db: TenantDb, pool: OfPool): Promise<PoolCode | undefined> {
  const [found] = await poolCodeStatement(db, pool)
  return found && { activationCodeId: found.id, sealed: found.sealed_confirmation }
}
