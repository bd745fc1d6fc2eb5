import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as group from '@simwright/contract/profiles/group'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { deliveredTo, enabled, installed, moved } from '../../../testing/moved.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { fillNext, rebuildRollups } from './rebuild.ts'

type RollupRow = { row: string }

let t: TestServer
let enterprise: TestEnterprise
let profileIds: string[]

beforeAll(async () => {
  t = await testServer()
})

const inTenant = <T>(work: (db: TenantDb) => Promise<T>) => t.server.db.tenantTx(enterprise.id, work)
const fold = () => foldAll(t.server)

/** All rollup rows in words, after what is queued was added. */
async function rollups(): Promise<string[]> {
  await fold()
  const { rows } = await inTenant((db) =>
    sql<RollupRow>`
      select concat_ws(' ', kind, dimension, metric, bucket, count) as row from rollup order by 1`.execute(db),
  )
  return rows.map(({ row }) => row)
}

const run = (statement: ReturnType<typeof sql>) => inTenant((db) => statement.execute(db))

beforeEach(async () => {
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  await enterprise.owner.ask(group.add, { fields: { name: 'North', color: 'green' } })
  const rows = newSubscribers(4).map((row, index) => ({ ...row, ...(index < 2 ? { GROUP: 'North' } : {}) }))
  await generated(enterprise.owner, { configurationId, rows })
  profileIds = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(enterprise.owner, ICCID)).id))
  for (const profileId of profileIds.slice(1))
    await moved(t, { enterpriseId: enterprise.id, profileId }, [deliveredTo('Acme'), installed])
})

describe('a rebuild of the rollups', () => {
  test('changes nothing where they are right', async () => {
    const before = await rollups()
    expect(before.length).toBeGreaterThan(30)
    expect(await rebuildRollups(t.server, enterprise.id)).toBe(0)
    expect(await rollups()).toEqual(before)
  })

  test('mends wrong, missing and surplus rows', async () => {
    const before = await rollups()
    await run(sql`update rollup set count = count + 3 where kind = 'brand' and metric = 'downloaded'`)
    await run(sql`delete from rollup where kind = 'group'`)
    await run(sql`update rollup set dimension = 'elsewhere' where kind = 'region' and metric = 'installed'`)
    expect(await rebuildRollups(t.server, enterprise.id)).toBeGreaterThan(3)
    expect(await rollups()).toEqual(before)
  })

  test('counts deltas that are queued meanwhile once', async () => {
    const before = await rollups()
    await run(sql`delete from rollup`)
    const at = t.clock.now()
    await moved(t, { enterpriseId: enterprise.id, profileId: profileIds[0]!, at }, [deliveredTo('Orbis')])
    await Promise.all([rebuildRollups(t.server, enterprise.id), fold(), rebuildRollups(t.server, enterprise.id)])
    const after = await rollups()
    expect(after.filter((row) => row.startsWith('total  downloaded'))).toEqual([expect.stringMatching(/ 4$/)])
    expect(after.filter((row) => row.startsWith('brand Acme'))).toEqual(
      before.filter((row) => row.startsWith('brand Acme')),
    )
    expect(await rebuildRollups(t.server, enterprise.id)).toBe(0)
  })
})

describe('events from before there were dimensions', () => {
  test('get those of their profiles, and their rollups all kinds', async () => {
    await moved(t, { enterpriseId: enterprise.id, profileId: profileIds[1]! }, [
      { kind: 'lost', next: { orderId: t.server.random.uuid(), lastSequence: -1 } },
      deliveredTo('Acme'),
      installed,
      enabled,
      { kind: 'disabled', lastSequence: 3 },
      { kind: 'enabled', lastSequence: 4 },
    ])
    const before = await rollups()
    await run(sql`
      update profile_event set group_id = null, campaign_id = null, configuration_id = null,
        configuration_version = null, region = null, device_brand = null, device_model = null, member_id = null,
        repeated = false`)
    await run(sql`delete from rollup where kind not in ('total', 'group')`)
    await t.server.db.systemTx((db) =>
      sql`insert into rollup_state (enterprise_id, filled_to) values (${enterprise.id}, '1970-01-01Z')
        on conflict (enterprise_id) do update set filled_to = excluded.filled_to`.execute(db),
    )
    while (await fillNext(t.server));
    expect(await rollups()).toEqual(before)
  })

  test('include visits of public pages and first enablings, which migration 0108 counts', async () => {
    const [opened, toggled] = profileIds as [string, string]
    const { slug } = await inTenant((db) =>
      db.selectFrom('activation_code').select('slug').where('profile_id', '=', opened).executeTakeFirstOrThrow(),
    )
    await t.stranger().ask(delivery.publicCode, { slug })
    const toggle = [enabled, { kind: 'disabled', lastSequence: 3 }, { kind: 'enabled', lastSequence: 4 }] as const
    await moved(t, { enterpriseId: enterprise.id, profileId: toggled }, toggle)
    const before = await rollups()
    expect(before.filter((row) => /^total {2}(opened|firstEnabled) .* 1$/.test(row))).toHaveLength(2)
    await run(sql`delete from profile_event where type = 'OPENED'`)
    await run(sql`update profile_event set repeated = false where type = 'ENABLED'`)
    await run(sql`update download_order set enabled_at = null`)
    await run(sql`delete from rollup where metric in ('opened', 'firstEnabled')`)
    await t.server.db.systemTx(async (db) => {
      for (const statement of await dataStatements('0108_first_steps.sql')) await sql.raw(statement).execute(db)
    })
    while (await fillNext(t.server));
    expect(await rollups()).toEqual(before)
    await moved(t, { enterpriseId: enterprise.id, profileId: toggled }, [{ kind: 'enabled', lastSequence: 5 }])
    expect((await rollups()).filter((row) => row.startsWith('total  firstEnabled'))).toEqual([
      expect.stringMatching(/ 1$/),
    ])
  })
})

/** The statements of a migration that change data. */
async function dataStatements(file: string): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../../db/migrations/old', file), 'utf8')
  const begin = 'set local role simwright_system;'
  return text
    .slice(text.indexOf(begin) + begin.length, text.indexOf('reset role;'))
    .split(';\n')
    .filter((statement) => statement.trim() !== '')
}
