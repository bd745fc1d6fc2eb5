import { randomBytes } from 'node:crypto'
import {
  beginRandom,
  beginUnstored,
  type InitiateAuthentication,
  recognizeUnstored,
  type ServerCredentials,
  type SessionPlace,
  timeOfUnstored,
  type UnstoredSession,
} from '@simwright/rsp'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { statement } from '../../../db/statement.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { readLastRestore } from '../../platform/restores/service.ts'
import { openOwnCardKey } from '../../platform/vault/service.ts'

/** A session accepts steps for this long; its row stays, because installation results arrive later. */
export const SESSION_LIFE_MS = 10 * 60 * 1000

/** The clocks of the processes on a database may differ by this much. */
export const CLOCK_DIFFERENCE_MS = 5_000

type Begin = InitiateAuthentication<ServerCredentials>['begin']

type Recognition = {
  transactionId: Uint8Array
  at: Date
  ciKeyIds: readonly Uint8Array[]
  serverCiKeyIds: readonly Uint8Array[]
}

/**
 * Begins the sessions of ES9+ and ES11 without storing them, and recognizes them again in any process on the database.
 * InitiateAuthentication runs no statement.
 */
export type SessionIssuer = {
  /** @returns `isStored`: the caller has to store the session, because an older version is running */
  begin(place: SessionPlace, at: Date): Promise<{ begin: Begin; isStored: boolean }>
  /** @returns undefined for an id that no process has issued here, or that is expired or from the future */
  recognize(place: SessionPlace, of: Recognition): Promise<UnstoredSession | undefined>
  /**
   * Opens the key of the next month a day before, and finds out whether an older version is still running; runs every
   * minute, and mostly has nothing to ask the database.
   */
  refresh(): void
}

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random' | 'log'>

export async function openSessionIssuer(server: Needs): Promise<SessionIssuer> {
  const { db, clock, random, log } = server
  const keyOf = await openSessionKeys(server)
  let isStored = await isOlderConnected(db)
  const openKeys = async () => {
    for (const aheadMs of [0, DAY_MS]) await keyOf(new Date(clock.now().getTime() + aheadMs))
  }
  const refreshNow = async () => {
    // an older version does not start on the tables of this one, so none follows
    if (isStored) isStored = await isOlderConnected(db)
    await openKeys()
  }
  await openKeys()
  return {
    begin: async (place, at) => {
      const endsAt = new Date(at.getTime() + SESSION_LIFE_MS)
      const bytes = (length: number) => random.bytes(length)
      if (isStored) return { begin: beginRandom({ random: bytes, endsAt }), isStored }
      return { begin: beginUnstored({ place, key: await keyOf(at), at, endsAt, random: bytes }), isStored }
    },
    recognize: async (place, { transactionId, at, ciKeyIds, serverCiKeyIds }) => {
      const begunAt = timeOfUnstored(transactionId)
      const age = begunAt === undefined ? Number.NaN : at.getTime() - begunAt.getTime()
      if (begunAt === undefined || !(age >= -CLOCK_DIFFERENCE_MS && age < SESSION_LIFE_MS)) return undefined
      const endsAt = new Date(begunAt.getTime() + SESSION_LIFE_MS)
      return recognizeUnstored({ transactionId, place, key: await keyOf(begunAt), endsAt, ciKeyIds, serverCiKeyIds })
    },
    refresh: () => {
      refreshNow().catch((err: unknown) => log.warn({ err }, 'the keys of sessions could not be refreshed'))
    },
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The current month, its neighbors, and one more. */
const MONTHS_MAX = 4

const monthOf = (time: Date): string => time.toISOString().slice(0, 7)

/**
 * The key of sessions that begin at a time: each month has its own, shared by all processes. The time in the transaction
 * ID names it, so the previous key is valid until its last session ends. The keys of a restored database are new, because
 * they belong to a database of a cluster and to its last restore: what was used after that time is unknown there.
 */
async function openSessionKeys({ db, vault, clock }: Needs): Promise<(time: Date) => Promise<Uint8Array>> {
  const [database, restore] = await Promise.all([selectDatabase(db), readLastRestore(db.global)])
  const rows = restore === undefined ? database : `${database} ${restore}`
  const keys = new Map<string, Promise<Uint8Array>>()
  const open = async (month: string) => {
    const name = `session ${rows} ${month}`
    const make = () => new Secret<Uint8Array>(randomBytes(32))
    return (await openOwnCardKey(vault, db, { name, make, at: clock.now() })).reveal()
  }
  const keyOf = (time: Date): Promise<Uint8Array> => {
    const month = monthOf(time)
    const known = keys.get(month)
    if (known) return known
    const opening = open(month)
    keys.set(month, opening)
    // the next call tries again
    opening.catch(() => keys.delete(month))
    for (const oldest of keys.keys()) if (keys.size > MONTHS_MAX) keys.delete(oldest)
    return opening
  }
  return keyOf
}

const databaseStatement = statement(
  'select name of database',
  () => sql`
    select (select system_identifier from pg_control_system()) || '/' || oid as name
    from pg_database where datname = current_database()`,
  { present: ['name'] },
)

/** A restore makes a new database, and mostly a new cluster. */
async function selectDatabase({ global }: Pick<Db, 'global'>): Promise<string> {
  return (await databaseStatement(global, {}))[0]!.name
}

/** The connection that each process of a version without unstored sessions keeps open; it is now called `simwright listener`. */
const OLDER_LISTENER = 'simwright listen'

const olderStatement = statement(
  'select connection of older process',
  () => sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${OLDER_LISTENER} limit 1`,
)

/**
 * Whether a process is connected whose version knows stored sessions only. It could not continue an unstored one, so
 * sessions are stored until it ends. A later version, whose predecessors all accept unstored sessions, needs neither this
 * nor stored sessions in the state INITIATED: their insert, their update in `session.ts`, `takeSession` of the SM-DS.
 */
async function isOlderConnected({ global }: Pick<Db, 'global'>): Promise<boolean> {
  return (await olderStatement(global, {})).length > 0
}
