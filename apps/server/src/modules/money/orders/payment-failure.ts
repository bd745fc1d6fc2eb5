import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { dayText } from '../../../format/day.ts'
import type { OrdersServer as Server } from '../../../port/module.ts'
import { paymentFailedLetter } from '../../platform/mail/service.ts'
import {
  moveOrder,
  notifyPlanManagers,
  type OrderActor,
  type OrderRow,
  readEntitlement,
  selectOrder,
} from '../../platform/plans/service.ts'
import { deadlineOf, nextRequestAt } from './payment-request.ts'

type Failure = {
  enterpriseId: EnterpriseId
  orderId: string
  /** In words for the owner of the card. */
  text: string
  /** The code of the payment service. */
  code: string
  actor: OrderActor
}

/** Records that the saved card was not charged, and notifies of it; the order stays open. */
export async function recordPaymentFailure(server: Server, db: TenantDb, failure: Failure): Promise<void> {
  const { enterpriseId, orderId, code, actor } = failure
  const at = server.clock.now()
  await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const order = await selectOrder(db, orderId)
  if (!order) return
  const id = server.random.uuid()
  const reason = code === 'authentication_required' ? CONFIRMATION_REQUIRED : failure.text
  await moveOrder(db, order, { event: 'PAYMENT_FAILED', actor, at, id, note: reason, facts: { code } })
  if (order.state === 'UNPAID') await notifyOfFailure(server, db, { order, reason, at, id })
}

const CONFIRMATION_REQUIRED = 'The bank asks the owner of the card to confirm this payment.'

type News = { order: OrderRow; reason: string; at: Date; id: string }

async function notifyOfFailure(server: Server, db: TenantDb, { order, reason, at, id }: News): Promise<void> {
  const { enterprise_id: enterpriseId, id: orderId, code, amount_cents: cents, currency } = order
  const until = deadlineOf(order, at)
  const nextAt = nextRequestAt(order, at)
  const next = nextAt ? `The card is tried again on ${dayText(nextAt)}.` : 'The card is not tried again.'
  const amount = `${currency} ${(cents / 100).toFixed(2)}`
  await notifyPlanManagers(server, db, {
    enterpriseId,
    once: `PAYMENT_FAILED ${id}`,
    news: { kind: 'PAYMENT_FAILED', facts: { orderId, code, cents, currency, reason, until: until.toISOString() } },
    letter: (sender, named) => paymentFailedLetter(sender, { ...named, orderId, code, amount, reason, next, until }),
  })
}
