import type { OperationKind } from '@simwright/contract/operation'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { type CampaignPlace, campaignPlace } from '../pools/service.ts'
import { type HeldProfile, type OrderState, selectGroupsOf } from '../profiles/service.ts'
import type { RecycleBefore } from '../recycle/service.ts'

/** A profile that is locked. */
export type Target = LockedProfile & {
  groupId: string | null
  /** Its code and order, locked as well; null where the operation leaves them alone. */
  code: Code | null
}

type LockedProfile = HeldProfile & RecycleBefore & { orderState: OrderState; eid: string | null; notes: string | null }

type Code = {
  id: string
  state: 'LIVE' | 'EXPIRED' | 'DEAD'
  expiresAt: Date | null
  orderId: string
  inCampaign: CampaignPlace
}

/** Operations that leave codes and orders alone: profiles are all that they lock and read. */
export const lightKinds: readonly OperationKind[] = ['GROUP', 'NOTES']

/** For what is no light operation. */
export function codeOf({ code }: Target): Code {
  if (!code) throw new TypeError('the operation has not locked the codes of its profiles')
  return code
}

/** Locks in the order that everyone keeps: places in pools, activation codes, orders, profiles. What is locked is read then. */
export async function lockTargets(
  db: TenantDb,
  enterpriseId: string,
  { ids, kind }: { ids: readonly string[]; kind: OperationKind },
): Promise<Target[]> {
  const isLight = lightKinds.includes(kind)
  if (!isLight) await lockCodes(db, enterpriseId, ids)
  const profiles = await lockProfiles(db, enterpriseId, ids)
  const groups = await selectGroupsOf(db, enterpriseId, ids)
  const codes = isLight ? undefined : await selectCodes(db, enterpriseId, ids)
  return profiles.map((profile) => ({
    ...profile,
    groupId: groups.get(profile.id) ?? null,
    code: codes?.get(profile.id) ?? null,
  }))
}

async function lockCodes(db: TenantDb, enterpriseId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select profile_id from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])
    order by profile_id for update`.execute(db)
  await sql`
    select a.id from activation_code a join profile p on p.enterprise_id = a.enterprise_id and p.activation_code_id = a.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[]) order by a.id for update of a`.execute(db)
  await sql`
    select o.id from download_order o join profile p on p.enterprise_id = o.enterprise_id
      and p.activation_code_id = o.activation_code_id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[]) order by o.id for update of o`.execute(db)
}

/** As they are once they are locked: a row that had to be waited for arrives as it became. */
async function lockProfiles(db: TenantDb, enterpriseId: string, ids: readonly string[]): Promise<LockedProfile[]> {
  const { rows } = await sql<LockedProfile>`
    select id, status, device_brand as "deviceBrand", downloads, order_state as "orderState", eid, notes,
      recycle_status as "recycleStatus", recycle_reason as "recycleReason", recycle_at as "recycleAt",
      recycle_begun_at as "recycleBegunAt", recycle_due_at as "recycleDueAt"
    from profile where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) order by id for update`.execute(db)
  return rows
}

/** By profile. */
async function selectCodes(
  db: TenantDb,
  enterpriseId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Code>> {
  const { rows } = await sql<Code & { profileId: string }>`
    select p.id as "profileId", a.id, a.state, a.expires_at as "expiresAt", o.id as "orderId",
      ${campaignPlace} as "inCampaign"
    from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ profileId, ...code }) => [profileId, code]))
}
