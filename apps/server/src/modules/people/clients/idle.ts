import { IDLE_RELEASE_DAYS } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { type Cause, isAllowed, lockProfiles, move, releaseIccids } from '../../profiles/lifecycle/service.ts'
import { selectIdle, selectUnused } from './claim-queries.ts'

type Worker = Pick<Server, 'db' | 'clock' | 'random' | 'log'>

const DAY_MS = 24 * 60 * 60 * 1000
const ENTERPRISES_PER_RUN = 100

/** Profiles that one transaction deletes. */
const CHUNK_SIZE = 500

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes the profiles that no device has ever downloaded in enterprise accounts without a paid plan or trial that nobody
 * has used for a time, and releases their ICCIDs. Safe in concurrent processes; an interrupted run is continued by the next.
 * @returns how many ICCIDs were released
 */
export async function releaseIdleIccids(server: Worker): Promise<number> {
  const at = server.clock.now()
  const before = new Date(at.getTime() - IDLE_RELEASE_DAYS * DAY_MS)
  const idle = await server.db.systemTx((db) => selectIdle(db, { before, at, limit: ENTERPRISES_PER_RUN }))
  let released = 0
  for (const { enterprise_id: enterpriseId, name } of idle) {
    try {
      const count = await releaseUnused(server, { enterpriseId, name, at })
      released += count
      server.log.info({ enterpriseId, count }, 'the unused ICCIDs of an idle enterprise account were released')
    } catch (err) {
      server.log.warn({ err, enterpriseId }, 'the unused ICCIDs of an idle enterprise account could not be released')
    }
  }
  return released
}

type Idle = { enterpriseId: EnterpriseId; name: string; at: Date }

async function releaseUnused(server: Worker, idle: Idle): Promise<number> {
  let released = 0
  let after = FIRST_ID
  for (let isFull = true; isFull; ) {
    const done = await server.db.tenantTx(idle.enterpriseId, (db) => releaseChunk(server, db, { ...idle, after }))
    released += done.released
    after = done.last ?? after
    isFull = done.seen === CHUNK_SIZE
  }
  return released
}

type Chunk = { seen: number; last: string | undefined; released: number }

async function releaseChunk(server: Worker, db: TenantDb, idle: Idle & { after: string }): Promise<Chunk> {
  const { enterpriseId, name, at, after } = idle
  const none = { seen: 0, last: undefined, released: 0 }
  // a plan may have started meanwhile
  const { kind } = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  if (kind !== 'BASE') return none
  const ids = await selectUnused(db, { after, limit: CHUNK_SIZE })
  const unused = (await lockProfiles(db, enterpriseId, ids)).filter(({ downloads }) => downloads === 0)
  const cause: Cause = { enterpriseId, at, actor: { kind: 'system' }, newId: server.random.uuid }
  const waiting = unused.filter((row) => isAllowed('removed', row))
  await move(
    db,
    cause,
    waiting.map((row) => ({ row, transition: { kind: 'removed', why: 'idle' } as const })),
  )
  const deleted = unused.filter((row) => row.status === 'REMOVED' || waiting.includes(row))
  const released = await releaseIccids(db, deleted)
  if (released > 0)
    await recordAudit(server, db, {
      enterpriseId,
      action: 'enterprise.iccidsReleased',
      object: { id: enterpriseId, name },
      after: { iccids: released, reason: `Unused for ${IDLE_RELEASE_DAYS} days.` },
    })
  return { seen: ids.length, last: ids.at(-1), released }
}
