import * as notice from '@simwright/contract/platform/notice'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { mailNotices } from '../../platform/notices/jobs.ts'
import { notifyOfSuccessRates } from './jobs.ts'

const t = await testServer({ background: 'none' })
const HOUR_MS = 60 * 60_000

/** Counts downloads that ended now, as the queue does. */
async function ended({ id }: TestEnterprise, counts: { installed: number; failed: number }): Promise<void> {
  const bucket = new Date(Math.floor(t.clock.now().getTime() / (HOUR_MS / 4)) * (HOUR_MS / 4))
  await t.server.db.tenantTx(id, async (db) => {
    for (const [metric, count] of Object.entries(counts))
      await sql`
        insert into rollup as r (enterprise_id, kind, dimension, metric, bucket, count)
        values (${id}, 'total', '', ${metric}, ${bucket}, ${count})
        on conflict (enterprise_id, kind, dimension, metric, bucket) do update set count = r.count + excluded.count
      `.execute(db)
  })
}

async function percents({ owner, id }: TestEnterprise): Promise<unknown[]> {
  await Promise.all([notifyOfSuccessRates(t.server), notifyOfSuccessRates(t.server)])
  const { items } = await (await t.sessionIn(owner, id)).ask(notice.list, { kinds: ['SUCCESS_FALLS'] })
  return items.map(({ facts }) => 'percent' in facts && facts.percent)
}

test('a falling success rate notifies once, and again after it has recovered', async () => {
  const enterprise = await t.enterprise('Harbour Mobile')
  await ended(enterprise, { installed: 45, failed: 5 })
  expect(await percents(enterprise)).toEqual([])
  await ended(enterprise, { installed: 0, failed: 2 })
  expect(await percents(enterprise)).toEqual([86.5])
  expect(await percents(enterprise)).toEqual([86.5])
  await ended(enterprise, { installed: 30, failed: 0 })
  // 75 of 82: above the threshold of 90, but not by 2 points
  expect(await percents(enterprise)).toEqual([86.5])
  await ended(enterprise, { installed: 0, failed: 8 })
  expect(await percents(enterprise)).toEqual([86.5])
  t.clock.moveMs(25 * HOUR_MS)
  await ended(enterprise, { installed: 20, failed: 0 })
  expect(await percents(enterprise)).toEqual([86.5])
  t.clock.moveMs(HOUR_MS)
  await ended(enterprise, { installed: 0, failed: 5 })
  expect(await percents(enterprise)).toEqual([80, 86.5])
  await mailNotices(t.server)
  const own = JSON.parse(Buffer.from(enterprise.owner.token!.split('.')[1]!, 'base64url').toString()) as {
    email: string
  }
  expect((await t.letters(own.email)).map(({ subject }) => subject).sort()).toEqual([
    'Only 80% of the downloads succeed',
    'Only 86.5% of the downloads succeed',
  ])
})

test('on fewer downloads than the minimum nothing is decided', async () => {
  const enterprise = await t.enterprise()
  await ended(enterprise, { installed: 0, failed: 19 })
  expect(await percents(enterprise)).toEqual([])
  await ended(enterprise, { installed: 0, failed: 1 })
  expect(await percents(enterprise)).toEqual([0])
})

test('hours, minimum and levels are those of the enterprise account', async () => {
  const enterprise = await t.enterprise()
  const owner = await t.sessionIn(enterprise.owner, enterprise.id)
  const fields = { levels: [50], unit: 'PERCENT', hours: 2, minimum: 4 } as const
  await owner.ask(notice.setThreshold, { kind: 'SUCCESS_FALLS', version: 0, fields: { ...fields, levels: [50] } })
  await ended(enterprise, { installed: 2, failed: 2 })
  expect(await percents(enterprise)).toEqual([])
  t.clock.moveMs(3 * HOUR_MS)
  await ended(enterprise, { installed: 1, failed: 2 })
  expect(await percents(enterprise)).toEqual([])
  await ended(enterprise, { installed: 0, failed: 1 })
  expect(await percents(enterprise)).toEqual([25])
})

test('a rate of one enterprise account notifies nobody in another', async () => {
  const [enterprise, other] = [await t.enterprise(), await t.enterprise()]
  await ended(enterprise, { installed: 0, failed: 40 })
  expect(await percents(enterprise)).toEqual([0])
  expect(await percents(other)).toEqual([])
})
