import type { OperationKind } from '@simwright/contract/provisioning/operation'
import type { TenantDb } from '../../../db/database.ts'
import { type LockedProfile, type LockedRow, lockProfiles, lockRows } from '../../profiles/lifecycle/service.ts'
import type { CampaignPlace } from '../../profiles/pools/service.ts'

/** Operations that leave codes and orders alone: profiles are all that they lock and read. */
export const lightKinds: readonly OperationKind[] = ['GROUP', 'NOTES']

/** Locks what the operation changes. @returns the profiles that exist, by id */
export async function lockTargets(
  db: TenantDb,
  enterpriseId: string,
  { ids, kind }: { ids: readonly string[]; kind: OperationKind },
): Promise<ReadonlyMap<string, LockedRow>> {
  const lock = lightKinds.includes(kind) ? lockRows : lockProfiles
  const rows: readonly LockedRow[] = await lock(db, enterpriseId, ids)
  return new Map(rows.map((row) => [row.profile_id, row]))
}

/** For what is no light operation. */
export function withCode(row: LockedRow): LockedProfile {
  if (!isWithCode(row)) throw new TypeError('the operation has not locked the codes of its profiles')
  return row
}

const isWithCode = (row: LockedRow): row is LockedProfile => 'order_id' in row

/** How far a campaign is with the profile; null: it is in none, or that does not matter to the operation. */
export function campaignPlaceOf(row: LockedRow): CampaignPlace {
  return isWithCode(row) && row.pool_kind === 'campaign' ? row.member_state : null
}
