import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { loginClient } from '../../apps/server/src/db/connection.ts'
import { type Db, openDb } from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded/embedded.ts'
import type { LoginUrls } from '../../apps/server/src/db/logins.ts'
import { migrate, migrateWithin, migrationNames } from '../../apps/server/src/db/migrate.ts'
import { dropMonths, startOfMonth } from '../../apps/server/src/db/month.ts'
import { deleteExpiredById } from '../../apps/server/src/db/retention.ts'
import { prepareRoles } from '../../apps/server/src/db/role.ts'
import { countCalls, selectCalls } from '../../apps/server/src/modules/programs/calls/queries.ts'

const ROWS = '20000000'
const ENTERPRISES = 20
const MONTHS = 12
const FIRST_MONTHLY = '0420'

const LONGEST_DROP_MS = 1_000
/** The lock limit is half a second; a writer may also wait for a processor. */
const LONGEST_WAIT_MS = 700
/** A list with months may take so many times as long as without, or two milliseconds longer: planning sixteen partitions takes one. */
const LONGEST_RATIO = 2
const SLACK_MS = 2

const DAY_MS = 24 * 60 * 60_000

/**
 * The request log with 20 million rows: its lists before and after it is split by month, while a program writes; then with as many
 * rows in twelve months, of which one after the other is dropped.
 */
export async function proveRetention(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { rows: { type: 'string', default: ROWS } } })
  const rows = Number(values.rows)
  const folder = mkdtempSync(join(tmpdir(), 'simwright-retention-'))
  const embedded = await startEmbedded(folder, 'production')
  const owner = loginClient(embedded.urls.owner, 'proof')
  const db = openDb({ urls: embedded.urls })
  try {
    await owner.connect()
    return await prove({ db, owner, urls: embedded.urls, rows })
  } finally {
    await db.close()
    await owner.end()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Proof = { db: Db; owner: Client; urls: LoginUrls; rows: number }

async function prove({ db, owner, urls, rows }: Proof): Promise<boolean> {
  await migrateBeforeMonths(owner)
  await insertEnterprises(owner)
  const now = Date.now()
  await load({ owner, urls }, { rows, from: now - 365 * DAY_MS, to: now })
  const findings: Finding[] = []
  const whole = await listTimes(db, now)
  const split = await withWriter(urls, () => timed(() => migrate(owner)))
  findings.push(
    { what: `${rows} rows become the oldest month, by migrations`, ms: split.result },
    { what: 'a writer waits meanwhile, at most', ms: split.longestMs, limit: LONGEST_WAIT_MS },
  )
  // as autovacuum does: what the writer has just written costs a count a second read of each row, with or without months
  await owner.query('vacuum analyze program_call')
  const oldest = await listTimes(db, now)

  const months = await ahead(owner)
  const first = await withReader(urls, () =>
    withWriter(urls, () => timed(() => dropMonths(db, 'program_call', new Date(months[0]!)))),
  )
  findings.push(
    { what: `these ${rows} rows are dropped, next to a reader of 3 s`, ms: first.result },
    { what: 'a writer waits meanwhile, at most', ms: first.longestMs, limit: LONGEST_WAIT_MS },
  )
  await load({ owner, urls }, { rows, from: months[0]!, to: months[MONTHS]! })
  const monthly = await listTimes(db, months[MONTHS]!)
  findings.push(...(await dropEach({ db, urls, months, rows })))
  const left = await listTimes(db, months[MONTHS]!)

  for (const { what, ms, limit } of findings)
    console.log(`${what}: ${shown(ms)} ms${limit === undefined ? '' : ` (limit ${limit})`}`)
  console.log(`list, ms: ${['one table', 'one month', `${MONTHS} months`, 'after the drops'].join(' | ')}`)
  const isKept = whole.map(({ list, ms }, index) => {
    const others = [oldest, monthly, left].map((times) => times[index]!.ms)
    console.log(`  ${list}: ${[ms, ...others].map(shown).join(' | ')}`)
    return others.every((other) => other <= Math.max(ms * LONGEST_RATIO, ms + SLACK_MS))
  })
  return isKept.every(Boolean) && findings.every(({ ms, limit = Number.POSITIVE_INFINITY }) => ms <= limit)
}

type Finding = { what: string; ms: number; limit?: number }

const shown = (ms: number) => ms.toFixed(ms < 10 ? 2 : 0)

async function migrateBeforeMonths(owner: Client): Promise<void> {
  await prepareRoles(owner)
  await owner.query('begin')
  await migrateWithin(
    owner,
    (await migrationNames()).filter((name) => name < FIRST_MONTHLY),
  )
  await owner.query('commit')
}

const enterpriseId = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`

async function insertEnterprises(owner: Client): Promise<void> {
  await owner.query(`begin; set local role simwright_system;
    insert into platform (id, sys, app_name, icon_url, theme_color, created_at, mail_texts, updated_at)
      values ('${enterpriseId(0)}', 'proof', '', '', '#000000', now(), '{}', now());
    insert into enterprise (enterprise_id, platform_id, name, plan, state, created_at)
      select ('0190a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${enterpriseId(0)}', n::text, 'LAB', 'ACTIVE', now()
      from generate_series(1, ${ENTERPRISES}) n;
    commit`)
}

type Loading = { rows: number; from: number; to: number }

/** Two connections load half of the time each, in the order of time, as a server writes. */
async function load({ owner, urls }: Pick<Proof, 'owner' | 'urls'>, { rows, from, to }: Loading): Promise<void> {
  const halves = [0, 1].map((half) => ({
    from: from + ((to - from) * half) / 2,
    to: from + ((to - from) * (half + 1)) / 2,
  }))
  const seconds = await timed(() => Promise.all(halves.map((half) => loadPart(urls, { rows: rows / 2, ...half }))))
  await owner.query('vacuum analyze program_call')
  console.log(`loaded ${rows} rows in ${(seconds / 1000).toFixed(0)} s`)
}

async function loadPart(urls: LoginUrls, { rows, from, to }: Loading): Promise<void> {
  await asSystem(urls, (client) =>
    client.query(
      `insert into program_call (enterprise_id, id, at, program_id, program_kind, program_name, method, path, outcome, status,
         ms, address, request_id, cut)
       select ('0190a000-0000-7000-8000-' || lpad((n % ${ENTERPRISES} + 1)::text, 12, '0'))::uuid,
         t.id::uuid,
         to_timestamp(ms / 1000.0), ('0190a000-0000-7000-8000-' || lpad((n % 40)::text, 12, '0'))::uuid, 'KEY', 'Warehouse', 'POST',
         '/api/v1/profiles/list', case when n % 100 = 0 then 'REFUSED' else 'OK' end, 200, 12, '192.0.2.1', t.id, false
       from generate_series(1, $1::bigint) n, lateral (select ($2::bigint + ($3::bigint - $2::bigint) * n / ($1::bigint + 1)) as ms) m,
         lateral (select lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || left(md5(n::text), 15) as id) t`,
      [rows, Math.floor(from), Math.floor(to)],
    ),
  )
}

async function asSystem<T>(urls: LoginUrls, work: (client: Client) => Promise<T>): Promise<T> {
  const client = loginClient(urls.system, 'proof')
  await client.connect()
  try {
    await client.query('set role simwright_system')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The ends of the months that begin when the oldest one ends, one more than are filled; they are made ahead of their time. */
async function ahead(owner: Client): Promise<number[]> {
  const { rows } = await owner.query<{ end: Date }>(
    `select m.ends as end from months_of('program_call') m where m.part::text like '%_oldest'`,
  )
  const start = rows[0]!.end
  const ends = Array.from({ length: MONTHS + 1 }, (_, month) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month),
  )
  await owner.query(`select make_months('program_call', $1)`, [new Date(ends.at(-1)!)])
  return ends
}

/** Drops one month after the other while a program writes; of the last one, it first deletes rows, for comparison. */
async function dropEach({ db, urls, months, rows }: Omit<Proof, 'owner'> & { months: number[] }): Promise<Finding[]> {
  const limit = 50_000
  const end = startOfMonth(new Date(months[1]!))
  const rowsMs = await timed(() =>
    db.systemTx((system) => deleteExpiredById(system, { table: 'program_call', before: end, limit })),
  )
  const drops = await withWriter(urls, async () => {
    const times: number[] = []
    for (const month of months.slice(1, MONTHS)) {
      times.push(await timed(() => dropMonths(db, 'program_call', new Date(month))))
      await sleep(500)
    }
    return times
  })
  const ofMonth = Math.round(rows / MONTHS)
  return [
    {
      what: `a month of ${ofMonth} rows is dropped, longest of ${drops.result.length}`,
      ms: Math.max(...drops.result),
      limit: LONGEST_DROP_MS,
    },
    { what: 'a writer waits meanwhile, at most', ms: drops.longestMs, limit: LONGEST_WAIT_MS },
    { what: 'the rows of a month one by one would have taken', ms: (rowsMs * ofMonth) / limit },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Writes a row every ten milliseconds until `work` is done. @returns also the longest time that a row took */
async function withWriter<T>(urls: LoginUrls, work: () => Promise<T>): Promise<{ result: T; longestMs: number }> {
  let isDone = false
  let longestMs = 0
  const writing = asSystem(urls, async (client) => {
    for (let number = 0; !isDone; number += 1) {
      const at = Date.now()
      const ms = await timed(() =>
        client.query(
          `insert into program_call (enterprise_id, id, at, program_id, program_kind, program_name, method, path, outcome, status,
             ms, address, request_id, cut)
           values ($1, $2, $3, $1, 'KEY', 'Writer', 'POST', '/', 'OK', 200, 1, '', '', false)`,
          [enterpriseId(1), idAt(at, number), new Date(at)],
        ),
      )
      longestMs = Math.max(longestMs, ms)
      await sleep(10)
    }
  })
  try {
    const result = await work()
    isDone = true
    await writing
    return { result, longestMs }
  } finally {
    isDone = true
  }
}

function idAt(at: number, number: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Reads for three seconds, so that a month cannot be dropped meanwhile. */
async function withReader<T>(urls: LoginUrls, work: () => Promise<T>): Promise<T> {
  return await asSystem(urls, async (client) => {
    await client.query('begin; select from program_call limit 1')
    const reading = sleep(3_000).then(() => client.query('commit'))
    const result = await work()
    await reading
    return result
  })
}

type ListTime = { list: string; ms: number }

const RUNS = 101

/**
 * The times of the lists of the request log, of an enterprise account with a twentieth of the rows: of the fastest quarter of the
 * runs the slowest, because what else the machine does makes the others longer.
 */
async function listTimes(db: Db, newest: number): Promise<ListTime[]> {
  const page = { direction: 'desc', limit: 50, keyset: undefined } as const
  const middle = { value: '', id: idAt(newest - 20 * DAY_MS, 0) }
  const lists: Readonly<Record<string, Parameters<typeof selectCalls>[1]>> = {
    'first page': { ...page, filter: {} },
    'first page of a program': { ...page, filter: { programId: enterpriseId(1) } },
    'first page of refused calls': { ...page, filter: { outcome: ['REFUSED'] } },
    'page after 20 days': { ...page, filter: {}, keyset: middle },
    'oldest first': { ...page, direction: 'asc', filter: {} },
  } as never
  const times: ListTime[] = []
  const run = (work: Parameters<Db['tenantRead']>[1]) => timed(() => db.tenantRead(enterpriseId(2), work))
  for (const [list, wanted] of Object.entries(lists))
    times.push({ list, ms: await quartile(() => run((tenant) => selectCalls(tenant, wanted))) })
  times.push({
    list: 'number of calls, up to its limit',
    ms: await quartile(() => run((tenant) => countCalls(tenant, {}))),
  })
  return times
}

async function quartile(run: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < RUNS; count += 1) times.push(await run())
  return times.toSorted((one, other) => one - other)[Math.floor(RUNS / 4)]!
}
