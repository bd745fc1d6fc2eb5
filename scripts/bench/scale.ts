import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { codesOf } from '../prove/codes.ts'
import { openClient } from './api.ts'
import type { Figure } from './figure.ts'
import type { Errand } from './phone-process.ts'
import { type Portal, startPortal } from './portal.ts'
import { databaseMeter } from './processor-time.ts'

const WARM_UP = 500
const PROFILES = 5_000
const DOWNLOADS = 500
const CALLS = 2_000
/** Counters are folded and statistics reported by then. */
const SETTLED_MS = 15_000

/** What one profile, download or call may take, by the paper plan (docs/scale.md). */
const LIMITS = {
  profile: { rows: 12, bytes: 12_000, walBytes: 20_000, serverMs: 5, databaseMs: 5 },
  download: { rows: 20, bytes: 20_000, walBytes: 30_000, serverMs: 30, databaseMs: 30 },
  call: { rows: 2.5, bytes: 1_500, walBytes: 2_500, serverMs: 10, databaseMs: 5 },
} as const

type Taken = { rows: number; bytes: number; walBytes: number; serverMs: number; databaseMs: number }

const UNITS: Readonly<Record<keyof Taken, string>> = {
  rows: 'rows',
  bytes: 'bytes',
  walBytes: 'bytes',
  serverMs: 'ms',
  databaseMs: 'ms',
}

/**
 * What one more profile, download and call of a program leaves in the database and takes from the machine: rows, bytes with
 * indexes, write-ahead log, and processor time of the server and of PostgreSQL, with what follows in the background.
 */
export async function benchScale(): Promise<Figure[]> {
  const portal = await startPortal()
  const phones = fork(join(import.meta.dirname, 'phone-process.ts'), { serialization: 'advanced' })
  try {
    const meter = await databaseMeter(portal.databaseUrl)
    const configurationId = await configured(portal.client)
    const generate = async (from: number, count: number) =>
      await generated(portal.client, { configurationId, rows: subscribers(count, from) })
    await generate(0, WARM_UP)
    const taken = async (times: number, work: () => Promise<unknown>): Promise<Taken> => {
      const before = await stateOf(portal, meter)
      await work()
      const after = await stateOf(portal, meter)
      const one = (name: keyof Taken) => (after[name] - before[name]) / times
      return Object.fromEntries(Object.keys(UNITS).map((name) => [name, one(name as keyof Taken)])) as Taken
    }
    let id = ''
    const profile = await taken(PROFILES, async () => {
      id = (await generate(WARM_UP, PROFILES)).id
    })
    const codes = await codesOf(portal.client, id)
    const visit = async (from: number, to: number) => {
      const errand: Errand = {
        issuer: portal.issuer,
        smdpPort: portal.smdpPort,
        firstSerial: from,
        activationCodes: codes.slice(from, to),
      }
      const done = once(phones, 'message')
      phones.send(errand)
      await done
    }
    await visit(0, WARM_UP)
    const download = await taken(DOWNLOADS, () => visit(WARM_UP, WARM_UP + DOWNLOADS))
    const client = await openClient(portal)
    const ask = async (count: number) => {
      for (let asked = 0; asked < count; asked += 1) await client.call('/config/list', { pageParam: { pageSize: 1 } })
    }
    await ask(WARM_UP)
    const call = await taken(CALLS, () => ask(CALLS))
    return Object.entries({ profile, download, call }).flatMap(([what, values]) =>
      Object.entries(values).map(([name, value]) => {
        const limit = LIMITS[what as keyof typeof LIMITS][name as keyof Taken]
        return { name: `scale.${what}.${name}`, value, unit: UNITS[name as keyof Taken], limit, ratio: value / limit }
      }),
    )
  } finally {
    phones.kill()
    await portal.stop()
  }
}

async function stateOf(portal: Portal, databaseMs: () => number): Promise<Taken> {
  await sleep(SETTLED_MS)
  const database = new Database({ connectionString: portal.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ rows: number; bytes: number; wal: number }>(`
    select sum(s.n_tup_ins - s.n_tup_del)::float8 as rows, sum(pg_total_relation_size(s.relid))::float8 as bytes,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as wal
    from pg_stat_user_tables s where s.schemaname = 'public'`)
  await database.end()
  const [{ rows: count, bytes, wal }] = rows as [{ rows: number; bytes: number; wal: number }]
  return { rows: count, bytes, walBytes: wal, serverMs: await portal.cpuMs(), databaseMs: databaseMs() }
}
