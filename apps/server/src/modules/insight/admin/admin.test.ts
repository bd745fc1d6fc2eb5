import { randomUUID } from 'node:crypto'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { expect, test } from 'vitest'
import { minuteWriter } from '../../../jobs/process-minute.ts'
import { countCall, LOOP_FAILED, openMetrics } from '../../../runtime/metrics.ts'
import { foldAll } from '../../../testing/fold.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const scene = await smdpScene({ isOwn: true })
const { server, clock, device, order, phones } = scene
const staff = await scene.staff()
const health = async (range?: adminDashboard.HealthRange) =>
  await staff.ask(adminDashboard.health, range === undefined ? {} : { range })

test('the health is without data until a process has written its first minute', async () => {
  expect(await health()).toMatchObject({
    since: null,
    calls: 0,
    p50Ms: null,
    p95Ms: null,
    functions: [],
    refusals: [],
    certificates: [],
    testIssuerOnly: true,
    queueDepth: null,
    storageUsedMib: null,
    backup: null,
  })
})

test('the calls of devices are counted by function and refusals by code, once in total', async () => {
  const write = minuteWriter(server)
  await phones.phone().download((await order()).activationCode)
  await device().ask('A'.repeat(32))
  await write()
  await write()
  const read = await health()
  const calls = Object.fromEntries(read.functions.map(({ name, calls }) => [name, calls]))
  expect(calls).toMatchObject({ initiateAuthentication: 2, authenticateClient: 2, getBoundProfilePackage: 1 })
  expect(read.refusals).toEqual([{ subject: '8.2.6', reason: '3.8', count: 1 }])
  expect([read.refused, read.failed]).toEqual([1, 0])
  expect(read.calls).toBe(read.functions.reduce((sum, { calls }) => sum + calls, 0))
  expect(read.points.at(-1)).toMatchObject({ calls: read.calls, refused: 1 })
  expect(read.p95Ms).toBeGreaterThanOrEqual(read.p50Ms!)
  expect(read.queueDepth).toBe(0)
  expect(read.storageUsedMib).toBeGreaterThan(5)
})

test('figures of several processes are added, and latencies are those of all calls together', async () => {
  clock.moveMs(3 * DAY_MS)
  const admin = await scene.staff()
  const before = await admin.ask(adminDashboard.health, { range: 'HOUR' })
  expect(before.calls).toBe(0)
  for (const [ms, count] of [
    [8, 90],
    [150, 10],
  ] as const) {
    const metrics = openMetrics()
    const timer = metrics.timer('es9 call initiateAuthentication')
    for (let i = 0; i < count; i++) countCall(timer, ms)
    metrics.counter('job failed').count += 1
    metrics.counter(LOOP_FAILED, { loop: 'batches' }).count += 1
    metrics.counter(LOOP_FAILED, { loop: 'mails' }).count += 1
    const write = minuteWriter({ ...server, metrics })
    await write()
    countCall(timer, ms)
    await write()
  }
  const after = await admin.ask(adminDashboard.health, { range: 'HOUR' })
  expect(after.points.at(-1)).toMatchObject({ calls: 102, p50Ms: 7.8, p95Ms: 153.6 })
  expect(after.failedJobs).toBe(6)
  expect(after.points).toHaveLength(60)
})

test('clients, sign-ups, trials, downloads and income are those of all enterprise accounts', async () => {
  const admin = await scene.staff()
  const first = await admin.ask(adminDashboard.business, {})
  const { id: tried } = await scene.another('Tried Mobile')
  const { id: bought } = await scene.another('Paying Mobile')
  const at = clock.now()
  await insertOrder(tried, { kind: 'TRIAL', plan: 'PRO' })
  await insertOrder(bought, { kind: 'TRIAL', plan: 'PRO' })
  await insertOrder(bought, { kind: 'BOUGHT', plan: 'PRO', paid_at: at, paid_cents: 14_900, refunded_cents: 4_900 })
  await insertOrder(bought, { kind: 'BOUGHT', plan: 'BASIC', paid_at: at, paid_cents: 9_900, state: 'EXPIRED' })
  await insertOrder(bought, { kind: 'BOUGHT', plan: 'BASIC', paid_at: null, paid_cents: 0, state: 'UNPAID' })
  const read = await admin.ask(adminDashboard.business, {})
  expect(read.clients.total - first.clients.total).toBe(2)
  expect(read.signUps).toHaveLength(30)
  expect(read.signUps.at(-1)!.count - first.signUps.at(-1)!.count).toBe(2)
  expect(read.trials).toEqual({ started: first.trials.started + 2, bought: first.trials.bought + 1 })
  const month = at.toISOString().slice(0, 7)
  expect(read.income).toEqual([
    { month, plan: 'BASIC', currency: 'USD', cents: 9_900 },
    { month, plan: 'PRO', currency: 'USD', cents: 10_000 },
  ])
  expect(read.plans.find(({ plan }) => plan === 'PRO')?.count).toBe(2)
  expect(read.plans.reduce((sum, { count }) => sum + count, 0)).toBe(read.clients.total)
  const downloads = async () =>
    (await admin.ask(adminDashboard.business, {})).downloads.reduce((sum, { count }) => sum + count, 0)
  await foldAll(scene.server)
  expect(await downloads()).toBe(1)
})

test('support sees the dashboard, and no member of an enterprise account does', async () => {
  const support = await scene.staff('Platform support')
  await support.ask(adminDashboard.business, {})
  await support.ask(adminDashboard.health, {})
  const { owner } = await scene.another()
  expect((await owner.refusal(adminDashboard.business, {})).status).toBe(403)
  expect((await owner.refusal(adminDashboard.health, {})).status).toBe(403)
})

type Order = {
  kind: 'TRIAL' | 'BOUGHT'
  plan: string
  state?: 'EXPIRED' | 'UNPAID'
  paid_at?: Date | null
  paid_cents?: number
  refunded_cents?: number
}

async function insertOrder(enterpriseId: string, { state = 'ACTIVE' as never, ...columns }: Order): Promise<void> {
  const at = clock.now()
  await server.db.tenantTx(enterpriseId, (db) =>
    db
      .insertInto('plan_order')
      .values({
        enterprise_id: enterpriseId,
        id: randomUUID(),
        code: String(Math.floor(Math.random() * 1e15)).padStart(20, '0'),
        state,
        starts_at: at,
        ends_at: new Date(at.getTime() + 30 * DAY_MS),
        created_at: at,
        ...columns,
      })
      .execute(),
  )
}
