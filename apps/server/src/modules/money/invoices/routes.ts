import * as invoice from '@simwright/contract/money/invoice'
import * as seller from '@simwright/contract/money/seller'
import { type App, serve } from '../../../http/serve.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { downloadInvoice, downloadProForma } from './file.ts'
import { listAllInvoices, listInvoices } from './list.ts'
import { editSeller, listSellers } from './seller.ts'

export function routes(app: App, server: Server): void {
  serve(app, invoice.list, ({ who, input }) => listInvoices(server, who.enterpriseId, input))
  serve(app, invoice.download, ({ who, input }) => downloadInvoice(server, who.enterpriseId, input.id))
  serve(app, invoice.proForma, ({ who, input }) => downloadProForma(server, who.enterpriseId, input.orderId))
  serve(app, invoice.staffList, ({ input }) => listAllInvoices(server, input))
  serve(app, invoice.staffDownload, ({ input }) => downloadInvoice(server, input.enterpriseId, input.id))
  serve(app, seller.list, () => listSellers(server))
  serve(app, seller.edit, ({ input }) => editSeller(server, input))
}
