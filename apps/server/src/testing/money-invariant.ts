import { type PriceLine, sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../db/database.ts'
import { orderTransitions } from '../modules/platform/plans/order-state.ts'
import { type OrderRow, selectOrdersIn, selectSubscription } from '../modules/platform/plans/service.ts'

const DAY_MS = 24 * 60 * 60_000

/** The rows of an enterprise account that the invariants of money are about. */
export type MoneyRows = Awaited<ReturnType<typeof readMoney>>

export async function readMoney(db: TenantDb) {
  const { enterpriseId } = db
  const states = ['UNPAID', 'PENDING_CONFIRMATION', 'WAIT_ACTIVE', 'ACTIVE', 'EXPIRED', 'CLOSED'] as const
  const orders = await selectOrdersIn(db, states)
  const events = await db
    .selectFrom('order_event')
    .select(['order_id', 'event', 'state'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('id')
    .execute()
  const invoices = await db
    .selectFrom('invoice')
    .select(['order_id', 'kind', 'gross_cents', 'sequence'])
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const discountUses = await db
    .selectFrom('discount_use')
    .select('order_id')
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const { balance_cents: balanceCents } = await selectSubscription(db)
  return { orders, events, invoices, discountUses, balanceCents }
}

export const isFullyRefunded = ({ paid_cents, refunded_cents }: OrderRow) =>
  paid_cents > 0 && refunded_cents >= paid_cents

const isOpen = ({ state }: OrderRow) => state === 'UNPAID' || state === 'PENDING_CONFIRMATION'

/**
 * The credit that orders took from the balance (negative) and left there (positive). An order takes its credit when it is
 * placed, returns it when it is closed unpaid, and leaves credit when it is paid.
 */
export function balanceByOrders(orders: readonly OrderRow[]): number {
  let balance = 0
  for (const order of orders) {
    const line = sumOf(order.lines, ['BALANCE'])
    if (isOpen(order)) balance += Math.min(0, line)
    else if (order.paid_at !== null) balance += line
  }
  return balance
}

/** How much of what exceeds the downloads of an order is a line of an order that is open or was paid. */
export function extraInLines(orders: readonly OrderRow[], code: string, only = (_: OrderRow) => true): number {
  const billing = orders.filter((order) => order.state !== 'CLOSED' || order.paid_at !== null).filter(only)
  return billing
    .flatMap(({ lines }) => lines)
    .filter(
      (line): line is Extract<PriceLine, { kind: 'OVERAGE' }> => line.kind === 'OVERAGE' && line.orderCode === code,
    )
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * The violated invariants of one state of an enterprise account's money.
 *
 * Each paid order satisfies `paid = PLAN + DISCOUNT + OVERAGE + CREDIT + BALANCE + TAX`, and the balance is the credit that
 * was granted less the credit that was used. Summed over the orders: money received + credit used = value of what was
 * given + credit left.
 * @param granted cents of credit from replaced, given and failed things, other than the lines of orders
 * @param received cents of accepted payments, by order
 */
export function moneyBreaches(
  { orders, events, invoices, discountUses, balanceCents }: MoneyRows,
  { granted, received }: { granted: number; received: ReadonlyMap<string, number> },
): string[] {
  const breaches: string[] = []
  const expect = (holds: boolean, text: string) => {
    if (!holds) breaches.push(text)
  }
  expect(balanceCents >= 0, 'the balance is not negative')
  const balance = balanceByOrders(orders) + granted
  expect(
    balanceCents === balance,
    `the balance is the credit granted less the credit used: ${balanceCents}, not ${balance}`,
  )
  for (const order of orders) {
    const name = `${order.code} (${order.operation} ${order.plan} ${order.state})`
    const paid = order.paid_at !== null
    if (order.kind !== 'BOUGHT') continue
    expect(
      sumOf(order.lines) === order.amount_cents && order.amount_cents >= 0,
      `the amount is the sum of the lines: ${name}`,
    )
    expect(order.paid_cents === (received.get(order.id) ?? 0), `an order has its payments: ${name}`)
    expect(!paid || order.paid_cents === order.amount_cents, `what is paid is the amount: ${name}`)
    expect(order.refunded_cents <= order.paid_cents, `not more is returned than paid: ${name}`)
    expect(!(paid && isOpen(order)), `a paid order is not open: ${name}`)
    expect(paid || isOpen(order) || order.state === 'CLOSED', `an order that is not paid is open or closed: ${name}`)
    const ofOrder = invoices.filter(({ order_id: id }) => id === order.id)
    const gross = (kind: string) =>
      ofOrder.filter((invoice) => invoice.kind === kind).reduce((sum, invoice) => sum + Number(invoice.gross_cents), 0)
    expect(gross('INVOICE') === order.paid_cents, `invoices are for what was paid: ${name}`)
    expect(0 - gross('CREDIT_NOTE') === order.refunded_cents, `credit notes are for what was returned: ${name}`)
    const isDiscounted = (isOpen(order) || paid) && order.lines.some(({ kind }) => kind === 'DISCOUNT')
    const uses = discountUses.filter(({ order_id: id }) => id === order.id).length
    expect(uses === (isDiscounted ? 1 : 0), `a discount is used once by an open or paid order: ${name}`)
    const isReplaced = events.some(({ order_id: id, event }) => id === order.id && event === 'REPLACED')
    expect(!paid || order.state !== 'CLOSED' || isReplaced || isFullyRefunded(order), `a paid order is lost: ${name}`)
    breaches.push(...eventBreaches(order, events, name))
  }
  const renewed = orders.filter(({ operation, state }) => operation === 'RENEW' && state !== 'CLOSED')
  for (const { previous_id: id } of renewed)
    expect(
      renewed.filter((order) => order.previous_id === id && !isFullyRefunded(order)).length <= 1,
      `an order is renewed once: ${id}`,
    )
  expect(orders.filter(({ state }) => state === 'WAIT_ACTIVE').length <= 1, 'one order waits at most')
  const active = orders.filter(({ state, kind }) => state === 'ACTIVE' && kind !== 'TRIAL')
  expect(active.length <= 1, `one order is active at most: ${active.map(({ code }) => code).join(', ')}`)
  return breaches
}

/** Paid orders that do not entitle to exactly what they bought: their months, to the millisecond, and their downloads. */
export function wrongEntitlements({ orders }: MoneyRows): string[] {
  return orders.filter(({ kind, paid_at: at }) => kind === 'BOUGHT' && at !== null).flatMap(wrongEntitlement)
}

function wrongEntitlement(order: OrderRow): string[] {
  const { code, operation, starts_at: from, period_ends_at: to, quantity, anchor_day: anchorDay, downloads } = order
  if (operation === 'OVERAGE') return downloads === 0 ? [] : [`what exceeded a plan gives nothing: ${code}`]
  const breaches: string[] = []
  if (to?.getTime() !== monthsAfter(from, quantity, anchorDay ?? 0))
    breaches.push(`a period has the months that were bought: ${code}`)
  if (downloads !== (order.tier_downloads ?? 0) * quantity)
    breaches.push(`a period has the downloads of its months: ${code}`)
  return breaches
}

/** In UTC, the time zone of the enterprise accounts of tests: the same day of the month, or its last day. */
function monthsAfter(from: Date, months: number, anchorDay: number): number {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = from.getTime() % DAY_MS
  return Date.UTC(year, month, Math.min(anchorDay, lastDay)) + timeOfDay
}

function eventBreaches(order: OrderRow, events: MoneyRows['events'], name: string): string[] {
  const own = events.filter(({ order_id: id }) => id === order.id)
  const breaches: string[] = []
  let state: OrderRow['state'] = 'UNPAID'
  for (const { event, state: next } of own) {
    const moves: Readonly<Record<string, readonly string[] | undefined>> = orderTransitions[state]
    if (next !== state && !moves[event]?.includes(next))
      breaches.push(`${event} leads from ${state} to ${next}: ${name}`)
    state = next as OrderRow['state']
  }
  if (state !== order.state) breaches.push(`the last event has the state of the order, not ${state}: ${name}`)
  return breaches
}

/** Ended orders of which more was used than they include, without a bill, though no monthly plan follows that bills it later. */
export function unbilled({ orders }: MoneyRows): string[] {
  const active = orders.find(({ state, kind }) => state === 'ACTIVE' && kind === 'BOUGHT')
  if (active?.billing_type === 'MONTHLY') return []
  return orders
    .filter(({ kind, operation, state }) => kind === 'BOUGHT' && operation !== 'OVERAGE' && state === 'EXPIRED')
    .filter(({ used_downloads: used, downloads, billed_extra: billed }) => used > downloads! + billed)
    .map(({ code }) => `what exceeded the downloads is not billed: ${code}`)
}

/** Overlapping times of bought and given plans until `at`. A trial that was extended meanwhile applies only without them. */
export function overlaps(orders: readonly OrderRow[], at: Date): string[] {
  const applied = orders.filter(
    ({ kind, operation, state, starts_at: startsAt }) =>
      kind !== 'TRIAL' && operation !== 'OVERAGE' && ['ACTIVE', 'EXPIRED'].includes(state) && startsAt <= at,
  )
  const sorted = applied.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return sorted.flatMap((order, index) => {
    const next = sorted[index + 1]
    const endsAt = order.ends_at === null || order.ends_at > at ? at : order.ends_at
    if (!next || endsAt <= next.starts_at || endsAt <= order.starts_at) return []
    return [
      `two plans apply at once: ${order.code} ${order.plan} until ${endsAt.toISOString()}, ${next.code} ${next.plan}`,
    ]
  })
}
