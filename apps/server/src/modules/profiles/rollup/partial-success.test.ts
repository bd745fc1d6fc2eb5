import * as notice from '@simwright/contract/platform/notice'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { notifyOfPartialRates } from './jobs.ts'

const t = await testServer({ background: 'none' })
const HOUR_MS = 60 * 60_000

type Ended = { kind: 'version' | 'model'; dimension: string; installed: number; failed: number }

/** Counts downloads that ended now, as the queue does. */
async function ended({ id }: TestEnterprise, { kind, dimension, ...counts }: Ended): Promise<void> {
  const bucket = new Date(Math.floor(t.clock.now().getTime() / (HOUR_MS / 4)) * (HOUR_MS / 4))
  await t.server.db.tenantTx(id, async (db) => {
    for (const [metric, count] of Object.entries(counts))
      for (const [one, its] of [[kind, dimension] as const, ['total', ''] as const])
        await sql`
          insert into rollup as r (enterprise_id, kind, dimension, metric, bucket, count)
          values (${id}, ${one}, ${its}, ${metric}, ${bucket}, ${count})
          on conflict (enterprise_id, kind, dimension, metric, bucket) do update set count = r.count + excluded.count
        `.execute(db)
  })
}

/** The facts of the notifications, newest first, after two processes have compared the rates at once. */
async function notified({ owner, id }: TestEnterprise): Promise<Record<string, unknown>[]> {
  await Promise.all([notifyOfPartialRates(t.server), notifyOfPartialRates(t.server)])
  const kinds = ['VERSION_FALLS', 'MODEL_FALLS'] as const
  const { items } = await (await t.sessionIn(owner, id)).ask(notice.list, { kinds: [...kinds] })
  return items.map(({ facts }) => facts as Record<string, unknown>)
}

test('the rate of one version of a configuration notifies once, and again after it has recovered', async () => {
  const enterprise = await t.enterprise('Harbour Mobile')
  const configurationId = await configured(enterprise.owner)
  const first = { kind: 'version', dimension: `${configurationId}/1` } as const
  const second = { kind: 'version', dimension: `${configurationId}/2` } as const
  await ended(enterprise, { ...first, installed: 99, failed: 1 })
  await ended(enterprise, { ...second, installed: 15, failed: 4 })
  expect(await notified(enterprise)).toEqual([])
  await ended(enterprise, { ...second, installed: 0, failed: 2 })
  const news = await notified(enterprise)
  expect(news).toMatchObject([{ configurationId, version: 2, percent: 71.4, level: 80, installed: 15, failed: 6 }])
  expect(news[0]!.name).toMatch(/\w/)
  expect(await notified(enterprise)).toHaveLength(1)
  await ended(enterprise, { ...second, installed: 30, failed: 0 })
  expect(await notified(enterprise)).toHaveLength(1)
  t.clock.moveMs(60_000)
  await ended(enterprise, { ...second, installed: 0, failed: 20 })
  expect(await notified(enterprise)).toMatchObject([{ percent: 63.3 }, { percent: 71.4 }])
})

test('the rate of a device model notifies by its own threshold', async () => {
  const enterprise = await t.enterprise()
  const owner = await t.sessionIn(enterprise.owner, enterprise.id)
  const fields = { levels: [50], unit: 'PERCENT' as const, hours: 2, minimum: 4 }
  await owner.ask(notice.setThreshold, { kind: 'MODEL_FALLS', version: 0, fields })
  const pixel = { kind: 'model', dimension: 'Google|Pixel 9' } as const
  await ended(enterprise, { ...pixel, installed: 0, failed: 3 })
  expect(await notified(enterprise)).toEqual([])
  t.clock.moveMs(3 * HOUR_MS)
  await ended(enterprise, { ...pixel, installed: 1, failed: 3 })
  await ended(enterprise, { kind: 'model', dimension: 'Apple|', installed: 40, failed: 1 })
  expect(await notified(enterprise)).toMatchObject([{ brand: 'Google', model: 'Pixel 9', percent: 25 }])
})

test('events without a device model, an empty list of levels and other accounts notify nobody', async () => {
  const [enterprise, other] = [await t.enterprise(), await t.enterprise()]
  await ended(enterprise, { kind: 'model', dimension: '', installed: 0, failed: 50 })
  expect(await notified(enterprise)).toEqual([])
  const owner = await t.sessionIn(enterprise.owner, enterprise.id)
  const fields = { levels: [], unit: 'PERCENT' as const, hours: 24, minimum: 1 }
  await owner.ask(notice.setThreshold, { kind: 'MODEL_FALLS', version: 0, fields })
  await ended(enterprise, { kind: 'model', dimension: 'Google|Pixel 9', installed: 0, failed: 50 })
  expect(await notified(enterprise)).toEqual([])
  expect(await notified(other)).toEqual([])
})
