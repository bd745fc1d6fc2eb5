import type { StripeServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyStaffOnce } from '../../platform/notices/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { StripeFault } from './fault.ts'
import { lockPayment, type PaymentRecord, selectOrderCode, updatePayment } from './queries.ts'

/**
 * Returns a payment in full that its order did not accept, and notifies the staff. Can be repeated: the money goes back
 * once.
 * @throws StripeFault
 */
export async function returnPayment(server: Server, payment: PaymentRecord): Promise<void> {
  const { enterprise_id: enterpriseId, id, order_id: orderId, intent_id: intent } = payment
  if (intent === null) throw new TypeError('only a paid payment is returned')
  await refundOnce(server, { intent, id, orderId })
  const { payer, orderCode } = await server.db.tenantRead(enterpriseId, async (db) => ({
    payer: await findEnterprise(db),
    orderCode: (await selectOrderCode(db, { enterpriseId, orderId })) ?? '',
  }))
  const { amount_cents: cents, currency } = payment
  const facts = { enterpriseName: payer?.name ?? '', orderCode, cents, currency }
  await notifyStaffOnce(server, { once: `PAYMENT_RETURNED ${id}`, news: { kind: 'PAYMENT_RETURNED', facts } })
  await server.db.tenantTx(enterpriseId, async (db) => {
    const locked = await lockPayment(db, { enterpriseId, id })
    if (locked?.state !== 'RETURNING') return
    const object = { id: orderId, name: orderCode }
    const after = { amount: cents, currency, reference: intent }
    await recordAudit(server, db, { enterpriseId, action: 'order.paymentReturned', object, after })
    const values = { state: 'RETURNED', refunded_cents: cents, next_check_at: null } as const
    await updatePayment(db, { enterpriseId, id }, values)
  })
}

type Refunded = { intent: string; id: string; orderId: string }

async function refundOnce(server: Server, { intent, id, orderId }: Refunded): Promise<void> {
  try {
    await server.stripe.call((stripe) =>
      stripe.refunds.create(
        { payment_intent: intent, metadata: { payment: id, order: orderId } },
        { idempotencyKey: `return-${id}` },
      ),
    )
  } catch (error) {
    const isReturned = error instanceof StripeFault && error.code === 'charge_already_refunded'
    if (!isReturned) throw error
  }
}
