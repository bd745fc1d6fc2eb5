import type { EventEntry, OpenedSession } from '@simwright/rsp'
import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'

type AnyDb = Kysely<GlobalTables> | SystemDb

export type NewEvent = EventEntry & {
  eid: string
  /** OID of the SM-DP+ that registers it; empty for our own. */
  owner: string
  trust: 'test' | 'live'
  at: Date
}

const insertEventStatement = statement(
  'insert SM-DS event',
  ({
    eid,
    eventId,
    owner,
    rspServerAddress,
    trust,
    at,
  }: Pick<NewEvent, 'eid' | 'eventId' | 'owner' | 'rspServerAddress' | 'trust' | 'at'>) => sql`
    insert into smds_event (eid, event_id, owner, rsp_server_address, device_trust, created_at)
    values (${eid}, ${eventId}, ${owner}, ${rspServerAddress}, ${trust}, ${at})
    on conflict (eid, event_id) do nothing returning event_id`,
)

/** @returns false when the EID has an event with this EventID already */
export async function insertEvent(db: AnyDb, event: NewEvent): Promise<boolean> {
  const { eid, eventId, owner, rspServerAddress, trust, at } = event
  return (await insertEventStatement(db, { eid, eventId, owner, rspServerAddress, trust, at })).length > 0
}

export type EventName = Pick<NewEvent, 'eid' | 'eventId' | 'owner' | 'trust'>

const deleteEventStatement = statement(
  'delete SM-DS event',
  ({ eid, eventId, owner, trust }: Pick<EventName, 'eid' | 'eventId' | 'owner' | 'trust'>) => sql`
    delete from smds_event
    where eid = ${eid} and event_id = ${eventId} and owner = ${owner} and device_trust = ${trust} returning event_id`,
)

/**
 * The trust class must match, because under a test issuer anyone can use any SM-DP+ OID. @returns whether it existed
 */
export async function deleteEvent(db: AnyDb, { eid, eventId, owner, trust }: EventName): Promise<boolean> {
  return (await deleteEventStatement(db, { eid, eventId, owner, trust })).length > 0
}

const countEventsStatement = statement(
  'count SM-DS events',
  ({ eid, trust }: Pick<NewEvent, 'eid' | 'trust'>) => sql`
    select count(*) as counted from smds_event where eid = ${eid} and device_trust = ${trust}`,
  { present: ['counted'] },
)

export async function countEvents(db: AnyDb, { eid, trust }: Pick<NewEvent, 'eid' | 'trust'>): Promise<number> {
  return Number((await countEventsStatement(db, { eid, trust }))[0]!.counted)
}

type Asked = { eid: string; trust: 'test' | 'live'; eventId?: string | undefined }

/** The events of an eUICC, oldest first; only the given EventID if there is one. */
const eventsOf = ({ eid, trust, eventId }: Asked) => sql`
  select event_id as "eventId", rsp_server_address as "rspServerAddress" from smds_event
  where eid = ${eid} and device_trust = ${trust} ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
  order by created_at, event_id`

const eventsStatement = shapedStatement(
  'select SM-DS events',
  ({ asked, session }: { asked: Asked; session: NewSession | undefined }) =>
    session === undefined ? eventsOf(asked) : sql`with used as (${insertOf(session)}) ${eventsOf(asked)}`,
  { shapes: [{ session: undefined }] },
)

export async function selectEvents(db: AnyDb, asked: Asked): Promise<EventEntry[]> {
  return await eventsStatement(db, { asked, session: undefined })
}

type NewSession = OpenedSession & { address: string }

/** @throws unique_violation of smds_session_pkey */
const insertOf = (session: NewSession) => sql`
  insert into smds_session (transaction_id, server_address, server_challenge, ci_key_id, server_ci_key_id, address,
    expires_at)
  values (${Buffer.from(session.transactionId)}, ${session.serverAddress}, ${Buffer.from(session.serverChallenge)},
    ${Buffer.from(session.ciKeyId)}, ${Buffer.from(session.serverCiKeyId)}, ${session.address}, ${session.endsAt})`

export async function insertSession(db: AnyDb, session: NewSession): Promise<void> {
  await insertOf(session).execute(db)
}

/**
 * Selects the events of an eUICC, and uses up its session, which was not stored, in the same statement.
 * @returns undefined when the session is used up
 */
export async function selectEventsOnce(
  db: AnyDb,
  session: NewSession,
  asked: Asked,
): Promise<EventEntry[] | undefined> {
  try {
    return await eventsStatement(db, { asked, session })
  } catch (error) {
    if (isUniqueViolation(error, 'smds_session_pkey')) return undefined
    throw error
  }
}

const takeSessionStatement = statement(
  'take SM-DS session',
  ({ transactionId }: { transactionId: Uint8Array }) => sql`
    delete from smds_session where transaction_id = ${transactionId}
    returning transaction_id as "transactionId", server_address as "serverAddress",
      server_challenge as "serverChallenge", ci_key_id as "ciKeyId", server_ci_key_id as "serverCiKeyId",
      expires_at as "endsAt"`,
)

/** Deletes and returns a stored session: it allows one call after InitiateAuthentication. */
export async function takeSession(db: AnyDb, transactionId: Uint8Array): Promise<OpenedSession | undefined> {
  return (await takeSessionStatement(db, { transactionId: Buffer.from(transactionId) }))[0]
}
