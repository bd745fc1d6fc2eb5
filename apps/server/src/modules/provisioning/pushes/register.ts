import { sql } from 'kysely'
import { SmdsError } from '../smds/service.ts'
import { failPush } from './fail.ts'
import type { Server } from './port.ts'
import { type PushRecord, selectPush } from './queries.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'smds'>
type Place = { enterpriseId: string; id: string }

/** A registration that a process has begun is nobody else's for so long. */
export const REGISTERING_MS = 60_000

/** The event is there already: an answer of before was lost. */
const REGISTERED_BEFORE = '8.9.5/3.3'
const NOT_THERE = '8.9.5/3.9'

/**
 * Registers a push at the other SM-DS (ES12.RegisterEvent), outside any transaction. One that it refuses, or that does
 * not reach it, has failed, and counts as no use.
 * @returns whether it is registered
 */
export async function registerPush(server: Needs, place: Place): Promise<boolean> {
  const push = await read(server, place)
  if (push?.event !== 'REGISTERING' || push.state !== 'PUSHED') return push?.event === 'REGISTERED'
  const { eid, event_id: eventId, smdp_address: rspServerAddress } = push
  try {
    await server.smds.call('registerEvent', { eid, eventId, rspServerAddress, forwardingIndicator: false })
  } catch (error) {
    if (!(error instanceof SmdsError)) throw error
    if (error.code !== REGISTERED_BEFORE) {
      await refuse(server, push, `The SM-DS ${push.smds} did not take it: ${error.message}.`)
      return false
    }
  }
  await setEvent(server, place, 'REGISTERED')
  return true
}

async function refuse(server: Needs, push: PushRecord, reason: string): Promise<void> {
  const { enterprise_id: enterpriseId, id, profile_id: profileId } = push
  server.log.warn({ enterpriseId, id, reason }, 'an EID push was not registered')
  const failing = { enterpriseId, id, profileId, reason, actor: { kind: 'system' }, uncounted: true } as const
  await server.db.tenantTx(enterpriseId, (db) => failPush(server, db, failing))
}

const ATTEMPTS_AT_MOST = 20
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 6 * 60 * 60_000

/** Takes an event back from the other SM-DS (ES12.DeleteEvent); tried again, ever more rarely, until it is gone. */
export async function closeEvent(server: Needs, place: Place): Promise<void> {
  const push = await read(server, place)
  if (push?.event !== 'DELETING') return
  try {
    await server.smds.call('deleteEvent', { eid: push.eid, eventId: push.event_id })
  } catch (err) {
    if (!(err instanceof SmdsError)) throw err
    if (err.code !== NOT_THERE && push.event_attempts < ATTEMPTS_AT_MOST) return await putOff(server, push)
    if (err.code !== NOT_THERE) server.log.warn({ err, ...place }, 'an event stays at the SM-DS: it cannot be deleted')
  }
  await setEvent(server, place, 'CLOSED')
}

async function putOff(server: Needs, { enterprise_id: enterpriseId, id, event_attempts: before }: PushRecord) {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** before, LONGEST_PAUSE_MS)
  const dueAt = new Date(server.clock.now().getTime() + pause)
  await server.db.tenantTx(enterpriseId, (db) =>
    sql`update eid_push set event_attempts = event_attempts + 1, event_due_at = ${dueAt}
      where enterprise_id = ${enterpriseId} and id = ${id}`.execute(db),
  )
}

const read = ({ db }: Needs, { enterpriseId, id }: Place) =>
  db.tenantRead(enterpriseId, (db) => selectPush(db, enterpriseId, id))

async function setEvent({ db }: Needs, { enterpriseId, id }: Place, event: PushRecord['event']): Promise<void> {
  await db.tenantTx(enterpriseId, (db) =>
    sql`update eid_push set event = ${event}, event_attempts = 0
      where enterprise_id = ${enterpriseId} and id = ${id} and event in ('REGISTERING', 'DELETING')`.execute(db),
  )
}
