import { PUSH_HOURS } from '@simwright/contract/provisioning/push'
import { sql } from 'kysely'
import { writeTogether } from '../../../db/write-together.ts'
import { failPush } from './fail.ts'
import { pushWrites } from './hook.ts'
import type { Server } from './port.ts'
import type { PushRecord } from './queries.ts'
import { closeEvent, registerPush } from './register.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'smds'>

/** In a sweep; what is left comes in the next. */
const AT_ONCE = 100
const LIFE_MS = PUSH_HOURS * 60 * 60_000

const LATE = `No device came for it within ${PUSH_HOURS} hours.`
const GONE = 'Its activation code was closed or changed in the portal.'

type Found = Pick<PushRecord, 'enterprise_id' | 'id' | 'profile_id'>
type Lapsed = Found & { late: boolean }
type Unreported = Found & Pick<PushRecord, 'event'>

/**
 * Ends the pushes that no device has come for in time, or whose order has ended in the portal. Any number of processes
 * may do it at once: a push ends once.
 */
export async function settlePushes(server: Needs): Promise<void> {
  const before = new Date(server.clock.now().getTime() - LIFE_MS)
  const found = await server.db.systemTx(async (db) => {
    const { rows } = await sql<Lapsed>`
      select p.enterprise_id, p.id, p.profile_id, p.created_at <= ${before} as late
      from eid_push p join download_order o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
      where p.event <> 'CLOSED' and p.state = 'PUSHED' and (p.created_at <= ${before} or o.push_id is distinct from p.id
        or o.eid is distinct from p.eid or o.state not in ('Released', 'Downloaded'))
      limit ${AT_ONCE}`.execute(db)
    return rows
  })
  for (const { enterprise_id: enterpriseId, id, profile_id: profileId, late } of found) {
    const actor = { kind: 'system' } as const
    const failing = { enterpriseId, id, profileId, reason: late ? LATE : GONE, actor }
    await server.db.tenantTx(enterpriseId, (db) => failPush(server, db, failing))
  }
}

/** A package that went out and was never reported is kept for its device no longer than this (smdp: KEPT_PACKAGE_MS). */
const WAITED_MS = 30 * 24 * 60 * 60_000

/** Takes back the events of downloads that nobody has finished. */
export async function closeOldPushes({ db, clock }: Needs): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - WAITED_MS)
  await db.systemTx(async (system) => {
    const { rows } = await sql<Found>`
      select enterprise_id, id, profile_id from eid_push
      where event = 'REGISTERED' and state = 'DOWNLOADED' and state_at <= ${before} limit ${AT_ONCE}`.execute(system)
    for (const { enterprise_id: enterpriseId, id } of rows)
      await writeTogether(system, pushWrites(enterpriseId, id, { to: 'installed', at }))
  })
}

/** Brings to another SM-DS what it has not been told yet: what began, and what ended. */
export async function tellSmds(server: Needs): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx(async (db) => {
    const { rows } = await sql<Unreported>`
      select enterprise_id, id, profile_id, event from eid_push
      where event in ('REGISTERING', 'DELETING') and event_due_at <= ${at} order by event_due_at limit ${AT_ONCE}`.execute(
      db,
    )
    return rows
  })
  for (const { enterprise_id: enterpriseId, id, event } of due) {
    await (event === 'REGISTERING' ? registerPush : closeEvent)(server, { enterpriseId, id })
  }
}
