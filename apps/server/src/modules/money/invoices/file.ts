import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { FileAnswer } from '../../../http/call.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { invoiceLetter } from '../../platform/mail/service.ts'
import { selectOwners } from '../../platform/tenancy/service.ts'
import { amountOf, type Brand, type Paper, titles } from './paper.ts'
import { type InvoiceRecord, type IssuedRecord, selectInvoice, selectTransferOrder, updatePdf } from './queries.ts'
import { readSeller, sellerWithoutData, transferTo } from './seller.ts'

export type RenderPaper = (paper: Paper, brand: Brand) => Promise<Buffer>

/** Writes a PDF file. The library is loaded when it is first needed. */
export async function renderPaper(paper: Paper, brand: Brand): Promise<Buffer> {
  const { writeSheet } = await import('./sheet.ts')
  return writeSheet(paper, brand)
}

/**
 * Writes and stores the PDF file of an issued document, and queues the mail, unless another process did. Both are in one
 * transaction, so the mail is sent once.
 */
export async function writePdf(
  server: Server,
  {
    enterpriseId,
    id,
    render = renderPaper,
  }: { enterpriseId: EnterpriseId; id: string; render?: RenderPaper | undefined },
): Promise<void> {
  const invoice = await readIssued(server, enterpriseId, id)
  if (invoice.pdf !== null) return
  const pdf = await render(paperOf(invoice), brandOf(server, invoice.platform_id))
  await server.db.tenantTx(enterpriseId, async (db) => {
    const locked = await selectInvoice(db, { id, lock: 'locked' })
    if (locked?.pdf !== null) return
    await updatePdf(db, { id, pdf, at: server.clock.now() })
    await mailInvoice(server, db, { invoice, pdf })
  })
}

/** @throws Problem not_found */
async function readIssued(server: Server, enterpriseId: EnterpriseId, id: string): Promise<IssuedRecord> {
  const stored = await server.db.tenantRead(enterpriseId, (db) => selectInvoice(db, { id }))
  if (!stored) throw new Problem('not_found')
  return stored
}

/** The stored file; until it is stored, the same file written now. */
async function pdfOf(server: Server, record: IssuedRecord): Promise<Buffer> {
  return record.pdf ?? (await renderPaper(paperOf(record), brandOf(server, record.platform_id)))
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

/** Only reads, so it works in read-only visits too. @throws Problem not_found */
export async function downloadInvoice(server: Server, enterpriseId: EnterpriseId, id: string): Promise<FileAnswer> {
  const record = await readIssued(server, enterpriseId, id)
  const body = await pdfOf(server, record)
  return { fileName: `${record.number.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf', body }
}

/** The pro forma invoice of an order that waits for a bank transfer. It has no number. @throws Problem not_found */
export async function downloadProForma(
  server: Server,
  enterpriseId: EnterpriseId,
  orderId: string,
): Promise<FileAnswer> {
  const { order, seller } = await server.db.tenantRead(enterpriseId, async (db) => {
    const order = await selectTransferOrder(db, orderId)
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

/**
 * Queues the mail with the PDF file to the address for invoices; without one, to the owners. Part of the transaction that
 * stores the file, so it is sent once.
 */
async function mailInvoice(
  server: Server,
  db: TenantDb,
  { invoice, pdf }: { invoice: InvoiceRecord; pdf: Uint8Array },
): Promise<void> {
  const { billed_to, kind, number, currency, gross_cents, order_code: orderCode } = invoice
  const sender = senderOf(server, platformOf(server, invoice.platform_id))
  const addresses =
    billed_to.email === '' ? (await selectOwners(db, db.enterpriseId)).map(({ email }) => email) : [billed_to.email]
  for (const to of addresses) {
    const letter = invoiceLetter(sender, {
      to,
      document: titles[kind],
      number,
      company: billed_to.company,
      amount: `${currency} ${amountOf(Math.abs(gross_cents))}`,
      orderCode,
      pdf,
    })
    await server.mail.queue(db as never, letter)
  }
}
