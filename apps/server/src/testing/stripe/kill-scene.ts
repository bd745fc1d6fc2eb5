import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as stripe from '@simwright/contract/money/stripe'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '../../config.ts'
import type { EnterpriseId } from '../../db/row-id.ts'
import { createEnterprise } from '../../modules/people/accounts/seed.ts'
import { openSession } from '../../modules/people/sessions/service.ts'
import { systemClock } from '../../runtime/clock.ts'
import { type OpenServer, openServer } from '../../server.ts'
import { closeAtEnd } from '../close.ts'
import { openTestDatabase } from '../database.ts'
import { type Running, startServer } from '../killed-server.ts'
import { moneyBreaches, overlaps, readMoney } from '../money-invariant.ts'
import { settingsFor } from '../postgres.ts'
import { unpaidOrder } from './scene.ts'
import { openStripeSimulation, type StripeSimulation } from './simulation.ts'

const HOUR_MS = 60 * 60_000

/** One card that is charged, also for renewals, and one that is declined at renewals, whose owner then pays on the page. */
const CARDS = ['4242', '4242', '4242', '0341'] as const

/** Each call of Stripe takes this long, so that a kill finds several of them unanswered. */
const ANSWER_MS = 100

type Cookies = { token: string; binding: string }
type KilledClient = { enterpriseId: EnterpriseId; orderId: string; cookies: Cookies }

/** A server process on a database of its own, with a simulation of Stripe, and clients whose orders are paid by card. */
export async function openKillScene(): Promise<KillScene> {
  const { urls } = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'simwright-money-kill-'))
  let scene: KillScene | undefined
  const simulation = await openStripeSimulation({ webhookUrl: () => `${scene?.url}/stripe/webhook` })
  simulation.answerDelayMs = ANSWER_MS
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'fatal', ...settingsFor(urls), ...simulation.settings }
  const reader = await openServer(readConfig(settings), { background: 'none' })
  const opened = new KillScene({ settings, simulation, reader })
  scene = opened
  closeAtEnd(async () => {
    await opened.kill()
    await simulation.close()
    await reader.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return opened
}

type Parts = { settings: Record<string, string>; simulation: StripeSimulation; reader: OpenServer }

export class KillScene {
  /** Kills that found some of the work done, and some not. */
  readonly interrupted = { renewals: 0, webhooks: 0 }
  readonly #settings: Record<string, string>
  readonly #simulation: StripeSimulation
  readonly #reader: OpenServer
  readonly #renewing: KilledClient[] = []
  readonly #buyers: KilledClient[] = []
  #running: Running | undefined

  constructor({ settings, simulation, reader }: Parts) {
    this.#settings = settings
    this.#simulation = simulation
    this.#reader = reader
  }

  get url(): string | undefined {
    return this.#running?.client.url
  }

  /** Adds clients whose plan was paid by card, so that it renews itself. */
  async addRenewing(count: number): Promise<void> {
    await this.#start()
    this.#renewing.push(...(await this.#buy(count)))
    await this.#simulation.webhooks.release()
    await this.#settled()
    await this.kill()
  }

  /** Has the periods of all renewing clients end soon, and kills the server while it renews them. */
  async killDuringRenewals(round: number): Promise<void> {
    for (const client of this.#renewing) await this.#passTime(client)
    this.#simulation.webhooks.setting.mode = 'hold'
    await this.#start()
    const count = () => this.#countRenewed(round)
    const total = this.#renewing.length
    const least = randomInt(1, Math.ceil(total / 2))
    await until(`${least} renewals`, async () => (await count()) >= least)
    await this.kill()
    if ((await count()) < total) this.interrupted.renewals += 1
  }

  /** New clients pay, and the server is killed while it works on the events, which arrive twice and shuffled. */
  async killDuringWebhooks(count: number): Promise<void> {
    await this.#start()
    this.#buyers.push(...(await this.#buy(count)))
    const before = await this.#countEvents('DONE')
    const least = randomInt(1, count)
    void this.#simulation.webhooks.release({ times: 2, shuffled: true })
    await until(`${least} events`, async () => (await this.#countEvents('DONE')) - before >= least)
    await this.kill()
    if ((await this.#countEvents('WAITING')) > 0) this.interrupted.webhooks += 1
    await this.#start()
  }

  /** Waits until all work is done. The owners of declined cards pay on the page. */
  async settle(round: number): Promise<void> {
    this.#simulation.webhooks.setting.mode = 'send'
    await until('all renewals', async () => (await this.#countRenewed(round)) === this.#renewing.length)
    await this.#settled()
    for (const client of this.#renewing)
      for (const { id } of await this.#unpaid(client)) await this.#pay({ ...client, orderId: id }, '4242')
    await this.#settled()
    for (const client of [...this.#renewing, ...this.#buyers])
      await until('payments', async () => (await this.#unpaid(client)).length === 0)
    await this.kill()
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL')
    await this.#running?.gone
    this.#running = undefined
  }

  /** What does not hold after `rounds` of renewals. */
  async breaches(rounds: number): Promise<string[]> {
    const received = new Map<string, number>()
    const found: string[] = []
    for (const { metadata, amount } of this.#simulation.ledger.charges.values()) {
      const orderId = metadata.order!
      if (received.has(orderId)) found.push(`an order is charged twice: ${orderId}`)
      received.set(orderId, amount)
    }
    if (this.#simulation.ledger.refunds.size > 0) found.push('money was returned')
    for (const client of this.#renewing) found.push(...(await this.#breachesOf(client, received, rounds)))
    for (const client of this.#buyers) found.push(...(await this.#breachesOf(client, received, 0)))
    return [...found, ...(await this.#invoiceGaps(received.size))]
  }

  async #breachesOf({ enterpriseId }: KilledClient, received: ReadonlyMap<string, number>, rounds: number) {
    const rows = await this.#reader.db.tenantRead(enterpriseId, (db) => readMoney(db))
    const renewals = rows.orders.filter(({ operation, paid_at: at }) => operation === 'RENEW' && at !== null).length
    return [
      ...moneyBreaches(rows, { granted: 0, received }),
      ...overlaps(rows.orders, systemClock.now()),
      ...(renewals === rounds ? [] : [`${renewals} renewals are paid, not ${rounds}: ${enterpriseId}`]),
    ]
  }

  async #invoiceGaps(payments: number): Promise<string[]> {
    const { count, last } = await this.#reader.db.systemTx((db) =>
      db
        .selectFrom('invoice')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('sequence').as('last')])
        .executeTakeFirstOrThrow(),
    )
    const numbers = [Number(count), Number(last)]
    return numbers.every((number) => number === payments) ? [] : [`${payments} payments have invoices ${numbers}`]
  }

  async #start(): Promise<void> {
    this.#running ??= await startServer(this.#settings, { token: '', binding: '' })
  }

  /** Creates clients that pay an order on the page; the events are held. */
  async #buy(count: number): Promise<KilledClient[]> {
    this.#simulation.webhooks.setting.mode = 'hold'
    const clients = await Promise.all(Array.from({ length: count }, () => this.#newClient()))
    for (const [index, client] of clients.entries()) await this.#pay(client, CARDS[index % CARDS.length]!)
    return clients
  }

  async #newClient(): Promise<KilledClient> {
    const name = this.#reader.random.uuid()
    const owner = await createEnterprise(this.#reader, { name, plan: 'DEMO', email: `${name}@example.com` })
    const cookies = await openSession(this.#reader, owner, { address: '127.0.0.1', userAgent: 'test' })
    const { enterpriseId } = owner
    return { enterpriseId, cookies, orderId: await unpaidOrder(this.#serverAndClock, enterpriseId) }
  }

  get #serverAndClock() {
    return { server: this.#reader, clock: systemClock }
  }

  async #pay({ cookies, orderId }: KilledClient, card: string): Promise<void> {
    const client = this.#running!.client.by(fetch)
    client.cookies.set('token', cookies.token).set('binding', cookies.binding)
    await this.#simulation.pay((await client.ask(stripe.pay, { orderId })).url, card)
  }

  /** Moves the orders of a client into the past, until the period of the last one ends in twelve hours. */
  async #passTime({ enterpriseId }: KilledClient): Promise<void> {
    await this.#reader.db.tenantTx(enterpriseId, async (db) => {
      const orders = await db.selectFrom('plan_order').select('period_ends_at').execute()
      const lastMs = Math.max(...orders.map(({ period_ends_at: at }) => at?.getTime() ?? 0))
      const ms = lastMs - systemClock.now().getTime() - 12 * HOUR_MS
      const ago = sql`make_interval(secs => ${ms / 1000})`
      await sql`
        update plan_order set starts_at = starts_at - ${ago}, ends_at = ends_at - ${ago},
          period_ends_at = period_ends_at - ${ago}, next_step_at = next_step_at - ${ago}
        where enterprise_id = ${enterpriseId}`.execute(db)
    })
  }

  /** How many renewing clients have this many renewals. */
  async #countRenewed(renewals: number): Promise<number> {
    const rows = await this.#reader.db.systemTx((db) =>
      db
        .selectFrom('plan_order')
        .select('enterprise_id')
        .where('operation', '=', 'RENEW')
        .where('state', '<>', 'CLOSED')
        .groupBy('enterprise_id')
        .having((eb) => eb.fn.countAll<number>(), '>=', renewals)
        .execute(),
    )
    return rows.length
  }

  async #countEvents(state: 'DONE' | 'WAITING'): Promise<number> {
    const rows = await this.#reader.db.global
      .selectFrom('stripe_event')
      .select('id')
      .where('state', '=', state)
      .execute()
    return rows.length
  }

  async #unpaid({ enterpriseId }: KilledClient) {
    return await this.#reader.db.tenantRead(enterpriseId, (db) =>
      db.selectFrom('plan_order').select('id').where('state', '=', 'UNPAID').execute(),
    )
  }

  /** Waits until every event was delivered and worked on, and no charge waits for its answer. */
  async #settled(): Promise<void> {
    await this.#simulation.webhooks.settled()
    await until('events', async () => (await this.#countEvents('WAITING')) === 0)
    const isCalling = () =>
      this.#reader.db.systemTx((db) =>
        db.selectFrom('payment').select('id').where('state', 'in', ['CALLING', 'RETURNING']).limit(1).execute(),
      )
    await until('charges', async () => (await isCalling()).length === 0)
  }
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check, { message: what, interval: 2 }).toBe(true)
}
