import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { type Entitlement, explainIccids, readEntitlement } from '../../platform/plans/service.ts'
import { countHeldIccids, selectReserved } from '../../profiles/lifecycle/service.ts'
import type { DrawnProfile } from './draw.ts'
import type { BatchFacts } from './insert.ts'

type Room<T> = {
  /** Those that the plan has room for, or that need none: their ICCIDs are reserved already. */
  fits: T[]
  beyond: T[]
  /** Why those beyond are refused: names the limit and what is held. */
  reason: string
}

/**
 * Divides profiles by whether the plan has room for their ICCIDs. With a limit, the transactions of an enterprise account
 * that reserve ICCIDs wait for each other from here on, so the limit is exact.
 */
export async function withinIccidLimit<T extends DrawnProfile>(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { at, iccidLimit }: Pick<BatchFacts, 'enterpriseId' | 'at' | 'iccidLimit'>,
  profiles: readonly T[],
): Promise<Room<T>> {
  const all = { fits: [...profiles], beyond: [], reason: '' }
  if (iccidLimit === null || profiles.length === 0) return all
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at, lock: 'locked' })
  if (entitlement.iccids === null) return all
  const held = await countHeldIccids(db)
  const keys = profiles.map(({ iccidKey }) => iccidKey)
  const reserved = new Set(await selectReserved(db, keys))
  const [fits, beyond]: [T[], T[]] = [[], []]
  let left = entitlement.iccids - held
  for (const profile of profiles) {
    if (!reserved.has(profile.iccidKey)) {
      if (left <= 0) {
        beyond.push(profile)
        continue
      }
      left -= 1
      reserved.add(profile.iccidKey)
    }
    fits.push(profile)
  }
  return { fits, beyond, reason: beyond.length > 0 ? await explainIccids(db, entitlement, held) : '' }
}

/** @throws Problem iccids_exceeded if the plan has no room for so many new ICCIDs */
export async function requireIccidRoom(
  db: TenantDb,
  entitlement: Entitlement,
  { wanted }: { enterpriseId: EnterpriseId; wanted: number },
): Promise<void> {
  if (entitlement.iccids === null || wanted <= 0) return
  const held = await countHeldIccids(db)
  if (held + wanted > entitlement.iccids)
    throw new Problem('iccids_exceeded', { reason: await explainIccids(db, entitlement, held) })
}
