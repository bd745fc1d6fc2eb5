import { Problem } from '@simwright/contract'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { FileAnswer } from '../../../http/call.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { mailInvoice } from './letter.ts'
import type { Brand, Paper } from './paper.ts'
import type { Server } from './port.ts'
import { type IssuedRecord, selectInvoice, selectTransferOrder, updatePdf } from './queries.ts'
import { readSeller, sellerWithoutData, transferTo } from './seller.ts'

/** Writes a PDF file. The library is loaded when it is first needed. */
export async function renderPaper(paper: Paper, brand: Brand): Promise<Buffer> {
  const { writeSheet } = await import('./sheet.ts')
  return writeSheet(paper, brand)
}

/**
 * The PDF file of an issued document. The first call writes and stores it and queues the mail; later calls return the
 * stored file.
 * @throws Problem not_found
 */
export async function writePdf(
  server: Server,
  enterpriseId: EnterpriseId,
  id: string,
): Promise<{ number: string; pdf: Uint8Array }> {
  const stored = await server.db.tenantRead(enterpriseId, (db) => selectInvoice(db, enterpriseId, { id }))
  if (!stored) throw new Problem('not_found')
  if (stored.pdf) return { number: stored.number, pdf: stored.pdf }
  const written = await renderPaper(paperOf(stored), brandOf(server, stored.platform_id))
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const locked = await selectInvoice(db, enterpriseId, { id, lock: 'locked' })
    const { number, pdf } = locked!
    if (pdf) return { number, pdf }
    await updatePdf(db, enterpriseId, { id, pdf: written, at: server.clock.now() })
    await mailInvoice(server, db, { invoice: stored, pdf: written })
    return { number, pdf: written }
  })
}

function brandOf(server: Server, platformId: PlatformId): Brand {
  const { app_name: name, theme_color: color } = platformOf(server, platformId)
  return { name, color }
}

function paperOf(record: IssuedRecord): Paper {
  const { period_from: from, period_to: to, corrected_number: number, corrected_at: issuedAt } = record
  return {
    kind: record.kind,
    number: record.number,
    issuedAt: record.issued_at,
    timeZone: record.time_zone,
    seller: record.seller,
    billedTo: record.billed_to,
    orderCode: record.order_code,
    lines: record.lines,
    currency: record.currency,
    period: from && to && { from, to },
    paidBy: record.paid_by,
    corrects: number !== null && issuedAt ? { number, issuedAt } : null,
    transfer: null,
  }
}

/** @throws Problem not_found */
export async function downloadInvoice(server: Server, enterpriseId: EnterpriseId, id: string): Promise<FileAnswer> {
  const { number, pdf } = await writePdf(server, enterpriseId, id)
  return { fileName: `${number.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf', body: pdf }
}

/** The pro forma invoice of an order that waits for a bank transfer. It has no number. @throws Problem not_found */
export async function downloadProForma(
  server: Server,
  enterpriseId: EnterpriseId,
  orderId: string,
): Promise<FileAnswer> {
  const { order, seller } = await server.db.tenantRead(enterpriseId, async (db) => {
    const order = await selectTransferOrder(db, enterpriseId, orderId)
    if (!order?.billed_to) throw new Problem('not_found')
    const { platform_id, billed_to, ...rest } = order
    const seller = (await readSeller(db, platform_id)) ?? sellerWithoutData(server, platform_id)
    return { order: { ...rest, platformId: platform_id, billedTo: billed_to }, seller }
  })
  const { code: orderCode, currency, starts_at: from, ends_at: to } = order
  const cents = order.lines.reduce((sum, line) => sum + line.cents, 0)
  const paper: Paper = {
    kind: 'PRO_FORMA',
    number: null,
    issuedAt: order.created_at,
    timeZone: order.time_zone,
    seller,
    billedTo: order.billedTo,
    orderCode,
    lines: order.lines,
    currency,
    period: to && { from, to },
    paidBy: null,
    corrects: null,
    transfer: transferTo(seller, { orderCode, cents, currency }) ?? null,
  }
  const body = await renderPaper(paper, brandOf(server, order.platformId))
  return { fileName: `pro-forma-${orderCode}.pdf`, contentType: 'application/pdf', body }
}
