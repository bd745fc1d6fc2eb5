import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { orderStates } from '@simwright/contract/platform/plan'
import type { EnterpriseId, PlatformId } from '../../db/row-id.ts'
import type { TestServer } from '../server.ts'
import { type ListCase, listCase } from './list-case.ts'
import { alternately, type Moment } from './moment.ts'
import type { Planted } from './planted.ts'

const CODE = '2030010100000000'

/** Orders and invoices of the enterprise account, and one of each of another one on another platform. */
export async function moneyLists(t: TestServer, planted: Planted): Promise<ListCase[]> {
  const { enterprise, other, staff, moment } = planted
  const orderId = await plantOrders(t, enterprise.id, moment)
  await plantOrders(t, other.id, moment, '9')
  await plantInvoices(t, { enterpriseId: enterprise.id, platformId: planted.platformId, orderId, moment, prefix: 'A' })
  await plantInvoices(t, { enterpriseId: other.id, platformId: planted.otherPlatformId, orderId, moment, prefix: 'B' })
  const times = { from: moment.middle, to: moment.middle }
  return [
    listCase(order.query, enterprise.owner, { code: `${CODE}0000`, ...times }),
    listCase(staffOrder.list, staff, {
      search: `${CODE}0000`,
      client: 'lba mob',
      platformId: planted.otherPlatformId,
      ...times,
    }),
    listCase(invoice.list, enterprise.owner, { orderId }),
    listCase(invoice.staffList, staff, {
      search: 'A-1',
      enterpriseId: other.id,
      platformId: planted.otherPlatformId,
      ...times,
    }),
  ]
}

/** One order for each state. @returns the id of the first */
async function plantOrders(
  { server, clock }: TestServer,
  enterpriseId: EnterpriseId,
  moment: Moment,
  digit = '0',
): Promise<string> {
  const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60_000)
  const rows = orderStates.map((state, index) => ({
    enterprise_id: enterpriseId,
    id: server.random.uuid(),
    code: `${CODE}${digit}00${index}`,
    kind: 'BOUGHT' as const,
    plan: order.orderedPlans[index % order.orderedPlans.length]!,
    state,
    payment_method: index % 2,
    starts_at: state === 'WAIT_ACTIVE' ? tomorrow : moment.before,
    ends_at: state === 'EXPIRED' ? moment.after : null,
    created_at: alternately(moment, index),
  }))
  await server.db.tenantTx(enterpriseId, (db) => db.insertInto('plan_order').values(rows).execute())
  return rows[0]!.id
}

type Documents = {
  enterpriseId: EnterpriseId
  platformId: PlatformId
  orderId: string
  moment: Moment
  prefix: string
}

/** An invoice with its credit note, and an invoice of another order. */
async function plantInvoices(
  { server }: TestServer,
  { enterpriseId, platformId, orderId, moment, prefix }: Documents,
): Promise<void> {
  const [id, ofOther] = [server.random.uuid(), server.random.uuid()]
  const common = (sequence: number) => ({
    enterprise_id: enterpriseId,
    platform_id: platformId,
    sequence,
    number: `${prefix}-${sequence}`,
    order_code: `${CODE}000${sequence}`,
    seller: '{}',
    billed_to: '{"company": "Alba Mobile"}',
    lines: '[]',
    currency: 'USD',
    net_cents: 100,
    tax_cents: 0,
    gross_cents: 100,
    time_zone: 'UTC',
    issued_at: alternately(moment, sequence),
  })
  const rows = [
    { ...common(1), id, kind: 'INVOICE' as const, order_id: orderId },
    { ...common(2), id: server.random.uuid(), kind: 'CREDIT_NOTE' as const, order_id: orderId, invoice_id: id },
    { ...common(3), id: ofOther, kind: 'INVOICE' as const, order_id: server.random.uuid() },
  ]
  await server.db.tenantTx(enterpriseId, (db) => db.insertInto('invoice').values(rows).execute())
}
