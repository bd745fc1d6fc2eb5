import type { TenantDb } from '../../../db/database.ts'
import type { ErasureServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  type Cause,
  isAllowed,
  type LockedProfile,
  lockProfiles,
  move,
  selectInstallations,
  selectInstalledSince,
} from '../../profiles/lifecycle/service.ts'
import { deleteKeys } from '../generate/service.ts'
import { lockErasure, selectErasing, updateThrough } from './queries.ts'
import { DAY_MS } from './service.ts'

type Worker = Pick<Server, 'db' | 'clock' | 'random' | 'stopping'>

/** Events per transaction. */
const CHUNK_SIZE = 1_000

const FIRST = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

/**
 * Erases the keys of profiles whose installation is long enough ago. It walks the events in the order of their times, so
 * that it sees each installation once. Safe in concurrent processes, which take turns at an enterprise account.
 */
export async function eraseDueKeys(server: Worker): Promise<void> {
  const at = server.clock.now()
  for (const enterpriseId of await server.db.systemTx((db) => selectErasing(db)))
    for (let isMore = true; isMore && !server.stopping.aborted; )
      isMore = await server.db.tenantTx(enterpriseId, (db) => eraseSome(server, db, at))
}

/** @returns whether there may be more */
async function eraseSome(server: Worker, db: TenantDb, at: Date): Promise<boolean> {
  const setting = await lockErasure(db)
  if (!setting || setting.days === null) return false
  const { days, through_at: throughAt, through_id: throughId } = setting
  const after = throughAt && throughId ? { at: throughAt, id: throughId } : FIRST
  const until = new Date(at.getTime() - days * DAY_MS)
  const events = await selectInstallations(db, { after, until, limit: CHUNK_SIZE })
  const last = events.at(-1)
  if (!last) return false
  const ids = [...new Set(events.flatMap(({ profile_id: id }) => id ?? []))]
  if (ids.length > 0) await eraseKeys(server, db, { at, days, until, ids })
  await updateThrough(db, last)
  return events.length === CHUNK_SIZE
}

type Erasing = { at: Date; days: number; until: Date; ids: readonly string[] }

async function eraseKeys(server: Worker, db: TenantDb, { at, days, until, ids }: Erasing): Promise<void> {
  const { enterpriseId } = db
  const again = await selectInstalledSince(db, { ids, since: until })
  const locked = await lockProfiles(
    db,
    enterpriseId,
    ids.filter((id) => !again.has(id)),
  )
  const targets = locked.filter(mayLoseKeys)
  if (targets.length === 0) return
  const cause: Cause = { enterpriseId, at, actor: { kind: 'system' }, newId: server.random.uuid }
  await move(
    db,
    cause,
    targets.map((row) => ({ row, transition: { kind: 'keysErased', days } as const })),
  )
  await deleteKeys(
    db,
    targets.map(({ profile_id: id }) => id),
  )
  await recordAudit(server, db, {
    action: 'profile.keysErased',
    enterpriseId,
    object: { id: null, name: '' },
    after: { profiles: targets.length, keysErasedAfterDays: days },
  })
}

/** On a device. A profile that is to be recycled is used again, and needs its keys. */
const mayLoseKeys = (row: LockedProfile) =>
  isAllowed('keysErased', row) && row.keys_erased_at === null && row.recycle_status !== 'SCHEDULED'
