import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import * as notice from '@simwright/contract/platform/notice'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { deliveredTo, installed, moved } from '../../../testing/moved.ts'
import { type Client, type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { mailNotices } from '../../platform/notices/jobs.ts'
import { checkRollups } from './check.ts'
import { DAY_MS, HOUR_MS } from './range.ts'
import { rebuildRollups } from './rebuild.ts'
import { sumBy } from './service.ts'
import { runUpkeep } from './upkeep.ts'

type Bucketed = { minutes: number; count: number }

const QUARTER_MS = HOUR_MS / 4

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
})

const inTenant = <T>(work: (db: TenantDb) => Promise<T>) => t.server.db.tenantTx(enterprise.id, work)
const fold = () => foldAll(t.server)
const { signal } = new AbortController()
const upkeep = () => runUpkeep(t.server, signal)

/** Downloads and installations in the first three quarters of an hour, 70 days ago. */
beforeEach(async () => {
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  const rows = newSubscribers(3)
  await generated(enterprise.owner, { configurationId, rows })
  const hour = hourAgo(70)
  for (const [index, { ICCID }] of rows.entries()) {
    const { id: profileId } = await profileOf(enterprise.owner, ICCID)
    const at = new Date(hour.getTime() + index * QUARTER_MS + 60_000)
    await moved(t, { enterpriseId: enterprise.id, profileId, at }, [deliveredTo('Acme'), installed])
  }
  await fold()
  // the upkeep at the start of the server may have come by before there were events
  await t.server.db.systemTx((db) =>
    sql`update rollup_state set merged_to = null, checked_at = null where enterprise_id = ${enterprise.id}`.execute(db),
  )
})

const hourAgo = (days: number) => new Date(Math.floor((t.clock.now().getTime() - days * DAY_MS) / HOUR_MS) * HOUR_MS)

async function downloads(): Promise<Bucketed[]> {
  const { rows } = await inTenant((db) =>
    sql<Bucketed>`
      select extract(minute from bucket)::int as minutes, count::int as count from rollup
      where kind = 'total' and metric = 'downloaded' order by bucket`.execute(db),
  )
  return rows
}

describe('buckets older than 60 days', () => {
  test('become hours, once, and the counts stay', async () => {
    expect(await downloads()).toEqual([0, 15, 30].map((minutes) => ({ minutes, count: 1 })))
    await upkeep()
    expect(await downloads()).toEqual([{ minutes: 0, count: 3 }])
    expect(await checkRollups(t.server, enterprise.id)).toEqual({ rows: 0, example: null })
    const query = { metrics: ['downloaded'], by: 'brand', now: t.clock.now() } as const
    const ranges = [{ from: hourAgo(80), to: t.clock.now() }]
    expect(await inTenant((db) => sumBy(db, { ...query, ranges }))).toEqual([
      { range: 0, dimension: 'Acme', metric: 'downloaded', count: 3 },
    ])
  })

  test('make a day that begins within an hour begin on the full hour, merged or not', async () => {
    const cut = new Date(hourAgo(70).getTime() + 30 * 60_000)
    const ranges = [
      { from: hourAgo(71), to: cut },
      { from: cut, to: hourAgo(69) },
    ]
    const query = { metrics: ['downloaded'], by: 'total', ranges, now: t.clock.now() } as const
    const expected = [{ range: 1, dimension: '', metric: 'downloaded', count: 3 }]
    expect(await inTenant((db) => sumBy(db, query))).toEqual(expected)
    await upkeep()
    expect(await inTenant((db) => sumBy(db, query))).toEqual(expected)
  })

  test('stay quarters until the 60 days are over', async () => {
    const quarters = await downloads()
    const soon = { ...t.server, clock: { now: () => new Date(hourAgo(10).getTime()) } }
    await runUpkeep(soon, signal)
    expect(await downloads()).toEqual(quarters)
  })
})

describe('the daily check', () => {
  const noticesOf = async (client: Client) => (await client.ask(notice.list, { kinds: ['FIGURES_WRONG'] })).items

  const emailOf = ({ token = '' }: Client): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email

  const plant = () =>
    inTenant((db) => sql`update rollup set count = count + 1 where kind = 'brand' and metric = 'installed'`.execute(db))

  test('finds a wrong rollup row and reports it to staff until the rollups are rebuilt', async () => {
    const staff = await t.staff()
    const again = () => t.sessionIn(staff, STAFF_ENTERPRISE_ID)
    const figures = async () => (await (await t.staff()).ask(adminDashboard.health, {})).figures
    await upkeep()
    expect((await figures()).wrong).toEqual([])
    await plant()
    await upkeep()
    expect((await figures()).wrong).toEqual([])
    t.clock.moveMs(DAY_MS)
    await upkeep()
    const { wrong, checkedAt } = await figures()
    expect(checkedAt).toBe(t.clock.now().toISOString())
    expect(wrong).toEqual([
      {
        enterpriseId: enterprise.id,
        name: expect.any(String),
        example: expect.stringMatching(/^brand Acme, installed .* 4 instead of 3$/),
      },
    ])
    await upkeep()
    expect(await noticesOf(await again())).toMatchObject([
      { facts: { enterpriseName: expect.any(String), example: expect.stringMatching(/ 4 instead of 3$/) } },
    ])
    await mailNotices(t.server)
    const letters = (await t.letters(emailOf(staff))).filter(({ subject }) => /^Figures of .* are wrong$/.test(subject))
    expect(letters).toHaveLength(1)
    expect(await noticesOf(await t.sessionIn(enterprise.owner, enterprise.id))).toEqual([])
    t.clock.moveMs(DAY_MS)
    await upkeep()
    expect(await noticesOf(await again())).toHaveLength(2)
    expect(t.logged.filter((line) => line.includes('rollups differ') && line.includes(enterprise.id))).not.toEqual([])
    await rebuildRollups(t.server, enterprise.id)
    expect((await figures()).wrong).toEqual([])
    expect(await checkRollups(t.server, enterprise.id)).toEqual({ rows: 0, example: null })
  })

  test('does not take a delta that is still queued for a difference', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Second' })
    await generated(enterprise.owner, { configurationId, rows: newSubscribers(2) })
    expect(await checkRollups(t.server, enterprise.id)).toEqual({ rows: 0, example: null })
  })
})
