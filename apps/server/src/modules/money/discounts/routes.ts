import * as discount from '@simwright/contract/money/discount'
import { type App, serve } from '../../../http/serve.ts'
import type { DiscountsServer as Server } from '../../../port/module.ts'
import { addDiscount, editDiscount, listDiscounts, readOne, stopDiscount } from './staff.ts'

export function routes(app: App, server: Server): void {
  serve(app, discount.list, ({ input }) => listDiscounts(server, input))
  serve(app, discount.get, ({ input }) => readOne(server, input.id))
  serve(app, discount.add, ({ input, once }) => addDiscount(server, { input, once }))
  serve(app, discount.edit, ({ input }) => editDiscount(server, input))
  serve(app, discount.stop, ({ input }) => stopDiscount(server, input))
}
