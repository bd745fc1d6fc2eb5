import * as voucher from '@simwright/contract/provisioning/voucher'
import { type App, serve } from '../../../http/serve.ts'
import type { VouchersServer as Server } from '../../../port/module.ts'
import { writeCodes, writeLabels, writeReport } from './file.ts'
import { openGuesses } from './guess.ts'
import { readPage, redeem } from './redeem.ts'
import { addBatch, editBatch, listBatches, listVouchers, readBatch, revokeBatch, revokeVoucher } from './service.ts'

export function routes(app: App, server: Server): void {
  const guesses = openGuesses(server)
  serve(app, voucher.list, ({ who, input }) => listBatches(server, who, input))
  serve(app, voucher.get, ({ who, input }) => readBatch(server, who, input.id))
  serve(app, voucher.add, ({ who, input, once }) => addBatch(server, who, { input, once }))
  serve(app, voucher.edit, ({ who, input }) => editBatch(server, who, input))
  serve(app, voucher.labels, ({ who, input }) => writeLabels(server, who, input))
  serve(app, voucher.codes, ({ who, input }) => writeCodes(server, who, input.id))
  serve(app, voucher.vouchers, ({ who, input }) => listVouchers(server, who, input))
  serve(app, voucher.revoke, ({ who, input }) => revokeVoucher(server, who, input))
  serve(app, voucher.revokeBatch, ({ who, input }) => revokeBatch(server, who, input.id))
  serve(app, voucher.report, ({ who, input }) => writeReport(server, who, input.id))
  serve(app, voucher.publicVouchers, ({ input, visited }) => readPage(server, input.slug, visited))
  serve(app, voucher.redeem, ({ input, visited, address }) => redeem(server, guesses, { input, visited, address }))
}
