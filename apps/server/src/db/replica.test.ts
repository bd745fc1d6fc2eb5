import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { openTestDatabase } from '../testing/database.ts'
import { openDb } from './database.ts'
import { beat, isRecent, openReading } from './replica.ts'

const { db, urls } = await openTestDatabase()
/** The database itself is its copy, which is never behind. */
const copied = openDb({ urls, copy: { url: urls.app, maxLagMs: 60_000 } })
const ENTERPRISE = '0190a000-0000-7000-8000-000000000001'
const HOUR_MS = 60 * 60_000

const warned: string[] = []
const log = { warn: (_: object, text: string) => void warned.push(text) }
const reading = (wants: 'latest' | 'recent', from = copied) =>
  openReading({ db: from, log }, { enterpriseId: ENTERPRISE, wants })

const setAge = (ageMs: number) =>
  db.global
    .updateTable('heartbeat')
    .set({ at: new Date(Date.now() - ageMs) })
    .execute()

beforeEach(async () => {
  warned.length = 0
  copied.replica!.restsUntilMs = 0
  await setAge(0)
})
afterAll(() => copied.close())

const one = sql<{ one: number }>`select 1 as one`

test('without a replica, the database itself is read', async () => {
  const { asOf, read } = await reading('recent', db)
  expect(asOf).toBeUndefined()
  expect((await read((tenant) => one.execute(tenant))).rows).toEqual([{ one: 1 }])
})

test('a replica is read as of the heartbeat that has arrived, unless it is too far behind', async () => {
  await setAge(30_000)
  const { asOf } = await reading('recent')
  expect(Math.abs(asOf!.getTime() - (Date.now() - 30_000))).toBeLessThan(30_000)
  await setAge(HOUR_MS)
  expect((await reading('recent')).asOf).toBeUndefined()
  expect([60_000, 60_001].map((ageMs) => isRecent({ ageMs }, { maxLagMs: 60_000 }))).toEqual([true, false])
})

test('who wants the latest waits for a heartbeat of its own', async () => {
  await setAge(HOUR_MS)
  const begun = (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db.global)).rows[0]!.at
  const { asOf } = await reading('latest')
  expect(asOf!.getTime()).toBeGreaterThanOrEqual(begun.getTime())
})

test('a replica in which the heartbeat does not arrive is not read for the latest', async () => {
  const stopped = {
    ...copied,
    replica: { ...copied.replica!, readHeartbeat: async () => ({ at: new Date(0), ageMs: 0 }) },
  }
  expect((await reading('latest', stopped)).asOf).toBeUndefined()
  expect(warned).toEqual([])
})

test('a replica refuses writes', async () => {
  const { asOf, read } = await reading('recent')
  expect(asOf).toBeDefined()
  const write = copied.replica!.tenantRead(ENTERPRISE, (tenant) =>
    tenant.updateTable('platform').set({ app_name: 'Written' }).execute(),
  )
  await expect(write).rejects.toMatchObject({ code: '25006' })
  await expect(read((tenant) => tenant.deleteFrom('platform').execute())).rejects.toMatchObject({ code: '25006' })
})

test('a replica that is gone is left for a while, and the database itself is read', async () => {
  const away = new URL(urls.app.reveal())
  away.searchParams.delete('host')
  away.host = '127.0.0.1:1'
  const lost = openDb({ urls, copy: { url: new Secret(away.href), maxLagMs: 60_000 } })
  try {
    for (const wants of ['recent', 'latest'] as const) {
      const { asOf, read } = await reading(wants, lost)
      expect(asOf).toBeUndefined()
      expect((await read((tenant) => one.execute(tenant))).rows).toEqual([{ one: 1 }])
    }
    expect(warned).toHaveLength(1)
    expect(lost.replica!.restsUntilMs).toBeGreaterThan(performance.now())
  } finally {
    await lost.close()
  }
})

test('a replica that fails during a report is left, and the report goes on; its own faults are not repeated', async () => {
  let runs = 0
  const conflict = Object.assign(new DatabaseError('conflict with recovery', 0, 'error'), { code: '40001' })
  const failing = {
    ...copied,
    tenantRead: copied.tenantRead,
    replica: {
      ...copied.replica!,
      tenantRead: async () => {
        runs += 1
        throw conflict
      },
    },
  }
  const { asOf, read } = await reading('recent', failing)
  expect(asOf).toBeDefined()
  for (let count = 0; count < 2; count += 1)
    expect((await read((tenant) => one.execute(tenant))).rows).toEqual([{ one: 1 }])
  expect([runs, warned.length]).toEqual([1, 1])

  const own = await reading('recent')
  await expect(own.read(() => Promise.reject(new RangeError('of the report')))).rejects.toThrow('of the report')
  expect(warned).toHaveLength(1)
})

test('the heartbeat is written if it is old enough, also by a call that only reads', async () => {
  expect(await beat(db, 60_000)).toBeUndefined()
  await setAge(HOUR_MS)
  const at = await db.readOnly(() => beat(db, 60_000))
  expect(Math.abs(at!.getTime() - Date.now())).toBeLessThan(HOUR_MS / 2)
})
