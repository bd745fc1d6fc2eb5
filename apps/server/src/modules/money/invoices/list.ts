import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/invoice'
import type { InvoiceRow } from '@simwright/contract/money/invoice'
import type { SystemDb } from '../../../db/database.ts'
import { capTotal, cutPage, type Keyset, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { countInvoices, type InvoiceFilter, type ListedInvoice, selectInvoices } from './queries.ts'

/** Invoices and credit notes of an enterprise. */
export async function listInvoices(
  server: Server,
  enterpriseId: EnterpriseId,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['invoices', enterpriseId, given]
  const keyset = readCursor(cursor, scope)
  const filter = { enterpriseId, kinds: given.kind, orderId: given.orderId }
  const { rows, counted } = await server.db.tenantRead(enterpriseId, (db) => selectPage(db, { filter, keyset, limit }))
  const { items, next } = cutPage(rows, limit, (last) => writeCursor(keysetOf(last), scope))
  return { items: items.map(rowOf), next, ...capTotal(counted) }
}

/** Invoices and credit notes of all enterprises, also deleted ones; for platform staff. */
export async function listAllInvoices(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.staffList>,
): Promise<OutputOf<typeof contract.staffList>> {
  const { kind: kinds, from, to, ...exact } = given
  const scope = ['all invoices', given]
  const keyset = readCursor(cursor, scope)
  const filter = { ...exact, kinds, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
  const { rows, counted } = await server.db.systemTx((db) => selectPage(db, { filter, keyset, limit }))
  const { items, next } = cutPage(rows, limit, (last) => writeCursor(keysetOf(last), scope))
  const withClient = (row: ListedInvoice) => ({
    ...rowOf(row),
    enterpriseId: row.enterprise_id,
    enterprise: row.enterprise_name,
    platform: platformOf(server, row.platform_id).app_name,
  })
  return { items: items.map(withClient), next, ...capTotal(counted) }
}

async function selectPage(
  db: SystemDb,
  page: { filter: InvoiceFilter; keyset: Keyset | undefined; limit: number },
): Promise<{ rows: ListedInvoice[]; counted: number }> {
  return { rows: await selectInvoices(db, page), counted: await countInvoices(db, page.filter) }
}

const keysetOf = ({ issued_at, id }: ListedInvoice): Keyset => ({ value: issued_at.toISOString(), id })

const rowOf = (row: ListedInvoice): InvoiceRow => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  orderId: row.order_id,
  orderCode: row.order_code,
  company: row.company,
  netCents: row.net_cents,
  taxCents: row.tax_cents,
  grossCents: row.gross_cents,
  currency: row.currency,
  issuedAt: row.issued_at.toISOString(),
  corrects: row.corrected_number,
  reason: row.reason,
})
