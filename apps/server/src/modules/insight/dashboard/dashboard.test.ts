import * as dashboard from '@simwright/contract/insight/dashboard'
import * as home from '@simwright/contract/insight/home'
import * as fleet from '@simwright/contract/profiles/fleet'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated } from '../../../testing/generated.ts'
import { deletedForAnother, deliveredTo, installed, moved, TEST_EID } from '../../../testing/moved.ts'
import { type Client, type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import type { Transition } from '../../profiles/lifecycle/service.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

async function happened(index: number, transitions: readonly Transition[], at = t.clock.now()): Promise<void> {
  const iccid = subscribers(1, index)[0]!.ICCID!
  const [profile] = (await enterprise.owner.ask(fleet.list, { filter: { search: iccid } })).items
  await moved(t, { enterpriseId: enterprise.id, profileId: profile!.id, at }, transitions)
}

const download = (index: number, brand: string, at = t.clock.now()) => happened(index, [deliveredTo(brand)], at)

const DAY_MS = 24 * 60 * 60 * 1000
const summaryOf = (client: Client) => client.ask(dashboard.summary, {})

describe('the dashboard', () => {
  test('of a new enterprise account is all zero, without growth', async () => {
    const summary = await summaryOf(enterprise.owner)
    expect(summary).toMatchObject({ downloadsToday: { value: 0, before: 0 }, growthRate: null, successRate: null })
    expect(summary.statuses).toEqual([])
    const { steps } = await enterprise.owner.ask(home.overview, {})
    expect(steps).toEqual({ configuration: false, generated: false, downloaded: false, managed: false })
  })

  test('counts events on the day on which they happened', async () => {
    const configurationId = await configured(enterprise.owner)
    await generated(enterprise.owner, { configurationId, rows: subscribers(8) })
    const yesterday = new Date(t.clock.now().getTime() - DAY_MS)
    await download(0, 'Acme', yesterday)
    await download(1, 'Acme', yesterday)
    await download(2, 'Orbis')
    await happened(2, [installed])
    await happened(0, [{ kind: 'installFailed', lastSequence: 1, reason: 'It did not fit.', mayRetry: false }])
    await foldAll(t.server)
    const summary = await summaryOf(enterprise.owner)
    expect(summary.downloadsToday.value).toBe(1)
    expect(summary.availableToday).toBe(5)
    expect(summary.brands).toEqual([
      { brand: 'Acme', count: 2 },
      { brand: 'Orbis', count: 1 },
    ])
    expect(Object.fromEntries(summary.statuses.map(({ status, count }) => [status, count]))).toEqual({
      AVAILABLE: 5,
      DOWNLOADED: 1,
      INSTALLED: 1,
      ERROR: 1,
    })
    expect(summary.successRate).toBe(50)
    const { points } = await enterprise.owner.ask(dashboard.range, { range: { preset: '7d' } })
    expect(points.map(({ period }) => period)).toEqual(points.map(({ from }) => from.slice(0, 10)))
    expect(
      points.slice(-3).map(({ generated, downloads, installs, errors }) => [generated, downloads, installs, errors]),
    ).toEqual([
      [0, 0, 0, 0],
      [0, 2, 0, 0],
      [8, 1, 1, 1],
    ])
  })

  test('agrees with the fleet, status by status', async () => {
    await foldAll(t.server)
    const { statuses } = await summaryOf(enterprise.owner)
    for (const { status, count } of statuses) {
      expect((await enterprise.owner.ask(fleet.list, { filter: { status: [status] } })).total).toBe(count)
    }
  })

  test('distinguishes first downloads from repeated ones, and returns which steps of the guide are done', async () => {
    const orderId = t.server.random.uuid()
    await happened(1, [
      installed,
      deletedForAnother,
      { kind: 'availableAgain', eid: TEST_EID, orderId, lastSequence: 3 },
    ])
    await download(1, 'Acme')
    await foldAll(t.server)
    expect((await summaryOf(enterprise.owner)).redownloadsMonth.value).toBeGreaterThanOrEqual(1)
    const overview = await enterprise.owner.ask(home.overview, {})
    expect(overview.steps).toEqual({ configuration: true, generated: true, downloaded: true, managed: true })
    expect(overview.downloads).toHaveLength(7)
    expect(overview.downloads.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  test('has one growth of the last 30 days: the figure compares with the same days as the range, up to this time of day', async () => {
    const { owner } = enterprise
    const today = new Date(t.clock.now().toISOString().slice(0, 10)).getTime()
    await download(3, 'Acme', new Date(today - 40 * DAY_MS))
    // 30 days ago, but later than now: not counted
    await download(4, 'Acme', new Date(today - 29 * DAY_MS - 1))
    await foldAll(t.server)
    const { totals, totalsBefore } = await owner.ask(dashboard.range, { range: { preset: '30d' } })
    expect(totalsBefore.downloaded).toBe(1)
    expect((await summaryOf(owner)).growthRate).toBe((totals.downloaded - 1) * 100)
  })

  test('of another enterprise account shows none of it', async () => {
    const other = await t.enterprise()
    expect((await summaryOf(other.owner)).statuses).toEqual([])
    const { points, totals } = await other.owner.ask(dashboard.range, {})
    expect(points).toHaveLength(30)
    expect(Object.values(totals).every((count) => count === 0)).toBe(true)
    expect(points.every(({ generated, downloads }) => generated + downloads === 0)).toBe(true)
  })
})
