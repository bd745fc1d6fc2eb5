import * as dashboard from '@simwright/contract/insight/dashboard'
import { type CountedEvents, eventKinds, filterOfCount } from '@simwright/contract/profiles/event-filter'
import { COUNTED_EVENTS, type Metric } from '@simwright/contract/profiles/event-metric'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import { beforeAll, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated } from '../../../testing/generated.ts'
import { deletedForAnother, enabled, installed, moved, TEST_EID } from '../../../testing/moved.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import type { NamedDevice, Transition } from '../../profiles/lifecycle/service.ts'
import { sumBy } from '../../profiles/rollup/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const thisYear = new Date().getUTCFullYear()
const metrics = [...new Set(COUNTED_EVENTS.map(({ metric }) => metric))]

let t: TestServer
let enterprise: TestEnterprise

const delivered = (brand: string | null, model: string | null = null): Transition => ({
  kind: 'delivered',
  eid: TEST_EID,
  device: { brand, model, release: null },
  chargedTo: null,
  sealedPackage: undefined,
})
const deviceOf = (brand: string, model: string | null): NamedDevice => ({ brand, model, release: null })
const failed: Transition = { kind: 'installFailed', lastSequence: 1, reason: 'It did not fit.', mayRetry: false }
const refused: Transition = {
  kind: 'refused',
  refusal: { subjectCode: '8.2.7', reasonCode: '3.8' },
  reason: 'The confirmation code is wrong.',
}
const authenticated: Transition = { kind: 'authenticated', nthAttempt: 1 }
const opened: Transition = { kind: 'opened' }
const disabled: Transition = { kind: 'disabled', lastSequence: 3 }

/** A month of a small fleet: devices of several models, two groups, first downloads and one more, failures, refusals. */
beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  const { owner } = enterprise
  const configurationId = await configured(owner)
  const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Trains', color: 'violet' } })
  await generated(owner, { configurationId, rows: subscribers(12) })
  const { items } = await owner.ask(fleet.list, { limit: 200 })
  const profiles = items.toSorted((a, b) => (a.iccid < b.iccid ? -1 : 1))
  const happen = async (index: number, daysAgo: number, transitions: readonly Transition[], device?: NamedDevice) => {
    const at = new Date(t.clock.now().getTime() - daysAgo * DAY_MS)
    const cause = { enterpriseId: enterprise.id, profileId: profiles[index]!.id, at, ...(device ? { device } : {}) }
    await moved(t, cause, transitions)
  }
  await happen(0, 0, [{ kind: 'grouped', groupId }])
  await happen(1, 0, [{ kind: 'grouped', groupId }])
  const phone = deviceOf('Acme', 'One')
  await happen(0, 20, [opened, authenticated, delivered('Acme', 'One')])
  await happen(0, 20, [installed, enabled, disabled, enabled, disabled, enabled], phone)
  await happen(1, 9, [opened, authenticated, delivered('Acme', 'Two')])
  await happen(1, 9, [failed], deviceOf('Acme', 'Two'))
  await happen(2, 3, [refused, authenticated, delivered('Orbis', null)])
  await happen(2, 2, [installed, deletedForAnother], deviceOf('Orbis', null))
  await happen(2, 1, [{ kind: 'availableAgain', eid: TEST_EID, orderId: t.server.random.uuid(), lastSequence: 3 }])
  await happen(2, 1, [authenticated, delivered('Orbis', 'Mini')])
  await happen(3, 0, [delivered(null)])
  await happen(3, 0, [installed])
  await happen(4, 40, [authenticated, delivered('Acme', 'One')])
  await happen(4, 40, [installed], phone)
  await happen(5, 0, [refused])
  await foldAll(t.server)
})

/** The number of events in the profile log under the filter to which the figure links. */
async function listed(counted: CountedEvents): Promise<number> {
  const { total } = await enterprise.owner.ask(fleet.profileLog, { filter: filterOfCount(counted), limit: 1 })
  return total
}

type Figure = CountedEvents & { count: number }

async function differing(figures: readonly Figure[]) {
  const compared = await Promise.all(figures.map(async (figure) => ({ ...figure, listed: await listed(figure) })))
  return compared.filter(({ count, listed }) => count !== listed)
}

test.each<[dashboard.DashboardRange, string]>([
  [{ preset: 'today' }, 'Asia/Kolkata'],
  [{ preset: '7d' }, 'America/New_York'],
  [{ preset: '30d' }, 'UTC'],
  [{ preset: 'month' }, 'Asia/Kolkata'],
  [{ preset: '12m' }, 'America/New_York'],
  [{ from: `${thisYear - 1}-01-01`, to: `${thisYear}-12-31` }, 'UTC'],
])('each figure of %j in %s counts what its list shows', async (range, timeZone) => {
  const sent = { headers: { 'x-time-zone': timeZone } }
  const { owner } = enterprise
  const answer = await owner.ask(dashboard.range, { range }, sent)
  const figures: Figure[] = [
    ...dashboard.rangeMetrics.map((metric) => ({ metrics: [metric], ...answer.range, count: answer.totals[metric] })),
    ...dashboard.beforeMetrics.map((metric) => ({
      metrics: [metric],
      ...answer.before,
      count: answer.totalsBefore[metric],
    })),
  ]
  for (const { from, to, downloads, redownloads, installs, errors, generated } of answer.points) {
    if (downloads + installs + errors + generated === 0) continue
    const count = (metric: Metric, value: number): Figure => ({ metrics: [metric], from, to, count: value })
    figures.push(count('downloaded', downloads), count('redownloaded', redownloads), count('failed', errors))
    figures.push(count('installed', installs), count('generated', generated))
    figures.push({ ...count('downloaded', downloads - redownloads), repeated: false })
  }
  for (const by of dashboard.breakdowns) {
    const { rows, range: span } = await owner.ask(dashboard.breakdown, { range, by }, sent)
    for (const { dimension, downloaded, installed, failed, refused } of rows) {
      const of = { kind: by, dimension }
      const counts =
        by === 'reason' ? { failed, refused } : by === 'region' ? { downloaded } : { downloaded, installed, failed }
      for (const [metric, count] of Object.entries(counts))
        figures.push({ metrics: [metric as Metric], ...span, of, count })
    }
  }
  expect(await differing(figures)).toEqual([])
  expect(figures.length).toBeGreaterThan(20)
  expect(answer.totals.firstEnabled).toBeLessThanOrEqual(answer.totals.installed)
})

test('each count by any dimension, group, campaign and member too, has a list with as many events', async () => {
  const now = t.clock.now()
  const span = { from: new Date(now.getTime() - 50 * DAY_MS), to: new Date(now.getTime() + DAY_MS) }
  const [from, to] = [span.from.toISOString().slice(0, 10), span.to.toISOString().slice(0, 10)]
  const days = { from: new Date(from), to: new Date(to) }
  for (const kind of eventKinds) {
    const sums = await t.server.db.tenantTx(enterprise.id, (db) =>
      sumBy(db, { metrics, by: kind, ranges: [days], now }),
    )
    const figures = sums.map(({ dimension, metric, count }) => ({
      metrics: [metric],
      from: days.from.toISOString(),
      to: days.to.toISOString(),
      of: { kind, dimension },
      count,
    }))
    expect(figures.length, kind).toBeGreaterThan(0)
    expect(await differing(figures), kind).toEqual([])
  }
})

test('the figures of the specification, statuses and brands count what their lists show', async () => {
  const summary = await enterprise.owner.ask(dashboard.summary, {})
  const { ranges } = summary
  const figures: Figure[] = [
    { metrics: ['downloaded'], ...ranges.today, count: summary.downloadsToday.value },
    { metrics: ['downloaded'], ...ranges.yesterday, count: summary.downloadsToday.before },
    { metrics: ['downloaded'], ...ranges.month, count: summary.downloadsMonth.value },
    { metrics: ['downloaded'], ...ranges.lastMonth, count: summary.downloadsMonth.before },
    { metrics: ['redownloaded'], ...ranges.month, count: summary.redownloadsMonth.value },
  ]
  expect(await differing(figures)).toEqual([])
  expect(summary.statuses.length).toBeGreaterThan(2)
  for (const { status, count } of summary.statuses)
    expect(
      (await enterprise.owner.ask(fleet.list, { filter: { query: `status:${status.toLowerCase()}` } })).total,
    ).toBe(count)
  for (const { brand, count } of summary.brands)
    expect((await enterprise.owner.ask(fleet.list, { filter: { query: `brand:"${brand}"` } })).total).toBe(count)
})

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'The range ends before it begins.'],
  [{ from: '2016-01-01', to: '2026-01-02' }, 'At most 731 days.'],
  [{ from: '2026-02-30', to: '2026-03-05' }, 'Invalid date.'],
  [{ from: '0026-03-01', to: '2026-03-05' }, 'From 1970-01-01 to 2999-12-31.'],
  [{ from: '2026-03-01' }, 'Required'],
])('the range %j is refused: %s', async (range, text) => {
  const { obj } = await enterprise.owner.refusal(dashboard.range, { range })
  expect(obj).toMatchObject({ faults: [{ text }] })
})
