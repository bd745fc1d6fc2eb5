import * as batch from '@simwright/contract/provisioning/batch'
import { sql } from 'kysely'
import type { Client as PgClient } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { cardKeysOf, configured, finished, generated, outcomesOf, staged } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers as fresh } from '../../../testing/subscriber.ts'
import { wakeBatches } from './jobs.ts'
import { completeBatch, lockBatch } from './queries.ts'
import { runBatch } from './run.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer({ isOwn: true })
  enterprise = await t.enterprise()
})

describe('a batch', () => {
  test('that is canceled reports the rows that were not done', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Canceled' })
    const { id } = await staged(enterprise.owner, { configurationId, rows: fresh(2_500) })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await enterprise.owner.ask(batch.cancel, { id: batchId })
    const done = await finished(enterprise.owner, batchId)
    expect(done).toMatchObject({ process: 'COMPLETE', canceled: true, processed: 2_500 })
    expect(done.failed).toBeGreaterThan(0)
    const failed = await enterprise.owner.ask(batch.rows, { id: batchId, only: 'failed' })
    expect(failed.items[0]).toMatchObject({ success: false, reason: 'The batch was canceled.' })
    expect(await enterprise.owner.refusal(batch.cancel, { id: batchId })).toMatchObject({ code: '13019' })
  })

  test('streams its progress until it ends', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Watched' })
    const { id } = await staged(enterprise.owner, { configurationId, rows: fresh(3_000) })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    const seen: number[] = []
    for await (const { processed } of enterprise.owner.events(batch.progress, {})) seen.push(processed)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(await enterprise.owner.ask(batch.get, { id: batchId })).toMatchObject({
      process: 'COMPLETE',
      succeeded: 3_000,
    })
  })

  test('of a dead process is taken over when its lease expires, and not before', async () => {
    const setLease = (until: string) =>
      t.server.db.tenantTx(enterprise.id, async (db) => {
        const lease = {
          lease_holder: t.server.random.uuid(),
          lease_until: sql<Date>`clock_timestamp() + ${until}::interval`,
        }
        const change = { process: 'PROCESSING', completed_at: null, ...lease } as const
        const changed = db.updateTable('batch').set(change).where('id', '=', batchId)
        const { next_part: part } = await changed.returning('next_part').executeTakeFirstOrThrow()
        return { holder: lease.lease_holder, part }
      })
    const configurationId = await configured(enterprise.owner, { name: 'Vanished' })
    const [one] = fresh(1)
    const { batchId } = await enterprise.owner.ask(batch.single, {
      configurationId,
      iccid: one!.ICCID!,
      imsi: one!.IMSI!,
      makeKeys: true,
    })
    const { holder, part } = await setLease('10 minutes')
    await wakeBatches(t.server)
    const key = { enterpriseId: enterprise.id, id: batchId }
    await runBatch(t.server, key)
    const other = t.server.random.uuid()
    await t.server.db.tenantTx(enterprise.id, async (db) => {
      expect(await lockBatch(db, key, { holder, part })).toEqual({ cancel_requested_at: null })
      expect(await lockBatch(db, key, { holder: other, part })).toBeUndefined()
      expect(await completeBatch(db, key, { holder: other, at: t.clock.now() })).toBeUndefined()
    })
    expect(await enterprise.owner.ask(batch.get, { id: batchId })).toMatchObject({ process: 'PROCESSING' })
    await setLease('-1 second')
    await wakeBatches(t.server)
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ process: 'COMPLETE' })
  })

  test('is listed newest first, and found by its code', async () => {
    const { items } = await enterprise.owner.ask(batch.list, { limit: 5 })
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    const found = await enterprise.owner.ask(batch.list, { filter: { code: items[1]!.code } })
    expect(found.items.map(({ id }) => id)).toEqual([items[1]!.id])
  })

  test('can be filtered, and the export has the same rows', async () => {
    const { owner } = enterprise
    const { items } = await owner.ask(batch.list, { limit: 200 })
    const { code, createdAt: at } = items[0]!
    const begin = await owner.ask(batch.list, { filter: { code: code.slice(0, 5).toLowerCase() }, limit: 200 })
    expect(begin.items.every((one) => one.code.startsWith(code.slice(0, 5)))).toBe(true)
    const counted = async (filter: object) => (await owner.ask(batch.list, { filter })).total
    expect((await counted({ failures: true })) + (await counted({ failures: false }))).toBe(items.length)
    expect(await counted({ protection: 'PGP' })).toBe(0)
    expect(await counted({ from: new Date(Date.parse(at) + 1).toISOString() })).toBe(0)
    const filter = { configurationId: items[0]!.configurationId!, to: new Date(Date.parse(at) + 1).toISOString() }
    const { text } = await owner.file(batch.exportLog, { filter })
    expect(text.trim().split('\r\n')).toHaveLength(1 + (await counted(filter)))
    expect(text).toContain(code)
    const finance = await enterprise.member('Finance')
    expect((await finance.refusal(batch.exportLog, {})).code).toBe('19403')
  })

  test('is visible only to its enterprise', async () => {
    const { items } = await enterprise.owner.ask(batch.list, { limit: 1 })
    const other = await t.enterprise()
    for (const endpoint of [batch.get, batch.rows, batch.cancel, batch.result, batch.progress])
      expect(await other.owner.refusal(endpoint, { id: items[0]!.id })).toMatchObject({ code: '19404' })
  })
})

describe('when work fails half-way', () => {
  const canary = { KI: 'C0FFEE0D15EA5E5A1AD5B0BACAFED00D', OPC: '0B501E7EDEADFA11B1A5EBA11F005BA1', ADM1: '90817263' }
  const written = [canary.KI, canary.OPC].flatMap((key) => [
    key.toLowerCase(),
    Buffer.from(key, 'hex').toString('base64').toLowerCase(),
    Buffer.from(key).toString('hex'),
  ])

  /** Every row of every table, as text in lower case; the queue's jobs too. */
  async function dump(): Promise<string> {
    const rows = await t.server.db.systemTx(async (db) => {
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
          and has_table_privilege(oid, 'select')`.execute(db)
      expect(tables.length).toBeGreaterThan(30)
      const texts: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql<{
          text: string | null
        }>`select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(db)
        texts.push(rows[0]?.text ?? '')
      }
      return texts
    })
    return [...rows, JSON.stringify(await jobs())].join(' ').toLowerCase()
  }

  const asLogin = async <T>(work: (client: PgClient) => Promise<T>): Promise<T> => {
    const client = loginClient(t.server.databaseUrl, 'test')
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const jobs = () => asLogin(async (client) => (await client.query('select * from graphile_worker._private_jobs')).rows)

  test('is in no table, job or log line as plaintext, even when work fails half-way', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Canary' })
    const rows = fresh(2).map((row) => ({ ...row, ...canary }))
    const { id } = await staged(enterprise.owner, { configurationId, rows: rows })
    await asLogin((client) => client.query('alter table profile_key add constraint broken check (false) not valid'))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await expect.poll(() => t.logged.join('')).toContain('it will be retried')
    await expectNowhere()
    await asLogin((client) => client.query('alter table profile_key drop constraint broken'))
    await wakeBatches(t.server)
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 2 })
    await expectNowhere()
    expect((await cardKeysOf(t, enterprise, rows[0]!.ICCID)).adm1).toBe(canary.ADM1)
  })

  test('gives up after ten starts without success, and the rows say so', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Hopeless' })
    const { id } = await staged(enterprise.owner, { configurationId, rows: fresh(1) })
    const before = t.logged.length
    await asLogin((client) => client.query('alter table profile_key add constraint broken check (false) not valid'))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await expect.poll(() => t.logged.slice(before).join('')).toContain('it will be retried')
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('batch').set({ attempts: 10 }).where('id', '=', batchId).execute(),
    )
    await wakeBatches(t.server)
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 0, failed: 1 })
    await asLogin((client) => client.query('alter table profile_key drop constraint broken'))
    expect(await outcomesOf(enterprise.owner, batchId)).toMatchObject([
      { success: false, reason: 'Could not be generated. Please write to us and quote the batch.' },
    ])
  })

  async function expectNowhere(): Promise<void> {
    const places = { dump: await dump(), log: t.logged.join(' ').toLowerCase() }
    for (const text of [...written, canary.ADM1])
      for (const place of Object.values(places)) expect(place.includes(text)).toBe(false)
  }

  test('is found by this search if it is stored as plaintext', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Control' })
    await generated(enterprise.owner, { configurationId, rows: fresh(1).map((row) => ({ ...row, NOTES: canary.KI })) })
    expect((await dump()).includes(written[0]!)).toBe(true)
  })
})
