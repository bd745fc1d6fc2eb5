import { Problem } from '@simwright/contract'
import { type PriceLine, sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../db/database.ts'
import { writeTogether } from '../db/write-together.ts'
import type { Who } from '../http/call.ts'
import { notRepeatable } from '../http/once.ts'
import { cancelOrder, createOrder, quotePurchase } from '../modules/money/orders/purchase.ts'
import {
  closeOrder,
  type Payment,
  recordRefund,
  type Settlement,
  settlePayment,
} from '../modules/money/orders/service.ts'
import { cancelSubscription, switchRenewal } from '../modules/money/orders/subscription.ts'
import { stepOrders } from '../modules/money/renewal/step.ts'
import { openTariff } from '../modules/money/renewal/tariff.ts'
import { resumeClient, suspendClient } from '../modules/people/clients/service.ts'
import { creditWrite } from '../modules/platform/plans/hook.ts'
import { addTrialDays, chargeDownload, givePlan, moveOrder, type OrderRow } from '../modules/platform/plans/service.ts'
import { startTrial } from '../modules/platform/plans/subscription.ts'
import { movableClock } from '../runtime/clock.ts'
import {
  extraInLines,
  isFullyRefunded,
  type MoneyRows,
  moneyBreaches,
  overlaps,
  readMoney,
  unbilled,
  wrongEntitlements,
} from './money-invariant.ts'
import { setUse } from './plan-use.ts'
import { billedTo } from './purchase.ts'
import type { TestEnterprise, TestServer } from './server.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** `discountCodes` exist, and can be used at purchases. */
type Sequence = { seed: number; length: number; discountCodes: readonly string[] }

/** The violated invariants of a sequence, with the steps that led to them. */
export type MoneyFailure = { seed: number; steps: string[]; breaches: string[] }

/**
 * Runs a random sequence of everything that happens to the orders of an enterprise account, with a clock of its own, and
 * checks every invariant after each step. @returns the failure with its steps; undefined when all invariants hold
 */
export async function runMoneySequence(t: TestServer, sequence: Sequence): Promise<MoneyFailure | undefined> {
  return await new MoneySequence(t, await t.enterprise(undefined, 'DEMO'), sequence).run(sequence.length)
}

class MoneySequence {
  readonly #clock = movableClock(new Date('2027-01-29T12:00:00Z'))
  readonly #server: TestServer['server']
  readonly #enterprise: TestEnterprise
  readonly #seed: number
  readonly #discountCodes: readonly string[]
  readonly #random: () => number
  readonly #steps: string[] = []
  readonly #payments: Payment[] = []
  readonly #returns: { orderId: string; refundedCents: number }[] = []
  /** References of accepted payments. */
  readonly #accepted = new Set<string>()
  /** Cents of accepted payments, by order. */
  readonly #received = new Map<string, number>()
  /** Cents of credit that did not come from the line of an order. */
  #granted = 0
  #rows: MoneyRows = { orders: [], events: [], invoices: [], discountUses: [], balanceCents: 0 }

  constructor(t: TestServer, enterprise: TestEnterprise, { seed, discountCodes }: Sequence) {
    this.#server = { ...t.server, clock: this.#clock }
    this.#enterprise = enterprise
    this.#seed = seed
    this.#discountCodes = discountCodes
    this.#random = randomFrom(seed)
  }

  async run(length: number): Promise<MoneyFailure | undefined> {
    const who = await this.#who()
    for (let step = 0; step < length; step += 1) {
      const kind = this.#pick(WEIGHTED)
      const breaches = await this.#step(kind, who)
      if (breaches.length > 0) return { seed: this.#seed, steps: this.#steps, breaches }
    }
    return undefined
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!
  }

  get #id() {
    return this.#enterprise.id
  }

  #tx<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.#server.db.tenantTx(this.#id, work)
  }

  async #who(): Promise<Who> {
    const { platform_id: platformId } = await this.#tx((db) =>
      db.selectFrom('enterprise').select('platform_id').where('enterprise_id', '=', this.#id).executeTakeFirstOrThrow(),
    )
    return {
      userId: this.#enterprise.ownerId,
      enterpriseId: this.#id,
      sessionId: this.#server.random.uuid(),
      platformId,
      name: 'Ada Byron',
      email: 'ada@example.com',
      role: 'Owner',
      isOwner: true,
      suspended: false,
      deletionAt: null,
      frozen: false,
      withheld: new Set(),
      permissions: new Set(),
      provedAt: this.#clock.now(),
      lacksSecondFactor: false,
      hasSecondFactor: false,
      visit: undefined,
      key: undefined,
      ssoEnterpriseId: null,
      groups: null,
    }
  }

  async #step(kind: StepKind, who: Who): Promise<string[]> {
    const before = this.#rows
    let text: string
    try {
      text = await this.#do[kind](who)
    } catch (error) {
      if (!(error instanceof Problem))
        return [`${kind} failed: ${error instanceof Error ? error.stack : String(error)}`]
      text = `refused as ${error.kind}`
    }
    this.#rows = await this.#server.db.tenantRead(this.#id, (db) => readMoney(db))
    this.#grantCredit(before)
    const now = this.#clock.now()
    this.#steps.push(
      `${now.toISOString().slice(0, 16)} ${kind}: ${text} -> ${this.#rows.orders.map(shortOf).join(', ')}`,
    )
    return [
      ...moneyBreaches(this.#rows, { granted: this.#granted, received: this.#received }),
      ...wrongEntitlements(this.#rows),
      ...this.#endedEarly(before),
      ...(ADVANCING.has(kind) && !text.startsWith('refused') && !text.startsWith('no ')
        ? overlaps(this.#rows.orders, now)
        : []),
      ...(kind === 'pay' ? this.#wrongStart(before, now) : []),
      ...(kind === 'engine' || (kind === 'wait' && !text.endsWith('not served')) ? unbilled(this.#rows) : []),
    ]
  }

  /** Adds the credit that a step granted, calculated from its changes of the orders. */
  #grantCredit(before: MoneyRows): void {
    for (const old of before.orders) {
      const order = this.#rows.orders.find(({ id }) => id === old.id)!
      const isReturned = order.refunded_cents !== old.refunded_cents
      // returning all of its money also returns the credit that it was paid with, unless its rest became credit before
      if (isReturned && isFullyRefunded(order) && !isCutShort(old))
        this.#granted -= sumOf(order.lines, ['BALANCE', 'CREDIT'])
      if (old.state === 'WAIT_ACTIVE' && order.state === 'CLOSED' && !isReturned) this.#granted += netLeft(old)
      if (this.#isCutByGift(order) && old.state !== 'EXPIRED') this.#granted += restOf(order, order.ends_at!)
      const failed = extraInLines(this.#rows.orders, order.code) - order.billed_extra
      const failedBefore = extraInLines(before.orders, old.code) - old.billed_extra
      const returned = extraInLines(this.#rows.orders, order.code, isFullyRefunded)
      const billedBefore = order.billed_extra + failed - failedBefore
      const creditable = Math.min(failed - failedBefore, Math.max(0, billedBefore - returned))
      this.#granted += creditable * Number(order.extra_download_cents ?? 0)
    }
  }

  /** Whether a given plan ended the order before the end of what was paid. */
  #isCutByGift(order: OrderRow): boolean {
    const { orders } = this.#rows
    const isGiven = orders.some(
      ({ kind, starts_at: at }) => kind === 'GIVEN' && at.getTime() === order.ends_at?.getTime(),
    )
    return (
      isGiven &&
      order.kind === 'BOUGHT' &&
      order.operation !== 'OVERAGE' &&
      order.state === 'EXPIRED' &&
      !isFullyRefunded(order)
    )
  }

  /** A paid plan that ended before its period must have been returned, or its rest is credit. */
  #endedEarly(before: MoneyRows): string[] {
    const { orders } = this.#rows
    const doubled = orders.filter(({ code }) => {
      const taken = orders.filter(
        ({ paid_at: at, lines }) =>
          at !== null && lines.some((line) => line.kind === 'CREDIT' && line.orderCode === code),
      )
      return taken.length > 1
    })
    const early = before.orders.flatMap((old) => {
      const order = orders.find(({ id }) => id === old.id)!
      if (old.state === order.state || order.state !== 'EXPIRED' || order.kind !== 'BOUGHT') return []
      if (order.period_ends_at === null || order.ends_at! >= order.period_ends_at || isFullyRefunded(order)) return []
      const isCredited = orders.some(
        ({ paid_at: at, lines }) =>
          at !== null && lines.some((line) => line.kind === 'CREDIT' && line.orderCode === order.code),
      )
      return isCredited || this.#isCutByGift(order) ? [] : [`a paid period ended early without credit: ${order.code}`]
    })
    return [...early, ...this.#wrongCredit(before), ...doubled.map(({ code }) => `an order is credited twice: ${code}`)]
  }

  /** An upgrade deducts exactly what was paid, and not returned, for the rest of the period that it replaces. */
  #wrongCredit(before: MoneyRows): string[] {
    const paid = this.#rows.orders.filter(({ id, paid_at: at }) => {
      return at !== null && before.orders.find((old) => old.id === id)?.paid_at === null
    })
    return paid.flatMap(({ lines, code }) =>
      lines.flatMap((line) => {
        const replaced = line.kind === 'CREDIT' && before.orders.find((old) => old.code === line.orderCode)
        if (!replaced) return []
        const due = restOf(replaced, new Date(line.from))
        return -line.cents === due ? [] : [`the credit is ${-line.cents}, not ${due}: ${code}`]
      }),
    )
  }

  /** An order that is paid starts now, or exactly when the period before it ends. */
  #wrongStart(before: MoneyRows, now: Date): string[] {
    return this.#rows.orders.flatMap((order) => {
      const old = before.orders.find(({ id }) => id === order.id)
      if (order.operation === 'OVERAGE' || old?.paid_at !== null || order.paid_at === null) return []
      const ends = before.orders
        .filter(({ state, kind }) => (state === 'ACTIVE' || state === 'WAIT_ACTIVE') && kind !== 'TRIAL')
        .map(({ kind, ends_at, period_ends_at }) => (kind === 'GIVEN' ? ends_at : period_ends_at)?.getTime())
      const isRight = order.starts_at.getTime() === now.getTime() || ends.includes(order.starts_at.getTime())
      return isRight ? [] : [`a paid order starts at ${order.starts_at.toISOString()}: ${order.code}`]
    })
  }

  readonly #do: Record<StepKind, (who: Who) => Promise<string>> = {
    buy: (who) => this.#order(who, 'BUY'),
    upgrade: (who) => this.#order(who, 'UPGRADE'),
    renew: (who) => this.#order(who, 'RENEW'),
    pay: async () => {
      const open = this.#rows.orders.filter(({ state }) => state === 'UNPAID' || state === 'PENDING_CONFIRMATION')
      const bought = this.#rows.orders.filter(({ kind }) => kind === 'BOUGHT')
      const order = this.#pick(this.#random() < 0.85 && open.length > 0 ? open : bought)
      if (!order) return 'no order'
      const roll = this.#random()
      const cents = Math.max(0, order.amount_cents + (roll < 0.05 ? 1 : roll < 0.1 ? -1 : 0))
      const payment: Payment = {
        enterpriseId: this.#id,
        orderId: order.id,
        reference: `pi_${this.#seed}_${this.#payments.length}`,
        method: order.state === 'PENDING_CONFIRMATION' ? 1 : this.#pick([0, 1]),
        cents,
        currency: roll > 0.97 ? 'EUR' : 'USD',
        channel: 'visa 4242',
        actor: { kind: 'STRIPE' },
      }
      this.#payments.push(payment)
      return await this.#settle(payment)
    },
    payAgain: async () => {
      const payment = this.#pick(this.#payments)
      return payment ? await this.#settle(payment) : 'no payment'
    },
    refund: async () => {
      const order = this.#pick(this.#rows.orders.filter(({ paid_cents: cents }) => cents > 0))
      if (!order) return 'no paid order'
      const part = Math.floor(order.paid_cents * this.#random())
      const refundedCents = this.#random() < 0.5 ? order.paid_cents : Math.max(order.refunded_cents, part)
      this.#returns.push({ orderId: order.id, refundedCents })
      return await this.#refund(this.#returns.at(-1)!)
    },
    refundAgain: async () => {
      const earlier = this.#pick(this.#returns)
      return earlier ? await this.#refund(earlier) : 'no refund'
    },
    cancelOrder: async (who) => {
      const order = this.#pick(this.#rows.orders.filter(({ state }) => state === 'UNPAID'))
      if (!order) return 'no order'
      await cancelOrder(this.#server, who, { id: order.id })
      return order.code.slice(-6)
    },
    proof: async () => {
      const order = this.#pick(this.#rows.orders.filter(({ state }) => state === 'UNPAID'))
      if (!order) return 'no order'
      const happening = { event: 'PROOF_GIVEN', state: 'PENDING_CONFIRMATION', ...this.#happening() } as const
      await this.#tx((db) => moveOrder(db, order, happening, { next_step_at: null, expires_at: null }))
      return order.code.slice(-6)
    },
    reject: async () => {
      const order = this.#pick(this.#rows.orders.filter(({ state }) => state === 'PENDING_CONFIRMATION'))
      if (!order) return 'no order'
      const closing = { event: 'REJECTED', ...this.#happening() } as const
      await this.#tx((db) => closeOrder(this.#server, db, order, closing))
      return order.code.slice(-6)
    },
    cancelPlan: async (who) => {
      await cancelSubscription(this.#server, who, { reason: 'Too many plans' })
      return 'done'
    },
    autoRenew: async (who) => {
      await switchRenewal(this.#server, who, { on: true })
      return 'on'
    },
    give: async () => {
      const plan = this.#pick(['BASIC', 'PRO', 'PREMIUM'] as const)
      const days = this.#pick([1, 20, 45])
      const endsAt = new Date(this.#clock.now().getTime() + days * DAY_MS)
      await givePlan(this.#server, { enterpriseId: this.#id, plan, endsAt })
      return `${plan} for ${days} days`
    },
    trial: async (who) => {
      await startTrial(this.#server, who, { once: notRepeatable(this.#server.db) })
      return 'started'
    },
    extendTrial: async () => {
      const endsAt = await this.#tx((db) => addTrialDays(this.#server, db, { days: 15 }))
      return String(endsAt?.toISOString())
    },
    suspend: async () => {
      await suspendClient(this.#server, { id: this.#id, fields: { reason: 'Abuse' } })
      return 'done'
    },
    resume: async () => {
      await resumeClient(this.#server, this.#id)
      return 'done'
    },
    download: async () => {
      const { orders } = this.#rows
      const at = this.#clock.now()
      const order = this.#pick(
        orders.filter(({ state, kind, downloads }) => state === 'ACTIVE' && kind === 'BOUGHT' && downloads! > 0),
      )
      // most downloads at once, the last ones charged as the SM-DP+ does
      if (order && this.#random() < 0.5) await this.#use(order, order.downloads! + Math.floor(this.#random() * 20) - 5)
      const download = {
        enterpriseId: this.#id,
        activationCodeId: this.#server.random.uuid(),
        is: 'first',
        at,
      } as const
      const results = []
      for (let count = 0; count < 3; count += 1)
        results.push(await this.#tx((db) => chargeDownload(this.#server, db, download)))
      return results.map((result) => ('refused' in result ? 'over' : 'charged')).join(' ')
    },
    failDownload: async () => {
      const order = this.#pick(this.#rows.orders.filter(({ used_downloads: used }) => used > 0))
      if (!order) return 'no download'
      const count = Math.min(order.used_downloads, 1 + Math.floor(this.#random() * 6))
      for (let failed = 0; failed < count; failed += 1)
        await this.#tx((db) => writeTogether(db, [creditWrite(this.#id, order.id)]))
      return `${count} of ${order.code.slice(-6)}`
    },
    engine: async () => {
      await this.#doDue()
      return 'done'
    },
    wait: async () => {
      const ms = this.#pick([
        HOUR_MS,
        13 * HOUR_MS,
        DAY_MS,
        3 * DAY_MS,
        7 * DAY_MS,
        11 * DAY_MS,
        25 * DAY_MS,
        33 * DAY_MS,
      ])
      const isServed = this.#random() < 0.7
      if (isServed) await this.#waitServed(ms)
      else this.#clock.moveMs(ms)
      return `${ms / HOUR_MS} hours${isServed ? '' : ', not served'}`
    },
  }

  #happening() {
    return { actor: { kind: 'STAFF' }, at: this.#clock.now(), id: this.#server.random.uuid() } as const
  }

  /** Lets time pass while a server runs: what is due is done within half a day. */
  async #waitServed(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    for (let next = await this.#nextDueMs(); next <= end; next = await this.#nextDueMs()) {
      const late = Math.floor(this.#random() * 12 * HOUR_MS)
      this.#clock.moveMs(Math.min(end, Math.max(this.#nowMs, next) + late) - this.#nowMs)
      await this.#doDue()
    }
    this.#clock.moveMs(end - this.#nowMs)
  }

  get #nowMs() {
    return this.#clock.now().getTime()
  }

  /** Does what is due, as the server does: until nothing is. */
  async #doDue(): Promise<void> {
    for (let rounds = 0; (await this.#nextDueMs()) <= this.#nowMs; rounds += 1) {
      if (rounds === 10) throw new Error('the renewal work does not end')
      await this.#tx((db) => stepOrders(this.#server, db, { tariff: openTariff() }))
    }
  }

  async #nextDueMs(): Promise<number> {
    const { next } = await this.#server.db.tenantRead(this.#id, (db) =>
      db
        .selectFrom('plan_order')
        .select((eb) => eb.fn.min('next_step_at').as('next'))
        .where('enterprise_id', '=', this.#id)
        .executeTakeFirstOrThrow(),
    )
    return next?.getTime() ?? Number.POSITIVE_INFINITY
  }

  async #use(order: OrderRow, used: number): Promise<void> {
    await this.#tx((db) => setUse(db, order.id, { downloads: Math.max(order.used_downloads, used) }))
  }

  async #order(who: Who, operation: 'BUY' | 'UPGRADE' | 'RENEW'): Promise<string> {
    const current = this.#rows.orders.find(({ state, kind }) => state === 'ACTIVE' && kind === 'BOUGHT')
    const isSame = operation === 'RENEW' && current
    const name = isSame ? current.plan : this.#pick(['BASIC', 'PRO', 'PREMIUM'] as const)
    const wish = {
      operation,
      plan: name === 'BASIC' || name === 'PREMIUM' ? name : ('PRO' as const),
      downloads: isSame ? (current.tier_downloads ?? 100) : this.#pick([100, 100, 500]),
      billingType: this.#pick(['MONTHLY', 'MONTHLY', 'MONTHLY', 'ANNUALLY'] as const),
      billingDimension: 0 as const,
      paymentMethod: this.#pick([0, 1] as const),
      discountCode: this.#random() < 0.25 ? this.#pick(this.#discountCodes) : '',
      billedTo: { ...billedTo, country: this.#seed % 2 === 0 ? 'DE' : 'US' },
    }
    const { totalCents } = await quotePurchase(this.#server, who, wish)
    await createOrder(this.#server, who, {
      input: { ...wish, totalCents, accepted: {} },
      once: notRepeatable(this.#server.db),
    })
    return `${wish.plan} ${wish.downloads} ${wish.billingType} for ${totalCents}`
  }

  async #settle(payment: Payment): Promise<string> {
    const result: Settlement = await this.#tx((db) => settlePayment(this.#server, db, payment))
    const isRepeated = this.#accepted.has(payment.reference)
    if (isRepeated !== (result === 'already')) throw new Error(`a repeated payment is ${result}`)
    if (result === 'applied') {
      this.#accepted.add(payment.reference)
      if (this.#received.has(payment.orderId)) throw new Error('an order accepted two payments')
      this.#received.set(payment.orderId, payment.cents)
    }
    return `${payment.reference} ${payment.currency} ${payment.cents} for ${payment.orderId.slice(-6)} ${result}`
  }

  async #refund({ orderId, refundedCents }: { orderId: string; refundedCents: number }): Promise<string> {
    const why = this.#pick(['REFUNDED', 'DISPUTE_LOST'] as const)
    const actor = { kind: 'STRIPE' } as const
    const refund = { enterpriseId: this.#id, orderId, refundedCents, why, actor }
    await this.#tx((db) => recordRefund(this.#server, db, refund))
    return `${refundedCents} of ${orderId.slice(-6)}`
  }
}

const isCutShort = ({ state, ends_at, period_ends_at }: OrderRow) =>
  state === 'CLOSED' || (state === 'EXPIRED' && period_ends_at !== null && ends_at! < period_ends_at)

const priceOf = (lines: readonly PriceLine[]) => sumOf(lines, ['PLAN', 'DISCOUNT'])

/** What an order cost before tax, less what was returned of it before tax. */
function netLeft({ lines, refunded_cents: refunded, amount_cents: amount, tax_cents: tax }: OrderRow): number {
  const returned = amount === 0 ? 0 : Math.round((refunded * (amount - tax)) / amount)
  return Math.max(0, priceOf(lines) - returned)
}

/** What was paid for the time of an order after `at`, rounded half up. */
function restOf(order: OrderRow, at: Date): number {
  const totalMs = order.period_ends_at!.getTime() - order.starts_at.getTime()
  const leftMs = Math.max(0, order.period_ends_at!.getTime() - at.getTime())
  const wholes = BigInt(netLeft(order)) * BigInt(leftMs)
  return Number(wholes / BigInt(totalMs)) + (2n * (wholes % BigInt(totalMs)) >= BigInt(totalMs) ? 1 : 0)
}

const shortOf = ({ id, kind, operation, plan, state, starts_at, ends_at }: OrderRow) =>
  `${id.slice(-6)} ${operation ?? kind} ${plan} ${state} ${starts_at.toISOString().slice(0, 10)} ${ends_at?.toISOString().slice(0, 10)}`

/** How often each step happens. */
const STEPS = {
  buy: 6,
  upgrade: 4,
  renew: 2,
  pay: 16,
  payAgain: 3,
  refund: 2,
  refundAgain: 2,
  cancelOrder: 2,
  proof: 2,
  reject: 1,
  cancelPlan: 1,
  autoRenew: 1,
  give: 1,
  trial: 1,
  extendTrial: 1,
  suspend: 1,
  resume: 1,
  download: 5,
  failDownload: 3,
  engine: 3,
  wait: 14,
} as const

type StepKind = keyof typeof STEPS

const isStep = (name: string): name is StepKind => name in STEPS

const WEIGHTED = Object.entries(STEPS).flatMap(([name, weight]) =>
  isStep(name) ? Array<StepKind>(weight).fill(name) : [],
)

/** The steps that bring the stored states up to date. */
const ADVANCING: ReadonlySet<StepKind> = new Set(['buy', 'pay', 'refund', 'cancelPlan', 'autoRenew', 'give', 'engine'])

/** mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
