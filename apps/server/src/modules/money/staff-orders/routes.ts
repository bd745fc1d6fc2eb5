import { Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/staff-order'
import * as order from '@simwright/contract/money/staff-order'
import { orderStateWords } from '@simwright/contract/platform/plan'
import type { OnceAnswer, OnceCall } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { stateAt, updateOverageFactor } from '../../platform/plans/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { confirmTransfer, rejectTransfer } from './decision.ts'
import { listOrders, readOne, readWaiting } from './list.ts'
import { lockOrder } from './order-lock.ts'
import { addOrder, quoteFor } from './purchase.ts'
import { noteRefund } from './refund.ts'
import { recordForBoth } from './staff-log.ts'

export function routes(app: App, server: Server): void {
  serve(app, order.list, ({ input }) => listOrders(server, input))
  serve(app, order.waiting, () => readWaiting(server))
  serve(app, order.get, ({ input }) => readOne(server, input))
  serve(app, order.confirm, ({ who, input, once }) => confirmTransfer(server, who, { input, once }))
  serve(app, order.reject, ({ who, input, once }) => rejectTransfer(server, who, { input, once }))
  serve(app, order.quote, ({ input }) => quoteFor(server, input))
  serve(app, order.add, ({ who, input, once }) => addOrder(server, who, { input, once }))
  serve(app, order.refund, ({ who, input, once }) => noteRefund(server, who, { input, once }))
  serve(app, order.raiseCap, ({ input, once }) => raiseCap(server, { input, once }))
}

/**
 * Raises the multiple of the included downloads beyond which an active order refuses further ones.
 * @throws Problem not_found, order_not_open, or a fault when the multiple is not larger, or nothing can be billed
 */
async function raiseCap(
  server: Server,
  { input, once }: OnceCall<typeof contract.raiseCap>,
): OnceAnswer<typeof contract.raiseCap> {
  const { enterpriseId, id, fields } = input
  const { factor } = fields
  return await once.tenantTx(enterpriseId, async (db) => {
    const order = await lockOrder(server, db, input)
    const state = stateAt(order, server.clock.now())
    if (state !== 'ACTIVE') throw new Problem('order_not_open', { state: orderStateWords[state] })
    if (order.extra_download_cents === null || order.downloads === null)
      throw fault('fields.factor', 'billed', 'This order bills no further downloads.')
    const { overage_factor: current } = order
    if (factor <= current) throw fault('fields.factor', 'larger', `It is ${current} times now. Enter more.`)
    await updateOverageFactor(db, order, factor)
    const client = await findEnterprise(db)
    await recordForBoth(server, db, {
      enterpriseId,
      action: 'order.capRaised',
      object: { id, name: order.code },
      before: { overageFactor: current },
      after: { enterprise: client?.name ?? '', overageFactor: factor },
    })
    return { factor }
  })
}
