import { PUSH_HOURS } from '@simwright/contract/provisioning/push'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { writeTogether } from '../../../db/write-together.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { failPush } from './fail.ts'
import { pushWrites } from './hook.ts'
import type { PushRecord } from './queries.ts'
import { closeEvent, registerPush } from './register.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'smds'>

/** Pushes per sweep; the next sweep continues. */
const PUSHES_PER_SWEEP = 100
const REST_MS = 5_000
const PUSH_LIFETIME_MS = PUSH_HOURS * 60 * 60_000

const LATE = `No device came for it within ${PUSH_HOURS} hours.`
const GONE = 'Its activation code was closed or changed in the portal.'

type PushKey = Pick<PushRecord, 'enterprise_id' | 'id' | 'profile_id'>
type OpenPush = PushKey & Cursor & { late: boolean; gone: boolean }
/** Open pushes that are compared with their orders in one run; the next run continues after them. */
const PUSHES_PER_RUN = 2_000

type Cursor = Pick<PushRecord, 'enterprise_id' | 'order_id'>

/** Settles pushes, some thousand in each run. Any number of processes can do so at the same time. */
export function pushLoop(server: Needs): BackgroundLoop {
  let cursor: Cursor | undefined
  return {
    name: 'pushes',
    everyMs: SELDOM_MS,
    restMs: REST_MS,
    due: pushesDue,
    run: async () => {
      cursor = await settleSome(server, cursor)
    },
  }
}

/** Settles all pushes. */
export async function settlePushes(server: Needs): Promise<void> {
  for (let cursor = await settleSome(server); cursor; ) cursor = await settleSome(server, cursor)
}

/** Whether there are pushes that are compared with their orders. */
const pushesDue = () => condition`exists (select from eid_push where state = 'PUSHED' and event <> 'CLOSED')`

/**
 * Fails the pushes that no device has used in time, and those whose order was closed or changed in the portal. Safe to
 * run in several processes at once: a push ends once.
 * @returns where the next run continues; undefined after the last push
 */
async function settleSome(server: Needs, after?: Cursor): Promise<Cursor | undefined> {
  const before = new Date(server.clock.now().getTime() - PUSH_LIFETIME_MS)
  const read = await server.db.systemTx((db) => selectOpen(db, { before, after }))
  for (const { enterprise_id: enterpriseId, id, profile_id: profileId, late, gone } of read) {
    if (!late && !gone) continue
    const actor = { kind: 'system' } as const
    const failing = { enterpriseId, id, profileId, reason: late ? LATE : GONE, actor }
    await server.db.tenantTx(enterpriseId, (db) => failPush(server, db, failing))
  }
  return read.length === PUSHES_PER_RUN ? read.at(-1) : undefined
}

const openStatement = shapedStatement(
  'select open pushes',
  ({ before, after }: { before: Date; after: Cursor | undefined }) => sql`
    select p.enterprise_id, p.id, p.profile_id, p.order_id, p.created_at <= ${before} as late,
      o.push_id is distinct from p.id or o.eid is distinct from p.eid or o.state not in ('Released', 'Downloaded') as gone
    from (select * from eid_push where state = 'PUSHED' and event <> 'CLOSED'
        ${after ? sql`and (enterprise_id, order_id) > (${after.enterprise_id}, ${after.order_id})` : sql``}
      order by enterprise_id, order_id limit ${PUSHES_PER_RUN}) p
    join download_order o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
    order by p.enterprise_id, p.order_id`,
  { present: ['late', 'gone'] },
)

async function selectOpen(
  db: SystemDb,
  { before, after }: { before: Date; after: Cursor | undefined },
): Promise<OpenPush[]> {
  return await openStatement(db, { before, after })
}

/** A delivered package without an installation result is retained this long (smdp: PACKAGE_RETENTION_MS). */
const RETRY_PERIOD_MS = 30 * 24 * 60 * 60_000

const oldStatement = statement(
  'select old pushes',
  ({ before }: { before: Date }) => sql`
    select enterprise_id, id, profile_id from eid_push
    where event = 'REGISTERED' and state = 'DOWNLOADED' and state_at <= ${before} limit ${PUSHES_PER_SWEEP}`,
)

/** Deletes the events of downloads that were never finished. */
export async function closeOldPushes({ db, clock }: Needs): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - RETRY_PERIOD_MS)
  await db.systemTx(async (system) => {
    for (const { enterprise_id: enterpriseId, id } of await oldStatement(system, { before }))
      await writeTogether(system, pushWrites(enterpriseId, id, { to: 'installed', at }))
  })
}

const dueEventsStatement = statement(
  'select pushes with due events',
  ({ at }: { at: Date }) => sql`
    select enterprise_id, id, profile_id, event from eid_push
    where event in ('REGISTERING', 'DELETING') and event_due_at <= ${at} order by event_due_at limit ${PUSHES_PER_SWEEP}`,
)

/** Registers and deletes events at the other SM-DS that are still due. */
export async function syncSmdsEvents(server: Needs): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx((db) => dueEventsStatement(db, { at }))
  for (const { enterprise_id: enterpriseId, id, event } of due) {
    await (event === 'REGISTERING' ? registerPush : closeEvent)(server, { enterpriseId, id })
  }
}

/** Whether {@link syncSmdsEvents} finds an event. */
export const smdsEventsDue = (at: Date) => condition`
  (select min(event_due_at) from eid_push where event in ('REGISTERING', 'DELETING') and event <> 'CLOSED') <= ${at}`
