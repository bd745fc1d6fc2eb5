import type { InvoiceKind, InvoiceLine } from '@simwright/contract/money/invoice'
import type { BilledTo } from '@simwright/contract/money/price'
import type { Seller } from '@simwright/contract/money/seller'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfEnterprise } from '../../platform/tenancy/service.ts'

export type InvoiceRecord = {
  enterprise_id: string
  id: string
  platform_id: string
  kind: InvoiceKind
  sequence: number
  number: string
  order_id: string
  order_code: string
  /** Of a credit note: the invoice that it corrects. */
  invoice_id: string | null
  seller: Seller
  billed_to: BilledTo
  lines: InvoiceLine[]
  currency: string
  net_cents: number
  tax_cents: number
  gross_cents: number
  period_from: Date | null
  period_to: Date | null
  paid_by: string | null
  reason: string | null
  time_zone: string
  issued_at: Date
}

/** A document before it is issued: its number and its seller are of the moment of the insert. */
export type Unnumbered = Omit<InvoiceRecord, 'sequence' | 'number' | 'seller'>

type Inserted = Omit<Unnumbered, 'billed_to' | 'lines'> & { billed_to: string; lines: string; unknown: string }

const insertStatement = statement(
  'issue invoice',
  (i: Inserted) => sql`
    with seller_now as (
      select coalesce((select fields from seller where platform_id = ${i.platform_id}), ${i.unknown}::jsonb) as fields
    ), taken as (
      insert into invoice_series (platform_id, last) values (${i.platform_id}, 1)
      on conflict (platform_id) do update set last = invoice_series.last + 1 returning last
    )
    insert into invoice (enterprise_id, id, platform_id, kind, sequence, number, order_id, order_code, invoice_id, seller,
      billed_to, lines, currency, net_cents, tax_cents, gross_cents, period_from, period_to, paid_by, reason, time_zone,
      issued_at)
    select ${i.enterprise_id}::uuid, ${i.id}::uuid, ${i.platform_id}::uuid, ${i.kind}, last,
      fields ->> 'invoicePrefix' || lpad(last::text, greatest(6, length(last::text)), '0'),
      ${i.order_id}::uuid, ${i.order_code}, ${i.invoice_id}::uuid, fields, ${i.billed_to}::jsonb, ${i.lines}::jsonb,
      ${i.currency}, ${i.net_cents}::bigint, ${i.tax_cents}::bigint, ${i.gross_cents}::bigint,
      ${i.period_from}::timestamptz, ${i.period_to}::timestamptz, ${i.paid_by}, ${i.reason}, ${i.time_zone},
      ${i.issued_at}::timestamptz
    from taken, seller_now
    returning number`,
)

/**
 * Issues a document with the next number of its platform, in one statement: the row of the number is locked until the
 * transaction ends, and a rollback gives the number back.
 * @param unknown the seller while staff have not entered the seller data
 * @returns the number
 */
export async function insertInvoice(db: TenantDb, record: Unnumbered, unknown: Seller): Promise<string> {
  const { billed_to, lines, ...rest } = record
  const texts = { billed_to: JSON.stringify(billed_to), lines: JSON.stringify(lines), unknown: JSON.stringify(unknown) }
  return (await insertStatement(db, { ...rest, ...texts }))[0]!.number
}

/** Skips numbers on every platform that has issued a document. */
export async function updateSeries(db: SystemDb, count: number): Promise<void> {
  await db
    .updateTable('invoice_series')
    .set(({ eb }) => ({ last: eb('last', '+', count) }))
    .execute()
}

const COLUMNS = sql.raw(`i.enterprise_id, i.id, i.platform_id, i.kind, i.sequence, i.number, i.order_id, i.order_code,
  i.invoice_id, i.seller, i.billed_to, i.lines, i.currency, i.net_cents, i.tax_cents, i.gross_cents, i.period_from,
  i.period_to, i.paid_by, i.reason, i.time_zone, i.issued_at`)

const lockInvoiceOfOrderStatement = statement(
  'lock invoice of order',
  ({ enterpriseId, orderId }: { enterpriseId: EnterpriseId; orderId: string }) => sql`
    select ${COLUMNS} from invoice i
    where i.enterprise_id = ${enterpriseId} and i.order_id = ${orderId} and i.kind = 'INVOICE' for update`,
)

/** The invoice of an order, locked until the transaction ends. */
export async function lockInvoiceOfOrder(db: TenantDb, orderId: string): Promise<InvoiceRecord | undefined> {
  return (await lockInvoiceOfOrderStatement(db, { enterpriseId: db.enterpriseId, orderId }))[0] as
    | InvoiceRecord
    | undefined
}

type Credited = { gross: number; tax: number }

const sumCreditedStatement = statement(
  'sum credit notes of invoice',
  ({ enterpriseId, invoiceId }: { enterpriseId: EnterpriseId; invoiceId: string }) => sql`
    select coalesce(sum(gross_cents), 0)::bigint as gross, coalesce(sum(tax_cents), 0)::bigint as tax
    from invoice where enterprise_id = ${enterpriseId} and invoice_id = ${invoiceId}`,
  { present: ['gross', 'tax'] },
)

/** What the credit notes of an invoice add up to; not above 0. */
export async function sumCredited(db: TenantDb, invoiceId: string): Promise<Credited> {
  return (await sumCreditedStatement(db, { enterpriseId: db.enterpriseId, invoiceId }))[0]!
}

/** A document with the invoice that it corrects, if it is a credit note. */
export type IssuedRecord = InvoiceRecord & {
  pdf: Buffer | null
  corrected_number: string | null
  corrected_at: Date | null
}

const CORRECTED = sql.raw(`left join invoice c on c.enterprise_id = i.enterprise_id and c.id = i.invoice_id`)

const invoiceStatement = shapedStatement(
  'select invoice',
  ({ enterpriseId, id, lock }: { enterpriseId: EnterpriseId; id: string; lock: 'locked' | undefined }) => sql`
    select ${COLUMNS}, i.pdf, c.number as corrected_number, c.issued_at as corrected_at from invoice i ${CORRECTED}
    where i.enterprise_id = ${enterpriseId} and i.id = ${id} ${lock ? sql`for update of i` : sql``}`,
)

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectInvoice(
  db: TenantDb,
  { id, lock }: { id: string; lock?: 'locked' },
): Promise<IssuedRecord | undefined> {
  return (await invoiceStatement(db, { enterpriseId: db.enterpriseId, id, lock }))[0] as IssuedRecord | undefined
}

/** @throws if the row has a PDF file already: a trigger refuses to replace it */
export async function updatePdf(db: TenantDb, { id, pdf, at }: { id: string; pdf: Buffer; at: Date }): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ pdf, pdf_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export type InvoiceKey = { enterprise_id: string; id: string }

/** The oldest documents without a PDF file, of all enterprises. */
export async function selectWithoutPdf(db: SystemDb, limit: number): Promise<InvoiceKey[]> {
  return await db
    .selectFrom('invoice')
    .select(['enterprise_id', 'id'])
    .where('pdf', 'is', null)
    .orderBy('issued_at')
    .limit(limit)
    .execute()
}

export type InvoiceFilter = {
  kinds?: readonly InvoiceKind[] | undefined
  enterpriseId?: string | undefined
  orderId?: string | undefined
  platformId?: string | undefined
  /** A whole number or order ID. */
  search?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

function matching({ kinds, enterpriseId, orderId, platformId, search, from, to }: InvoiceFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (kinds?.length) conditions.push(sql`i.kind in (${sql.join(kinds)})`)
  if (enterpriseId) conditions.push(sql`i.enterprise_id = ${enterpriseId}`)
  if (orderId) conditions.push(sql`i.order_id = ${orderId}`)
  if (platformId) conditions.push(sql`i.platform_id = ${platformId}`)
  if (search) conditions.push(sql`(i.number = ${search.toUpperCase()} or i.order_code = ${search})`)
  if (from) conditions.push(sql`i.issued_at >= ${from}`)
  if (to) conditions.push(sql`i.issued_at < ${to}`)
  return sql.join(conditions, sql` and `)
}

export type ListedInvoice = Pick<
  IssuedRecord,
  | 'enterprise_id'
  | 'id'
  | 'platform_id'
  | 'kind'
  | 'number'
  | 'order_id'
  | 'order_code'
  | 'currency'
  | 'net_cents'
  | 'tax_cents'
  | 'gross_cents'
  | 'issued_at'
  | 'reason'
  | 'corrected_number'
> & { company: string; enterprise_name: string | null }

const invoicesStatement = shapedStatement(
  'select invoices',
  ({ filter, after, limit }: { filter: InvoiceFilter; after: RawBuilder<unknown>; limit: number }) => sql`
    select i.enterprise_id, i.id, i.platform_id, i.kind, i.number, i.order_id, i.order_code, i.currency, i.net_cents,
      i.tax_cents, i.gross_cents, i.issued_at, i.reason, c.number as corrected_number, i.billed_to->>'company' as company,
      ${nameOfEnterprise('i.enterprise_id')} as enterprise_name
    from invoice i ${CORRECTED}
    where ${matching(filter)} ${after} order by i.issued_at desc, i.id desc limit ${limit + 1}`,
  { shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectInvoices(
  db: SystemDb,
  { filter, keyset, limit }: { filter: InvoiceFilter; keyset: Keyset | undefined; limit: number },
): Promise<ListedInvoice[]> {
  const after = keyset
    ? sql`and (i.issued_at, i.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return (await invoicesStatement(db, { filter, after, limit })) as ListedInvoice[]
}

export async function countInvoices(db: SystemDb, filter: InvoiceFilter): Promise<number> {
  return await countCapped(db, sql`select from invoice i where ${matching(filter)}`)
}

export type TransferOrder = {
  code: string
  lines: InvoiceLine[]
  billed_to: BilledTo | null
  currency: string
  time_zone: string
  starts_at: Date
  ends_at: Date | null
  created_at: Date
  platform_id: string
}

const transferOrderStatement = statement(
  'select order to transfer',
  ({ enterpriseId, orderId }: { enterpriseId: EnterpriseId; orderId: string }) => sql`
    select o.code, o.lines, o.billed_to, o.currency, o.time_zone, o.starts_at, o.ends_at, o.created_at, e.platform_id
    from plan_order o join enterprise e on e.enterprise_id = o.enterprise_id
    where o.enterprise_id = ${enterpriseId} and o.id = ${orderId} and o.payment_method = 1
      and o.state in ('UNPAID', 'PENDING_CONFIRMATION')`,
)

/** An order that waits for a bank transfer or for its confirmation. */
export async function selectTransferOrder(db: TenantDb, orderId: string): Promise<TransferOrder | undefined> {
  return (await transferOrderStatement(db, { enterpriseId: db.enterpriseId, orderId }))[0] as TransferOrder | undefined
}

type OverageLine = { number: string; quantity: number }

const overageLinesStatement = statement(
  'select overage lines',
  ({ enterpriseId, orderCode }: { enterpriseId: EnterpriseId; orderCode: string }) => sql`
    select i.number, (line ->> 'quantity')::integer as quantity from invoice i, jsonb_array_elements(i.lines) line
    where i.enterprise_id = ${enterpriseId} and i.kind = 'INVOICE' and line ->> 'kind' = 'OVERAGE'
      and line ->> 'orderCode' = ${orderCode}
    order by i.issued_at, i.id`,
  { present: ['quantity'] },
)

/** The lines of invoices that bill what exceeded the downloads of an order, oldest first. */
export async function selectOverageLines(db: TenantDb, orderCode: string): Promise<OverageLine[]> {
  return await overageLinesStatement(db, { enterpriseId: db.enterpriseId, orderCode })
}

/** Whether {@link selectWithoutPdf} finds a document. */
export const filesDue = () => condition`exists (select from invoice where pdf is null)`
