import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runMoneySequence } from '../../../testing/money-sequence.ts'
import { offersCards } from '../../../testing/purchase.ts'
import { testServer } from '../../../testing/server.ts'

/** Random sequences; `npm run prove money` runs all. `SEED` chooses the first. */
const SEQUENCES = process.env.PROOF === 'on' ? 2_000 : 5
const LENGTH = 40
const AT_ONCE = 4
const FIRST_SEED = Number(process.env.SEED ?? 1)

const t = await testServer({ background: 'none', settings: offersCards })

test(`${SEQUENCES} random sequences of ${LENGTH} steps keep every invariant of money`, async () => {
  const seeds = Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index)
  const failures: string[] = []
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined && failures.length === 0; seed = seeds.shift()) {
      const failure = await runMoneySequence(t, seed, LENGTH)
      if (failure) failures.push([`seed ${seed}`, ...failure.steps, ...failure.breaches].join('\n'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(failures.join('\n\n')).toBe('')
})

test('invoices of all enterprise accounts are numbered without a gap', async () => {
  const { rows } = await t.server.db.systemTx((db) =>
    sql<{ count: number; last: number }>`
      select count(*)::integer as count, max(sequence)::integer as last from invoice group by platform_id`.execute(db),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.last).toBe(rows[0]!.count)
})
