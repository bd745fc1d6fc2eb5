import type { EnterpriseId } from '../../../db/row-id.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { SmdsError } from '../smds/service.ts'
import { failPush } from './fail.ts'
import { type PushRecord, selectPush } from './queries.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'smds'>
type PushRef = { enterpriseId: EnterpriseId; id: string }

/** Other processes leave a registration in progress alone for this long. */
export const REGISTRATION_TIMEOUT_MS = 60_000

/** The event already exists: the answer to an earlier attempt was lost. */
const EVENT_REGISTERED = '8.9.5/3.3'
const EVENT_UNKNOWN = '8.9.5/3.9'

/**
 * Registers a push at the other SM-DS (ES12.RegisterEvent), outside any transaction. If the SM-DS refuses or cannot be
 * reached, the push fails and does not count as a use.
 * @returns whether it is registered
 */
export async function registerPush(server: Needs, ref: PushRef): Promise<boolean> {
  const push = await readPush(server, ref)
  if (push?.event !== 'REGISTERING' || push.state !== 'PUSHED') return push?.event === 'REGISTERED'
  const { eid, event_id: eventId, smdp_address: rspServerAddress } = push
  try {
    await server.smds.call('registerEvent', { eid, eventId, rspServerAddress, forwardingIndicator: false })
  } catch (error) {
    if (!(error instanceof SmdsError)) throw error
    if (error.code !== EVENT_REGISTERED) {
      await refuse(server, push, `The SM-DS ${push.smds} did not register it: ${error.message}.`)
      return false
    }
  }
  await setEvent(server, ref, 'REGISTERED')
  return true
}

async function refuse(server: Needs, push: PushRecord, reason: string): Promise<void> {
  const { enterprise_id: enterpriseId, id, profile_id: profileId } = push
  server.log.warn({ enterpriseId, id, reason }, 'an EID push was not registered')
  const failing = { enterpriseId, id, profileId, reason, actor: { kind: 'system' }, uncounted: true } as const
  await server.db.tenantTx(enterpriseId, (db) => failPush(server, db, failing))
}

const MAX_ATTEMPTS = 20
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 6 * 60 * 60_000

/**
 * Deletes an event at the other SM-DS (ES12.DeleteEvent); retried with exponential backoff up to `MAX_ATTEMPTS` times.
 */
export async function closeEvent(server: Needs, ref: PushRef): Promise<void> {
  const push = await readPush(server, ref)
  if (push?.event !== 'DELETING') return
  try {
    await server.smds.call('deleteEvent', { eid: push.eid, eventId: push.event_id })
  } catch (err) {
    if (!(err instanceof SmdsError)) throw err
    if (err.code !== EVENT_UNKNOWN && push.event_attempts < MAX_ATTEMPTS) return await postponeDeletion(server, push)
    if (err.code !== EVENT_UNKNOWN) server.log.warn({ err, ...ref }, 'an event could not be deleted at the SM-DS')
  }
  await setEvent(server, ref, 'CLOSED')
}

async function postponeDeletion(
  server: Needs,
  { enterprise_id: enterpriseId, id, event_attempts: before }: PushRecord,
) {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** before, MAX_PAUSE_MS)
  const dueAt = new Date(server.clock.now().getTime() + pause)
  await server.db.tenantTx(enterpriseId, (db) =>
    db
      .updateTable('eid_push')
      .set((set) => ({ event_attempts: set('event_attempts', '+', 1), event_due_at: dueAt }))
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .execute(),
  )
}

const readPush = ({ db }: Needs, { enterpriseId, id }: PushRef) =>
  db.tenantRead(enterpriseId, (db) => selectPush(db, id))

async function setEvent({ db }: Needs, { enterpriseId, id }: PushRef, event: PushRecord['event']): Promise<void> {
  await db.tenantTx(enterpriseId, (db) =>
    db
      .updateTable('eid_push')
      .set({ event, event_attempts: 0 })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('event', 'in', ['REGISTERING', 'DELETING'])
      .execute(),
  )
}
