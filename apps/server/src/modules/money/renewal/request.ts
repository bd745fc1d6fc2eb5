import { sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import { dayText } from '../../../format/day.ts'
import type { RenewalServer as Server } from '../../../port/module.ts'
import { orderDueLetter } from '../../platform/mail/service.ts'
import { notifyPlanManagers, type OrderRow, scheduleOrder } from '../../platform/plans/service.ts'
import { deadlineOf, nextRequestAt, requestTimes, settleFree } from '../orders/service.ts'
import { beginCharge } from '../stripe/service.ts'

type Request = { order: OrderRow; at: Date }

/**
 * Requests the payment of an open order of the portal again, and schedules the next request. The caller holds the lock of the
 * enterprise account.
 */
export async function requestAgain(server: Server, db: TenantDb, { order, at }: Request): Promise<void> {
  await scheduleOrder(db, order, nextRequestAt(order, at) ?? deadlineOf(order, at))
  await requestPayment(server, db, { order, at })
}

/**
 * Requests the payment of an order that the portal made: begins to charge the saved card, or else notifies of the order. An
 * order of zero is settled at once. The caller holds the lock of the enterprise account.
 */
export async function requestPayment(server: Server, db: TenantDb, { order, at }: Request): Promise<void> {
  if (sumOf(order.lines) === 0) return await settleFree(server, db, order, { kind: 'SYSTEM' })
  const attempt = requestTimes(order).filter((time) => time <= at).length
  const { enterprise_id: enterpriseId, id: orderId } = order
  if (order.payment_method === 0 && (await beginCharge(server, db, { enterpriseId, orderId, attempt }))) return
  await notifyOfOrder(server, db, { order, at, attempt })
}

async function notifyOfOrder(
  server: Server,
  db: TenantDb,
  { order, at, attempt }: Request & { attempt: number },
): Promise<void> {
  const { enterprise_id: enterpriseId, id: orderId, code, amount_cents: cents, currency } = order
  const until = deadlineOf(order, at)
  const amount = `${currency} ${(cents / 100).toFixed(2)}`
  const reason = attempt > 1 ? `This is a reminder. ${reasonOf(order)}` : reasonOf(order)
  await notifyPlanManagers(server, db, {
    enterpriseId,
    once: attempt > 1 ? `ORDER_DUE ${orderId} ${attempt}` : `ORDER_DUE ${orderId}`,
    news: { kind: 'ORDER_DUE', facts: { orderId, code, cents, currency, until: until.toISOString() } },
    letter: (sender, named) => orderDueLetter(sender, { ...named, orderId, code, reason, amount, until }),
  })
}

const reasonOf = ({ operation, plan, starts_at: startsAt }: OrderRow): string =>
  operation === 'OVERAGE'
    ? `More downloads were used than the plan ${plan} includes.`
    : `The plan ${plan} renews itself when its period ends on ${dayText(startsAt)}.`
