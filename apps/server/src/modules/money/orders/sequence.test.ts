import * as discount from '@simwright/contract/money/discount'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { runMoneySequence } from '../../../testing/money-sequence.ts'
import { offersCards } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { testServer } from '../../../testing/server.ts'

/** Random sequences; `npm run prove money` runs all. `SEED` chooses the first. */
const SEQUENCES = process.env.PROOF === 'on' ? 1_000 : 5
const LENGTH = 40
const AT_ONCE = 4
const FIRST_SEED = Number(process.env.SEED ?? 1)

/** A percentage that must be rounded, an amount, and an order of zero. */
const DISCOUNTS = [
  { code: 'THIRD', percent: 33, cents: null, oncePerEnterprise: false },
  { code: 'AMOUNT', percent: null, cents: 5_701, oncePerEnterprise: false },
  { code: 'FREE', percent: 100, cents: null, oncePerEnterprise: true },
]
const DISCOUNT_CODES = DISCOUNTS.map(({ code }) => code)

const t = await testServer({ background: 'none', settings: offersCards })
await offerTransfers(t)

beforeAll(async () => {
  const staff = await t.staff()
  const terms = { plans: [], billingTypes: [], maxUses: null, until: null, note: '' }
  const platformId = t.server.platforms.standard.id
  for (const discounted of DISCOUNTS) await staff.ask(discount.add, { platformId, fields: { ...terms, ...discounted } })
})

test(`${SEQUENCES} random sequences of ${LENGTH} steps keep every invariant of money`, async () => {
  const seeds = Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index)
  const failures: string[] = []
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined && failures.length === 0; seed = seeds.shift()) {
      const failure = await runMoneySequence(t, { seed, length: LENGTH, discountCodes: DISCOUNT_CODES })
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

test('each use of a discount code is counted once', async () => {
  const used = await t.server.db.global.selectFrom('discount').select(['id', 'used']).execute()
  const uses = await t.server.db.systemTx((db) => db.selectFrom('discount_use').select('discount_id').execute())
  for (const { id, used: counted } of used)
    expect(uses.filter(({ discount_id: discountId }) => discountId === id)).toHaveLength(counted)
})
