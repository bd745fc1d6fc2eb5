import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/order'
import { STRIPE } from '@simwright/contract/money/order'
import { type BilledTo, type PriceLine, sumOf } from '@simwright/contract/money/price'
import { orderStateWords } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { SellingServer as Selling, OrdersServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { recordConsent, requireConsent } from '../../platform/legal/service.ts'
import {
  advanceOrders,
  creditableNet,
  dayOfMonth,
  type OrderActor,
  type OrderRow,
  periodEnd,
  type Running,
  readEntitlement,
  type SoldPlan,
  selectOrder,
  selectOrdersIn,
  selectSubscription,
} from '../../platform/plans/service.ts'
import { readDiscount, useDiscount } from '../discounts/service.ts'
import { taxFor } from '../invoices/service.ts'
import { closeOrder } from './close.ts'
import { settleFree } from './free.ts'
import { frozenBy } from './frozen.ts'
import { checkOperation, readItem } from './offer.ts'
import { paymentMethodsOf } from './payment-method.ts'
import { isOverdue } from './payment-request.ts'
import { CURRENCY, placeOrder } from './place.ts'
import { type Item, type PriceParts, priceLines } from './price.ts'
import { readNextBilling, requireRecipient } from './recipient.ts'
import { requireSelling } from './selling.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** How long an order stays open for its payment, or for the proof of a bank transfer. */
const OPEN_MS = { card: DAY_MS, transfer: 14 * DAY_MS } as const

type Priced = {
  item: Item
  sold: SoldPlan
  discount: { id: string } | undefined
  lines: PriceLine[]
  billedTo: BilledTo
  timeZone: string
  running: Running
}

type Buyer = Pick<Who, 'enterpriseId' | 'platformId'> & { at: Date }

/** The price of a purchase at a time. The caller holds the lock of the enterprise account. */
async function pricePurchase(
  server: Server,
  db: TenantDb,
  { platformId, at }: Buyer,
  wish: contract.PurchaseDraft,
): Promise<Priced> {
  const { enterpriseId } = db
  const running = await advanceOrders(server, db, { enterpriseId, at })
  const { waiting } = running
  if (waiting && wish.operation !== 'UPGRADE') throw new Problem('order_waiting', { code: waiting.code })
  checkOperation(wish, running)
  await requireNoneOverdue(db, { enterpriseId, at })
  const { item, sold } = await readItem(db, wish)
  const billing = await readNextBilling(db)
  const billedTo = wish.billedTo ?? billing.billedTo
  const { plan, billingType, discountCode: code } = wish
  const discount =
    code === '' ? undefined : await readDiscount(db, { enterpriseId, platformId, code, plan, billingType, at })
  const { balance_cents: balanceCents } = await selectSubscription(db)
  const parts: PriceParts = {
    item,
    discount,
    replaced: wish.operation === 'UPGRADE' ? replacedBy(running.current!, at) : undefined,
    balanceCents,
    tax: await taxFor(db, { platformId, billedTo, at }),
  }
  return { item, sold, discount, lines: priceLines(parts), billedTo, timeZone: billing.timeZone, running }
}

/** @throws Problem order_overdue */
async function requireNoneOverdue(db: TenantDb, { at }: Pick<Buyer, 'enterpriseId' | 'at'>) {
  const open = await selectOrdersIn(db, ['UNPAID'])
  const overdue = open.find((order) => isOverdue(order, at))
  if (overdue) throw new Problem('order_overdue', { code: overdue.code })
}

/** The order that an upgrade replaces, with what remains of it. */
function replacedBy(order: OrderRow, at: Date): PriceParts['replaced'] {
  const { code, starts_at: startsAt } = order
  return { code, netCents: creditableNet(order), startsAt, endsAt: order.period_ends_at ?? order.ends_at!, at }
}

export async function quotePurchase(
  server: Selling,
  { enterpriseId, platformId }: Pick<Who, 'enterpriseId' | 'platformId'>,
  wish: ParsedInputOf<typeof contract.quote>,
): Promise<OutputOf<typeof contract.quote>> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
    const { item, sold, lines, billedTo, timeZone, running } = await pricePurchase(
      server,
      db,
      { enterpriseId, platformId, at },
      wish,
    )
    const { startsAt, anchorDay } = startIfPaid(wish, { running, timeZone, at })
    return {
      lines,
      totalCents: sumOf(lines),
      currency: CURRENCY,
      startsAt: startsAt.toISOString(),
      endsAt: periodEnd({ startsAt, timeZone, anchorDay }, item.months).toISOString(),
      downloads: item.downloads === null ? null : item.downloads * item.months,
      renewalCents: item.cents,
      billedTo,
      paymentMethods: await paymentMethodsOf(server, db, platformId),
      frozen: await frozenBy(db, sold.limits),
    }
  })
}

type Times = { running: Running; timeZone: string; at: Date }

/** When a purchase would start if it were paid now. */
function startIfPaid(
  { operation }: Pick<contract.Purchase, 'operation'>,
  { running: { current }, timeZone, at }: Times,
) {
  const isAtOnce = operation === 'UPGRADE' || !current || current.kind === 'TRIAL'
  const startsAt = isAtOnce ? at : (current.period_ends_at ?? current.ends_at ?? at)
  const kept = operation === 'RENEW' ? current?.anchor_day : undefined
  return { startsAt, anchorDay: kept ?? dayOfMonth(startsAt, timeZone) }
}

/** Orders a plan. It replaces another order that is not paid; an order of zero is active at once. */
export async function createOrder(
  server: Selling,
  who: Who,
  { input, once }: Pick<OnceCall<typeof contract.create>, 'input' | 'once'>,
): OnceAnswer<typeof contract.create> {
  const { enterpriseId, platformId, userId } = who
  const actor = { kind: 'MEMBER', id: userId } as const
  return await once.tenantTx(enterpriseId, async (db) => {
    const texts = await requireConsent(server, db, { platformId, accepted: input.accepted, kinds: ['TERMS'] })
    const { id, code, state } = await orderPlan(server, db, { enterpriseId, platformId, actor, wish: input })
    await recordConsent(server, db, { userId, platformId, texts, orderId: id })
    return { id, code, state }
  })
}

type Ordering = Pick<Who, 'enterpriseId' | 'platformId'> & {
  actor: OrderActor
  /** With the total that was shown. */
  wish: contract.Purchase & { totalCents: number }
}

/**
 * Orders a plan at the price that was shown, in the caller's transaction; see `createOrder`.
 * @throws Problem nothing_sold, order_price_changed, order_pending, order_waiting, card_not_offered,
 *   transfer_not_offered, invalid
 */
export async function orderPlan(server: Selling, db: TenantDb, ordering: Ordering): Promise<OrderRow> {
  const { enterpriseId, platformId, actor, wish } = ordering
  const at = server.clock.now()
  await requireSelling(server, db, platformId)
  await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  await closeOpenOrders(server, db, { enterpriseId, actor, at })
  const priced = await pricePurchase(server, db, { enterpriseId, platformId, at }, wish)
  const totalCents = sumOf(priced.lines)
  requireRecipient(priced.billedTo)
  if (totalCents !== wish.totalCents) throw new Problem('order_price_changed')
  if (totalCents > 0) await requireOffered(server, db, { platformId, paymentMethod: wish.paymentMethod })
  const order = await insertOrder(server, db, { enterpriseId, wish, priced, actor, at })
  if (totalCents === 0) await settleFree(server, db, order, actor)
  return (await selectOrder(db, order.id))!
}

/** @throws Problem card_not_offered, transfer_not_offered */
async function requireOffered(
  server: Selling,
  db: TenantDb,
  { platformId, paymentMethod }: { platformId: PlatformId; paymentMethod: 0 | 1 },
): Promise<void> {
  const offered = await paymentMethodsOf(server, db, platformId)
  if (!offered.includes(paymentMethod))
    throw new Problem(paymentMethod === STRIPE ? 'card_not_offered' : 'transfer_not_offered')
}

/** @throws Problem order_pending while a bank transfer is being checked */
async function closeOpenOrders(
  server: Server,
  db: TenantDb,
  { actor, at }: { enterpriseId: EnterpriseId; actor: OrderActor; at: Date },
): Promise<void> {
  const open = await selectOrdersIn(db, ['UNPAID', 'PENDING_CONFIRMATION'])
  for (const order of open.filter(({ operation }) => operation !== 'OVERAGE')) {
    if (order.state === 'PENDING_CONFIRMATION') throw new Problem('order_pending', { code: order.code })
    await closeOrder(server, db, order, { event: 'REPLACED', actor, at })
  }
}

type Insertion = {
  enterpriseId: EnterpriseId
  wish: contract.Purchase
  priced: Priced
  actor: OrderActor
  at: Date
}

async function insertOrder(server: Server, db: TenantDb, insertion: Insertion): Promise<OrderRow> {
  const { enterpriseId, wish, priced, actor, at } = insertion
  const { item, sold, discount, lines, billedTo, timeZone, running } = priced
  const { startsAt, anchorDay } = startIfPaid(wish, { running, timeZone, at })
  const expiresAt = new Date(at.getTime() + (wish.paymentMethod === STRIPE ? OPEN_MS.card : OPEN_MS.transfer))
  const order = await placeOrder(server, db, {
    enterpriseId,
    operation: wish.operation,
    plan: item.plan,
    billingType: item.billingType,
    billingDimension: wish.billingDimension,
    paymentMethod: wish.paymentMethod,
    lines,
    months: item.months,
    downloads: item.downloads,
    extraDownloadCents: sold.extraDownloadCents,
    billedTo,
    timeZone,
    anchorDay,
    startsAt,
    endsAt: periodEnd({ startsAt, timeZone, anchorDay }, item.months),
    previousId: wish.operation === 'BUY' ? null : (running.current?.id ?? null),
    expiresAt,
    actor,
    at,
  })
  if (discount && !(await useDiscount(db, { discountId: discount.id, orderId: order.id, at })))
    throw new Problem('order_price_changed')
  return order
}

/** @throws Problem not_found, order_not_open */
export async function cancelOrder(
  server: Server,
  who: Who,
  { id }: ParsedInputOf<typeof contract.cancel>,
): Promise<OutputOf<typeof contract.cancel>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
    const order = await selectOrder(db, id)
    if (!order) throw new Problem('not_found')
    if (!isCancelable(order)) throw new Problem('order_not_open', { state: orderStateWords[order.state] })
    await closeOrder(server, db, order, { event: 'CANCELLED', actor: { kind: 'MEMBER', id: userId }, at })
    const object = { id, name: order.code }
    await recordAudit(server, db, { enterpriseId, action: 'order.cancelled', object, after: { plan: order.plan } })
  })
  return {}
}

/** What was used must be paid, so an order that bills it cannot be canceled. */
export const isCancelable = ({ state, operation }: Pick<OrderRow, 'state' | 'operation'>): boolean =>
  state === 'UNPAID' && operation !== 'OVERAGE'
