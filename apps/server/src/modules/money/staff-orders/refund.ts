import { Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/staff-order'
import { orderStateWords } from '@simwright/contract/platform/plan'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { type OrderRow, selectOrder, stateAt } from '../../platform/plans/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { recordRefund } from '../orders/service.ts'
import { lockTransferOrder } from './order-lock.ts'
import { recordForStaff } from './staff-log.ts'

/**
 * Records that money of a bank transfer was returned at the bank. The client gets a credit note; returning all of it ends
 * the order.
 * @throws Problem not_found, not_by_transfer, or a fault for an amount that cannot be
 */
export async function noteRefund(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof contract.refund>,
): OnceAnswer<typeof contract.refund> {
  const { enterpriseId, id, fields } = input
  const { refundedCents, reason } = fields
  return await once.tenantTx(enterpriseId, async (db) => {
    const order = await lockTransferOrder(server, db, input)
    requirePossible(order, refundedCents)
    await recordRefund(server, db, {
      enterpriseId,
      orderId: id,
      refundedCents,
      why: 'REFUNDED',
      note: reason,
      actor: { kind: 'STAFF', id: who.userId },
    })
    const client = await findEnterprise(db)
    const amount = ((refundedCents - order.refunded_cents) / 100).toFixed(2)
    await recordForStaff(server, db, {
      enterpriseId,
      action: 'order.refundNoted',
      object: { id, name: order.code },
      after: { enterprise: client?.name ?? '', amount, currency: order.currency, reason },
    })
    const refunded = (await selectOrder(db, id))!
    return { state: stateAt(refunded, server.clock.now()) }
  })
}

/** @throws Problem order_not_open, invalid */
function requirePossible({ state, currency, ...order }: OrderRow, refundedCents: number): void {
  const { paid_cents: paid, refunded_cents: refunded } = order
  if (paid === 0) throw new Problem('order_not_open', { state: orderStateWords[state] })
  const amountOf = (cents: number) => `${currency} ${(cents / 100).toFixed(2)}`
  if (refundedCents > paid)
    throw fault('fields.refundedCents', 'paid', `${amountOf(paid)} was paid, so no more can be returned.`)
  if (refundedCents <= refunded)
    throw fault(
      'fields.refundedCents',
      'larger',
      `${amountOf(refunded)} is recorded already. Enter all that was returned so far.`,
    )
}
