import * as order from '@simwright/contract/money/order'
import { expect } from 'vitest'
import { type Payment, type Settlement, settlePayment } from '../modules/money/orders/service.ts'
import type { Client, TestEnterprise, TestServer } from './server.ts'

/** The recipient of the invoices of tests. */
export const billedTo = {
  company: 'Alba Mobile',
  email: 'bills@alba.example',
  taxId: '',
  street: 'Main Street 1',
  postalCode: '10115',
  city: 'Berlin',
  region: '',
  country: 'DE',
}

/** Settings of a portal that offers payment by card, for tests in which nobody pays by card. */
export const offersCards = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef01234567',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef01234567',
}

export type Wish = Partial<order.Purchase>

/** A purchase of PRO for a month by bank transfer, and what differs from it. */
export const wished = (wish: Wish = {}) => ({
  operation: 'BUY' as const,
  plan: 'PRO' as const,
  downloads: 100,
  billingType: 'MONTHLY' as const,
  paymentMethod: 1 as const,
  billedTo,
  ...wish,
})

/** Orders what is wished at the price that is shown. */
export async function ordered(owner: Client, wish: Wish = {}) {
  const { totalCents } = await owner.ask(order.quote, wished(wish))
  return { totalCents, ...(await owner.ask(order.create, { ...wished(wish), totalCents })) }
}

export type Paying = { id: string; totalCents: number; reference?: string; currency?: string; method?: 0 | 1 }

/** A payment arrives, as the payment service or staff report it. */
export async function pay(
  { server }: Pick<TestServer, 'server'>,
  { id: enterpriseId }: Pick<TestEnterprise, 'id'>,
  { id: orderId, totalCents: cents, reference = orderId, currency = 'USD', method = 0 }: Paying,
): Promise<Settlement> {
  const channel = method === 0 ? 'visa 4242' : 'Example Bank'
  const payment: Payment = {
    enterpriseId,
    orderId,
    reference,
    method,
    cents,
    currency,
    channel,
    actor: { kind: 'STRIPE' },
  }
  return await server.db.tenantTx(enterpriseId, (db) => settlePayment(server, db, payment))
}

/** Orders and pays. */
export async function bought(
  t: Pick<TestServer, 'server'>,
  enterprise: TestEnterprise,
  wish: Wish = {},
): Promise<order.OrderDetail> {
  const placed = await ordered(enterprise.owner, wish)
  expect(await pay(t, enterprise, { ...placed, method: wish.paymentMethod ?? 1 })).toBe('applied')
  return await enterprise.owner.ask(order.get, { id: placed.id })
}
