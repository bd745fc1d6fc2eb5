import * as order from '@simwright/contract/money/order'
import * as plan from '@simwright/contract/platform/plan'
import { expect, test } from 'vitest'
import { bought } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { givePlan } from '../../platform/plans/service.ts'
import { recordRefund } from './service.ts'

const t = await testServer({ background: 'none' })
await offerTransfers(t)
const DAY_MS = 24 * 60 * 60_000

/** PRO for a month, of which half has passed, and BASIC for the month after. */
async function halfUsed(): Promise<{ enterprise: TestEnterprise; ids: { pro: string; basic: string } }> {
  const enterprise = await t.enterprise(undefined, 'DEMO')
  const pro = await bought(t, enterprise)
  const basic = await bought(t, enterprise, { plan: 'BASIC' })
  t.clock.moveMs((Date.parse(pro.endsAt!) - Date.parse(pro.startsAt)) / 2)
  const owner = await t.sessionIn(enterprise.owner, enterprise.id)
  return { enterprise: { ...enterprise, owner }, ids: { pro: pro.id, basic: basic.id } }
}

test('a given plan ends a bought one, whose rest becomes credit; a paid order that waits starts after it', async () => {
  const { enterprise, ids } = await halfUsed()
  const endsAt = new Date(t.clock.now().getTime() + 30 * DAY_MS)
  await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'PREMIUM', endsAt })
  expect((await enterprise.owner.ask(order.subscription, {})).balanceCents).toBe(7_450)
  expect((await enterprise.owner.ask(order.get, { id: ids.pro })).state).toBe('EXPIRED')
  const waiting = await enterprise.owner.ask(order.get, { id: ids.basic })
  expect(waiting).toMatchObject({ state: 'WAIT_ACTIVE', startsAt: endsAt.toISOString() })
})

test('a given plan refuses what exceeds its downloads, because nobody was asked to pay for it', async () => {
  const { enterprise } = await halfUsed()
  await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'PRO', endsAt: new Date('2099-01-01') })
  const { downloads } = await enterprise.owner.ask(plan.queryOrder, {})
  expect(downloads.extraDownloadCents).toBeNull()
})

test('a full refund of the active order starts the paid order that waits', async () => {
  const { enterprise, ids } = await halfUsed()
  const refund = { enterpriseId: enterprise.id, orderId: ids.pro, refundedCents: 14_900, why: 'REFUNDED' } as const
  await t.server.db.tenantTx(enterprise.id, (db) =>
    recordRefund(t.server, db, { ...refund, actor: { kind: 'STRIPE' } }),
  )
  const started = await enterprise.owner.ask(order.get, { id: ids.basic })
  expect(started).toMatchObject({ state: 'ACTIVE', startsAt: t.clock.now().toISOString() })
  expect((await enterprise.owner.ask(order.get, { id: ids.pro })).state).toBe('EXPIRED')
})
