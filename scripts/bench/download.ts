import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { codesOf } from '../prove/codes.ts'
import { measureBareCrypto } from './bare-crypto.ts'
import type { Figure } from './figure.ts'
import { openFloor } from './floor.ts'
import type { Errand } from './phone-process.ts'
import { type Portal, startPortal } from './portal.ts'
import { databaseMeter } from './processor-time.ts'
import type { StatementCount } from './statement-count.ts'

/** Warm-up downloads, which compile the code and fill the caches. */
const WARM_UP = 1000
const DOWNLOADS = 1000
const TIMED = WARM_UP + DOWNLOADS
/** Downloads of which statements and WAL are counted, by many phones. */
const COUNTED = 512
const COUNTED_PHONES = 64
const MOST_STATEMENTS = 9
const MOST_ROUND_TRIPS = 9
const MOST_WAL_RECORDS = 90
const MOST_WAL_BYTES = 13_000
/** A backend of PostgreSQL reports its statistics at the latest when it was idle for 10 s. */
const REPORTED_MS = 12_000
const TIMES_CRYPTO = 8
const TIMES_FLOOR = 2

/**
 * Processor time of the server's process for a complete download: four ES9+ calls over kept-alive TLS, with the phones
 * in another process. The references are the cryptography of a download, and what no server in Node avoids: the
 * cryptography, four empty posts and seven statements. PostgreSQL's processor time is reported separately. Statements and
 * WAL are counted by further downloads.
 */
export async function benchDownload(): Promise<Figure[]> {
  const portal = await startPortal()
  const phones = fork(join(import.meta.dirname, 'phone-process.ts'), { serialization: 'advanced' })
  const gone = once(phones, 'exit').then(([code, signal]) => {
    throw new Error(`the phones ended with ${code ?? signal}`)
  })
  gone.catch(() => {})
  const floor = await openFloor(portal)
  try {
    const activationCodes = await makeCodes(portal)
    const visit = async (from: number, to: number, atOnce?: number) => {
      const { issuer, smdpPort } = portal
      const codes = activationCodes.slice(from, to)
      const errand: Errand = { issuer, smdpPort, firstSerial: from, activationCodes: codes, ...(atOnce && { atOnce }) }
      const done = once(phones, 'message')
      phones.send(errand)
      await Promise.race([done, gone])
    }
    await visit(0, WARM_UP)
    const database = await databaseMeter(portal.databaseUrl, floor.backendPid)
    const before = { server: await portal.cpuMs(), database: database() }
    const stopCrypto = measureBareCrypto()
    floor.measure()
    await visit(WARM_UP, TIMED)
    const bare = stopCrypto()
    const least = bare + (await floor.measured())
    const server = ((await portal.cpuMs()) - before.server) / DOWNLOADS
    const db = (database() - before.database) / DOWNLOADS
    return [
      { name: 'download', value: server, unit: 'ms', limit: bare * TIMES_CRYPTO, ratio: server / bare },
      { name: 'download.floor', value: server, unit: 'ms', limit: least * TIMES_FLOOR, ratio: server / least },
      { name: 'download.db', value: db, unit: 'ms', limit: bare * TIMES_CRYPTO, ratio: db / bare },
      ...(await countedFigures(portal, () => visit(TIMED, TIMED + COUNTED, COUNTED_PHONES))),
    ]
  } finally {
    phones.kill()
    floor.stop()
    await portal.stop()
  }
}

type Counts = StatementCount & { walRecords: number; walBytes: number }

/** What the downloads of `visit` send to the database and write to its log, with what follows from them in the background. */
async function countedFigures(portal: Portal, visit: () => Promise<void>): Promise<Figure[]> {
  const before = await countsOf(portal)
  await visit()
  const after = await countsOf(portal)
  const figure = (name: keyof Counts, unit: string, limit: number): Figure => {
    const value = (after[name] - before[name]) / COUNTED
    return { name: `download.${name}`, value, unit, limit, ratio: value / limit }
  }
  return [
    figure('statements', 'a download', MOST_STATEMENTS),
    figure('roundTrips', 'a download', MOST_ROUND_TRIPS),
    figure('walRecords', 'a download', MOST_WAL_RECORDS),
    figure('walBytes', 'bytes', MOST_WAL_BYTES),
  ]
}

async function countsOf(portal: Portal): Promise<Counts> {
  await sleep(REPORTED_MS)
  const database = new Database({ connectionString: portal.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ records: string; bytes: string }>(
    'select wal_records as records, wal_bytes as bytes from pg_stat_wal',
  )
  await database.end()
  const [{ records, bytes }] = rows as [{ records: string; bytes: string }]
  return { ...(await portal.statements()), walRecords: Number(records), walBytes: Number(bytes) }
}

async function makeCodes({ client }: Portal): Promise<string[]> {
  const configurationId = await configured(client)
  const { id } = await generated(client, { configurationId, rows: subscribers(TIMED + COUNTED) })
  return await codesOf(client, id)
}
