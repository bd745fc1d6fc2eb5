import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Db, Replica, TenantDb } from './database.ts'
import { beatStatement, type Heartbeat } from './heartbeat.ts'
import type { EnterpriseId } from './row-id.ts'
import { isUnreachable } from './unreachable.ts'

/*
 * A replica follows the database by streaming replication and serves reports and exports. A row that is written now and then,
 * the heartbeat, tells how far it has come; the times are those of the database that writes it.
 */

/** A source of what one report or export reads. */
export type Reading = {
  /** What was committed by then is included; undefined: by the beginning of each read, because the database itself is read. */
  asOf: Date | undefined
  /** Runs a read-only transaction. */
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
}

type Needs = { db: Db; log: { warn(facts: object, text: string): void } }

type Wanted = {
  enterpriseId: EnterpriseId
  /** `latest`: a replica is read only if it has everything that was committed before the call. */
  wants: 'latest' | 'recent'
}

/** How long a heartbeat may take to arrive, and how often the replica is asked for it. */
const ARRIVE_MS = 2_000
const POLL_MS = 50
const REST_MS = 30_000

/**
 * What a report or an export reads: the replica, if there is one that is not too far behind, else the database itself, which
 * also takes over when the replica fails meanwhile.
 */
export async function openReading({ db, log }: Needs, { enterpriseId, wants }: Wanted): Promise<Reading> {
  const { replica } = db
  const readPrimary: Reading['read'] = (work) => db.tenantRead(enterpriseId, work)
  const primary: Reading = { asOf: undefined, read: readPrimary }
  if (!replica || performance.now() < replica.restsUntilMs) return primary
  const leave = (err: unknown) => {
    replica.restsUntilMs = performance.now() + REST_MS
    log.warn({ err }, 'the replica cannot be read; the database itself serves reports and exports')
  }
  try {
    const found = wants === 'latest' ? await awaitLatest(db, replica) : await replica.readHeartbeat()
    if (!found || !isRecent(found, replica)) return primary
    return { asOf: found.at, read: (work) => readEither(work, { replica, enterpriseId, readPrimary, leave }) }
  } catch (error) {
    leave(error)
    return primary
  }
}

export const isRecent = ({ ageMs }: Pick<Heartbeat, 'ageMs'>, { maxLagMs }: Pick<Replica, 'maxLagMs'>): boolean =>
  ageMs <= maxLagMs

/** Writes a heartbeat and waits shortly until it has arrived: what was committed before has arrived, too. */
async function awaitLatest(db: Db, replica: Replica): Promise<Heartbeat | undefined> {
  const wanted = await beat(db, 0)
  if (!wanted) return undefined
  for (const end = performance.now() + ARRIVE_MS; performance.now() < end; await sleep(POLL_MS)) {
    const found = await replica.readHeartbeat()
    if (found.at >= wanted) return found
  }
  return undefined
}

type Either = Pick<Wanted, 'enterpriseId'> & {
  replica: Replica
  readPrimary: Reading['read']
  leave: (error: unknown) => void
}

async function readEither<T>(
  work: (db: TenantDb) => Promise<T>,
  { replica, enterpriseId, readPrimary, leave }: Either,
): Promise<T> {
  if (performance.now() < replica.restsUntilMs) return await readPrimary(work)
  try {
    return await replica.tenantRead(enterpriseId, work)
  } catch (error) {
    if (!isOfDatabase(error)) throw error
    leave(error)
    return await readPrimary(work)
  }
}

/** A replica can be gone, cancel a read that conflicts with what it has to apply, or lack a column of the newest migration. */
const isOfDatabase = (error: unknown) => error instanceof DatabaseError || isUnreachable(error)

/** Writes the time of the database if the heartbeat is so old, also about a call that only reads. @returns it */
export async function beat(db: Pick<Db, 'global' | 'bookkeeping'>, olderThanMs: number): Promise<Date | undefined> {
  return await db.bookkeeping(async () => (await beatStatement(db.global, { olderThanMs }))[0]?.at)
}
