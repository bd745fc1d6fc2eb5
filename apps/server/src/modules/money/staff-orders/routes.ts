import * as order from '@simwright/contract/money/staff-order'
import { type App, serve } from '../../../http/serve.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { raiseCap } from './cap.ts'
import { confirmTransfer, rejectTransfer } from './decision.ts'
import { listOrders, readOne, readWaiting } from './list.ts'
import { addOrder, quoteFor } from './purchase.ts'
import { noteRefund } from './refund.ts'

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
