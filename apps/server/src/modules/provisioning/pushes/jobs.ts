import { PUSH_HOURS } from '@simwright/contract/provisioning/push'
import { sql } from 'kysely'
import { writeTogether } from '../../../db/write-together.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { failPush } from './fail.ts'
import { pushWrites } from './hook.ts'
import type { PushRecord } from './queries.ts'
import { closeEvent, registerPush } from './register.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'smds'>

/** Pushes per sweep; the next sweep continues. */
const PUSHES_PER_SWEEP = 100
const PUSH_LIFETIME_MS = PUSH_HOURS * 60 * 60_000

const LATE = `No device came for it within ${PUSH_HOURS} hours.`
const GONE = 'Its activation code was closed or changed in the portal.'

type PushKey = Pick<PushRecord, 'enterprise_id' | 'id' | 'profile_id'>
type LapsedPush = PushKey & { late: boolean }
type DueEvent = PushKey & Pick<PushRecord, 'event'>

/**
 * Fails the pushes that no device has used in time, and those whose order was closed or changed in the portal. Safe to
 * run in several processes at once: a push ends once.
 */
export async function settlePushes(server: Needs): Promise<void> {
  const before = new Date(server.clock.now().getTime() - PUSH_LIFETIME_MS)
  const lapsed = await server.db.systemTx(async (db) => {
    const { rows } = await sql<LapsedPush>`
      select p.enterprise_id, p.id, p.profile_id, p.created_at <= ${before} as late
      from eid_push p join download_order o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
      where p.event <> 'CLOSED' and p.state = 'PUSHED' and (p.created_at <= ${before} or o.push_id is distinct from p.id
        or o.eid is distinct from p.eid or o.state not in ('Released', 'Downloaded'))
      limit ${PUSHES_PER_SWEEP}`.execute(db)
    return rows
  })
  for (const { enterprise_id: enterpriseId, id, profile_id: profileId, late } of lapsed) {
    const actor = { kind: 'system' } as const
    const failing = { enterpriseId, id, profileId, reason: late ? LATE : GONE, actor }
    await server.db.tenantTx(enterpriseId, (db) => failPush(server, db, failing))
  }
}

/** A delivered package without an installation result is retained this long (smdp: PACKAGE_RETENTION_MS). */
const RETRY_PERIOD_MS = 30 * 24 * 60 * 60_000

/** Deletes the events of downloads that were never finished. */
export async function closeOldPushes({ db, clock }: Needs): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - RETRY_PERIOD_MS)
  await db.systemTx(async (system) => {
    const { rows } = await sql<PushKey>`
      select enterprise_id, id, profile_id from eid_push
      where event = 'REGISTERED' and state = 'DOWNLOADED' and state_at <= ${before} limit ${PUSHES_PER_SWEEP}`.execute(
      system,
    )
    for (const { enterprise_id: enterpriseId, id } of rows)
      await writeTogether(system, pushWrites(enterpriseId, id, { to: 'installed', at }))
  })
}

/** Registers and deletes events at the other SM-DS that are still due. */
export async function syncSmdsEvents(server: Needs): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx(async (db) => {
    const { rows } = await sql<DueEvent>`
      select enterprise_id, id, profile_id, event from eid_push
      where event in ('REGISTERING', 'DELETING') and event_due_at <= ${at} order by event_due_at limit ${PUSHES_PER_SWEEP}`.execute(
      db,
    )
    return rows
  })
  for (const { enterprise_id: enterpriseId, id, event } of due) {
    await (event === 'REGISTERING' ? registerPush : closeEvent)(server, { enterpriseId, id })
  }
}
