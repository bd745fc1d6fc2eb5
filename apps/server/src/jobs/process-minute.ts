import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../db/database.ts'
import type { Row } from '../db/row.ts'
import { statement } from '../db/statement.ts'
import type { GlobalTables } from '../db/tables.gen.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { Counted } from '../runtime/metrics.ts'
import type { BackgroundLoop } from '../work/loop.ts'
import { freeMiB } from './disk-reserve.ts'

const MINUTE_MS = 60_000
const BYTES_A_MIB = 1024 * 1024

type Needs = Pick<Server, 'config' | 'db' | 'clock' | 'random' | 'log' | 'metrics'>

/** Writes what this process has counted, and the gauges: every minute, and a last time at the end. */
export function minuteLoop(server: Needs): BackgroundLoop {
  const write = minuteWriter(server)
  const end = () =>
    write().catch((err: unknown) => server.log.warn({ err }, 'the counters of this minute could not be written'))
  return { name: 'minute counters', everyMs: MINUTE_MS, firstMs: MINUTE_MS, run: write, end }
}

/**
 * Returns a function that writes what was counted since the last time. What could not be written is written the next
 * time.
 */
export function minuteWriter(server: Needs): () => Promise<void> {
  const process = server.random.uuid()
  return async () => {
    const minute = new Date(Math.floor(server.clock.now().getTime() / MINUTE_MS) * MINUTE_MS)
    const { rows, written } = server.metrics.takeCounted()
    const gauges = await readGauges(server)
    await server.db.globalTx(async (db) => {
      for (const row of rows) await insertCount(db, { minute, process, ...row })
      for (const gauge of gauges) await insertGauge(db, { minute, process, ...gauge })
    })
    written()
  }
}

type Gauge = { name: string; count: number }

async function readGauges(server: Needs): Promise<Gauge[]> {
  const free = await freeMiB(server.config)
  return await server.db.systemTx(async (db) => [
    { name: 'queue depth', count: await countQueued(db) },
    { name: 'storage used', count: await databaseMiB(db) },
    ...(free === undefined ? [] : [{ name: 'storage free', count: free }]),
  ])
}

const countQueuedStatement = statement(
  'count queued work',
  () => sql`
    select ((select count(*) from batch where process = 'PROCESSING')
      + (select count(*) from operation where process = 'PROCESSING')
      + (select count(*) from code_file where process = 'PROCESSING')
      + (select count(*) from mail_message where state = 'WAITING'))::integer as queued`,
  { present: ['queued'] },
)

/** Unfinished batches, operations and files, and mails to send, of all enterprises. */
async function countQueued(db: SystemDb): Promise<number> {
  return (await countQueuedStatement(db, {}))[0]!.queued
}

const databaseMiBStatement = statement(
  'select size of database',
  () => sql`select pg_database_size(current_database()) as bytes`,
  { present: ['bytes'] },
)

async function databaseMiB(db: SystemDb): Promise<number> {
  return Math.round(Number((await databaseMiBStatement(db, {}))[0]!.bytes) / BYTES_A_MIB)
}

type ProcessRow = Pick<Row<'process_minute', 'minute' | 'process'>, 'minute' | 'process'>

const insertCountStatement = statement(
  'insert count of minute',
  ({
    minute,
    process,
    name,
    count,
    buckets,
  }: Pick<ProcessRow, 'minute' | 'process'> & Pick<Counted, 'name' | 'count' | 'buckets'>) => sql`
    insert into process_minute as p (minute, process, name, count, buckets)
    values (${minute}, ${process}, ${name}, ${count}, ${buckets}::integer[])
    on conflict (name, minute, process) do update set count = p.count + excluded.count,
      buckets = (select array_agg(u.a + u.b order by u.i)
        from unnest(p.buckets, excluded.buckets) with ordinality u (a, b, i))`,
)

/** Adds to the row of the minute, which exists if the process has written in this minute before. */
async function insertCount(
  db: Kysely<GlobalTables>,
  { minute, process, name, count, buckets }: ProcessRow & Counted,
): Promise<void> {
  await insertCountStatement(db, { minute, process, name, count, buckets })
}

const insertGaugeStatement = statement(
  'insert gauge of minute',
  ({ minute, process, name, count }: Pick<ProcessRow, 'minute' | 'process'> & Gauge) => sql`
    insert into process_minute (minute, process, name, count) values (${minute}, ${process}, ${name}, ${count})
    on conflict (name, minute, process) do update set count = excluded.count`,
)

async function insertGauge(
  db: Kysely<GlobalTables>,
  { minute, process, name, count }: ProcessRow & Gauge,
): Promise<void> {
  await insertGaugeStatement(db, { minute, process, name, count })
}
