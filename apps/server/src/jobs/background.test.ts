import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as batch from '@simwright/contract/provisioning/batch'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { ID_OF } from '../db/retention.ts'
import { configured, finished, staged } from '../testing/generated.ts'
import { TEST_PURPOSE } from '../testing/outage.ts'
import { testServer } from '../testing/server.ts'
import { newSubscribers } from '../testing/subscriber.ts'
import { backgroundLoops, startBackground, watchedOf } from './background.ts'
import { readDue } from './due.ts'
import { RETENTION } from './retention-table.ts'

const t = await testServer({ background: 'none', isOwn: true })
const loops = backgroundLoops(t.server)
const watched = watchedOf(
  t.server,
  loops.map((one) => ({ ...one, wake: () => {} })),
)

/** Exports of a `jobs.ts` that are no work: what other modules or only tests call. */
const NO_WORK = ['notifyOperators', 'sendDue', 'settlePushes', 'writeMissingPdfs', 'runUpkeep', 'runAllRules']

test('all background work of the modules is in a list', async () => {
  const lists = globSync(join(import.meta.dirname, '*.ts'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const exported = await Promise.all(
    globSync(join(import.meta.dirname, '..', 'modules', '*', '*', 'jobs.ts')).map(async (path) =>
      Object.keys(await import(path)).map((name) => `${path.split('/').at(-2)}.${name}`),
    ),
  )
  const names = exported.flat()
  const missing = names.filter((name) => !NO_WORK.some((one) => name.endsWith(`.${one}`)) && !isIn(lists, name))
  expect(missing).toEqual([])
  expect(names.length).toBeGreaterThan(40)
})

const isIn = (text: string, name: string) => new RegExp(`\\b${name.split('.')[1]}\\b`).test(text)

test('each loop has a name of its own, and no loop is asked for more than once a second', () => {
  const names = loops.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(loops.filter(({ everyMs, restMs = everyMs }) => restMs < 1_000 || everyMs < 60_000)).toEqual([])
})

test('without anything to do, the statement names no loop', async () => {
  // work that other tests of this server or its start left
  await t.server.db.systemTx((db) => sql`delete from audit_inbox`.execute(db))
  expect(await readDue(t.server, watched)).toEqual(new Set())
})

test('the statement names the loop that has something to do', async () => {
  const { owner } = await t.enterprise()
  const configurationId = await configured(owner)
  const { id } = await staged(owner, { configurationId, rows: newSubscribers(2) })
  await owner.ask(batch.start, { sourceId: id })
  expect([...(await readDue(t.server, watched))].sort()).toEqual(['audit chains', 'batches'])
})

test('a statement that hangs holds up no other: a batch is generated while a table of another sweep is locked', async () => {
  const { owner } = await t.enterprise()
  const configurationId = await configured(owner)
  const { id } = await staged(owner, { configurationId, rows: newSubscribers(2) })
  // nothing queues it on this server: the sweep has to find it
  const { batchId } = await owner.ask(batch.start, { sourceId: id })
  const blocker = loginClient(t.server.databaseUrl, TEST_PURPOSE)
  await blocker.connect()
  await blocker.query('begin; lock table virtual_phone, campaign, payment in access exclusive mode')
  await t.server.jobs.start(t.server)
  const background = startBackground(t.server)
  try {
    expect(await finished(owner, batchId)).toMatchObject({ succeeded: 2, failed: 0 })
    const hanging = await blocker.query(`select from pg_locks where relation = 'campaign'::regclass and not granted`)
    expect(hanging.rowCount).toBeGreaterThan(0)
  } finally {
    await blocker.end()
    await background.stop()
  }
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Few rows in every installation. */
const SMALL_TABLES = [
  'tac_table',
  'es2plus_operator',
  'es2plus_certificate_directory',
  'virtual_phone_day',
  'restore',
  'rule_feed',
]

test('what is due is found by an index in every large table', async () => {
  const at = t.clock.now()
  type PlanRow = { 'QUERY PLAN': { Plan: Plan }[] }
  const scanned = await t.server.db.systemTx(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const found: string[] = []
    for (const { name, due } of watched) {
      const { rows } = await sql<PlanRow>`explain (format json) select ${due(at)}`.execute(db)
      const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: plan }) => nodesOf(plan))
      for (const node of nodes) if (node['Node Type'] === 'Seq Scan') found.push(`${name}: ${node['Relation Name']}`)
    }
    return found
  })
  expect(scanned.filter((one) => !SMALL_TABLES.some((table) => one.endsWith(`: ${table}`)))).toEqual([])
})

test('rows past their retention are found by an index that begins with their time, or by the time in their key', async () => {
  type Indexed = { table: string; column: string }
  const { rows } = await t.server.db.systemTx((db) =>
    sql<Indexed>`
      select c.relname as "table", a.attname as "column" from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and (a.attnum = i.indkey[0] or i.indisprimary and a.attnum = i.indkey[1]
        and a.attname in ('id', 'delivery_id'))`.execute(db),
  )
  const indexed = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  const columns = RETENTION.flatMap(({ drop }) =>
    typeof drop === 'function'
      ? []
      : drop.map((rows) => `${rows.table}.${'by' in rows ? ID_OF[rows.table] : rows.column}`),
  )
  expect(columns.length).toBeGreaterThan(25)
  expect(columns.filter((column) => !indexed.has(column) && column !== 'virtual_phone_day.day')).toEqual([])
})
