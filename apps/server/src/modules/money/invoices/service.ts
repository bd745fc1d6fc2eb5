/**
 * Invoices and credit notes, tax and seller data. Orders call it in their own transactions; it knows no order but those
 * that wait for a bank transfer.
 */
export { renderPaper } from './file.ts'
export { issueCreditNote, issueInvoice } from './issue.ts'
export { listInvoices } from './list.ts'
export type { Paper } from './paper.ts'
export { selectOverageLines, updateSeries as skipInvoiceNumbers } from './queries.ts'
export { readSeller, transferFor } from './seller.ts'
export { type Tax, taxFor } from './tax.ts'
