import type { InputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { configured, generated } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import { resolveFilter } from './filter.ts'
import { type FleetSort, pageOfProfiles } from './page.ts'
import { sparseGroups } from './queries.ts'
import { findMatches } from './selection.ts'

/** Enough rows that PostgreSQL prefers an index to a table scan. */
const PROFILES = 6000

/** `profile.campaign_id` has no foreign key, so this campaign need not exist. */
const CAMPAIGN = '01890000-0000-7000-8000-000000000001'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer({ isOwn: true })
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  await generated(enterprise.owner, { configurationId, rows: subscribers(1) })
  const { id: lab } = await enterprise.owner.ask(group.add, { fields: { name: 'lab' } })
  const { id: field } = await enterprise.owner.ask(group.add, { fields: { name: 'field' } })
  const tags: string[] = []
  for (const name of ['rare', 'half', 'other'])
    tags.push((await enterprise.owner.ask(tag.add, { fields: { name } })).id)
  await t.server.db.tenantTx(enterprise.id, async (db) => {
    await copyProfiles().execute(db)
    await addToGroups(lab, field).execute(db)
    await addTags(tags).execute(db)
  })
  const client = loginClient(t.server.databaseUrl, 'test')
  await client.connect()
  await client.query('vacuum (analyze) profile, profile_place, profile_trait, profile_trait_index')
  await client.end()
})

/** Copies of the one profile, spread over a year and over several values. */
const copyProfiles = (): RawBuilder<unknown> => sql`
  insert into profile (enterprise_id, id, iccid, imsi, msisdn, eid, spn, status, status_at, order_state, order_state_at,
    activation_code_id, matching_id, configuration_id, configuration_version, batch_id, protection, region, device_brand,
    notes, created_by, created_at, campaign_id, ac_format)
  select enterprise_id, gen_random_uuid(), '8' || lpad(n::text, 18, '0'), '2629' || lpad(n::text, 11, '0'),
    '49' || lpad(n::text, 10, '0'), '8904' || lpad(n::text, 28, '0'), case when n % 50 = 0 then 'Rare' else spn end,
    case when n % 40 = 0 then 'ERROR' when n % 30 = 0 then 'EXPIRED' when n % 25 = 0 then 'REMOVED' else status end, at,
    case when n % 40 = 0 then 'Error' when n % 60 = 7 then 'Available' else order_state end, at, activation_code_id, md5(n::text), configuration_id,
    configuration_version, batch_id, case when n % 3 = 0 then 'PGP' else protection end,
    case when n % 20 = 0 then 'DE' else 'FR' end, case when n % 20 = 0 then 'Acme' end,
    case when n % 20 = 0 then 'spare ' || n end, created_by, at,
    case when n % 20 = 0 then ${CAMPAIGN}::uuid end,
    case when n % 20 = 0 then 'PICTURE' else 'AC_LINK' end
  from profile, lateral (select n, created_at - n * interval '1 hour' as at from generate_series(1, ${PROFILES}) n) made`

/** Adds the oldest hundred to one group and a third of the others to another, and sets the counters. */
const addToGroups = (lab: string, field: string): RawBuilder<unknown> => sql`
  with made as (
    insert into profile_place (enterprise_id, profile_id, group_id, created_at)
    select enterprise_id, id, case when row_number() over (order by created_at) <= 100 then ${lab}::uuid
      when iccid::numeric % 3 = 0 then ${field}::uuid end, created_at
    from profile where status <> 'REMOVED'
    on conflict (enterprise_id, profile_id) do nothing returning *
  )
  insert into current_count (enterprise_id, metric, group_id, dimension, count)
  select enterprise_id, 'status', group_id, 'AVAILABLE', count(*) from made where group_id is not null group by 1, 3
  union all select enterprise_id, 'status', null, 'AVAILABLE', count(*) from made group by 1
  on conflict (enterprise_id, metric, group_id, dimension) do update set count = excluded.count`

/** Gives the oldest hundred one tag, and every second profile each of two others. */
const addTags = ([rare, half, other]: readonly string[]): RawBuilder<unknown> => sql`
  insert into profile_trait (enterprise_id, profile_id, created_at, listed, tags)
  select enterprise_id, id, created_at, status <> 'REMOVED', array_remove(array[
    case when row_number() over (order by created_at) <= 100 then ${rare}::uuid end,
    case when iccid::numeric % 2 = 0 then ${half}::uuid end,
    case when iccid::numeric % 4 < 2 then ${other}::uuid end], null)
  from profile`

type Filter = InputOf<typeof fleet.list>['filter']

async function planOf(filter: Filter, sort: FleetSort = { by: 'createdAt', direction: 'desc' }): Promise<string> {
  return await t.server.db.tenantTx(enterprise.id, async (db) => {
    const resolved = await resolveFilter(db, {
      enterpriseId: enterprise.id,
      filter: filter!,
      now: t.clock.now(),
      timeZone: 'UTC',
    })
    const matched = await findMatches(db, resolved)
    const query = { filter: resolved, matched, sort, limit: 50, keyset: undefined }
    const sparse = await sparseGroups(db, query)
    const [page] = pageOfProfiles(enterprise.id, { ...query, sparse })
    if (!page) return ''
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain (analyze, costs off, timing off) ${page.query}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/** How many rows of `profile` were read: those that scans returned, and those that they filtered out. */
function rowsRead(plan: string): number {
  const shown = [...plan.matchAll(/Scan.* on profile.*rows=(\d+)/g)].map(([, rows]) => Number(rows))
  const dropped = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows))
  return [...shown, ...dropped].reduce((sum, rows) => sum + rows, 0)
}

/** Scans of a whole table that were executed: PostgreSQL 15 shows one below a condition that is known to be false. */
const wholeScans = (plan: string): string[] =>
  plan.split('\n').filter((line) => line.includes('Seq Scan') && !line.includes('never executed'))

test.each([
  ['nothing', {}],
  ['a common status', { status: ['AVAILABLE'] }],
  ['a rare status', { status: ['ERROR'] }],
  ['removed profiles', { status: ['REMOVED'] }],
  ['several statuses', { status: ['ERROR', 'EXPIRED'] }],
  ['available with a code', { query: 'status:ready' }],
  ['in stock', { query: 'status:stock' }],
  ['in stock, or a rare status', { query: 'status:stock,error' }],
  ['order state', { orderState: ['Error'] }],
  ['no group', { query: 'group:none' }],
  ['a group of the oldest', { query: 'group:lab' }],
  ['a large group', { query: 'group:field' }],
  ['several groups', { query: 'group:lab,none' }],
  ['a tag of the oldest', { query: 'tag:rare' }],
  ['a common tag', { query: 'tag:half' }],
  ['any of two common tags', { query: 'tag:half,other' }],
  ['both of two common tags', { query: 'tag:half tag:other' }],
  ['a common tag and a common status', { query: 'tag:half status:available' }],
  ['brand', { deviceBrand: 'Acme' }],
  ['region', { region: 'DE' }],
  ['protection', { protection: 'PGP' }],
  ['campaign', { campaignId: CAMPAIGN }],
  ['a common AC format', { acFormat: ['AC_LINK'] }],
  ['a rare AC format', { query: 'format:picture' }],
  ['an AC format without profiles', { acFormat: ['NONE'] }],
  ['a protection without profiles', { protection: 'NONE' }],
  ['service provider', { spn: 'Rare' }],
  ['recycled profiles', { recycleStatus: ['RECYCLED'] }],
  ['profiles without a recycle status', { query: 'recycle:none' }],
  ['a reason to recycle', { recycleReason: ['MANUAL'] }],
  ['a recycle time', { recycleFrom: '2026-01-01T00:00:00Z', recycleTo: '2026-02-01T00:00:00Z' }],
  ['a day long ago', { query: 'age>200d' }],
  ['the beginning of all ICCIDs', { search: '8' }],
  ['the beginning of all IMSIs', { search: '2629' }],
  ['the beginning of no number', { search: '777' }],
] satisfies [string, Filter][])(
  'a page filtered by %s reads few rows that it does not return',
  async (_name, filter) => {
    const plan = await planOf(filter)
    expect(wholeScans(plan)).toEqual([])
    expect(rowsRead(plan), plan).toBeLessThanOrEqual(3 * 51)
  },
)

test('a filter by the beginning of a number is sorted from the index alone', async () => {
  const plan = await planOf({ eid: '890400000000000000000000000003' })
  expect(plan).toContain('Index Only Scan using profile_by_eid')
})

test('a page sorted by ICCID is read from the index alone', async () => {
  const plan = await planOf({}, { by: 'iccid', direction: 'asc' })
  expect(plan).toContain('Index Only Scan using profile_by_iccid')
  expect(rowsRead(plan), plan).toBeLessThanOrEqual(3 * 51)
})
