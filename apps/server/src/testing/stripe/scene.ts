import type { BilledTo } from '@simwright/contract/money/price'
import { sql } from 'kysely'
import { handleEvent } from '../../modules/money/stripe/jobs.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { OpenServer } from '../../server.ts'
import { closeAtEnd } from '../close.ts'
import { type TestServer, type TestServerOptions, testServer } from '../server.ts'
import { openStripeSimulation, type StripeSimulation } from './simulation.ts'

export type StripeScene = TestServer & { stripe: StripeSimulation }

/** A test server that uses a simulation of Stripe, which has the clock of the server. */
export async function stripeServer({ settings, ...options }: TestServerOptions = {}): Promise<StripeScene> {
  let t: TestServer | undefined
  const stripe = await openStripeSimulation({
    webhookUrl: () => `${t?.url}/stripe/webhook`,
    now: () => t?.clock.now() ?? new Date(),
  })
  closeAtEnd(() => stripe.close())
  t = await testServer({ ...options, settings: { ...stripe.settings, ...settings } })
  return Object.assign(t, { stripe })
}

export type NewTestOrder = { amountCents?: number; expiresInMs?: number }

const DAY_MS = 24 * 60 * 60_000

const billedTo: BilledTo = {
  company: 'Alba Mobile',
  email: 'billing@alba.example',
  taxId: '',
  street: '12 Rue de la Paix',
  postalCode: '75002',
  city: 'Paris',
  region: '',
  country: 'FR',
}

/** Inserts an order of BASIC for a month that waits for its payment. */
export async function unpaidOrder(
  { server, clock }: { server: Pick<OpenServer, 'db' | 'random'>; clock: Clock },
  enterpriseId: string,
  { amountCents = 9_900, expiresInMs = DAY_MS }: NewTestOrder = {},
): Promise<string> {
  const id = server.random.uuid()
  const at = clock.now()
  const code = String(Date.now()).padStart(14, '0') + String(Math.floor(Math.random() * 1e6)).padStart(6, '0')
  await server.db.tenantTx(enterpriseId, (db) =>
    db
      .insertInto('plan_order')
      .values({
        enterprise_id: enterpriseId,
        id,
        code,
        kind: 'BOUGHT',
        plan: 'BASIC',
        state: 'UNPAID',
        operation: 'BUY',
        billing_type: 'MONTHLY',
        payment_method: 0,
        amount_cents: amountCents,
        original_cents: amountCents,
        currency: 'USD',
        lines: sql`${JSON.stringify([
          { kind: 'PLAN', plan: 'BASIC', billingType: 'MONTHLY', downloads: 100, months: 1, cents: amountCents },
        ])}::jsonb`,
        billed_to: JSON.stringify(billedTo),
        tier_downloads: 100,
        downloads: 100,
        quantity: 1,
        starts_at: at,
        created_at: at,
        expires_at: new Date(at.getTime() + expiresInMs),
      })
      .execute(),
  )
  return id
}

/** How often an event is worked on before the test gives up. */
const TRIES = 5

/** Delivers every webhook and works on every event, for a server without background work. @throws Error if one fails */
export async function eventsSettled({ server, stripe, clock }: StripeScene): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    await stripe.webhooks.settled()
    const waiting = await server.db.global
      .selectFrom('stripe_event')
      .select('id')
      .where('state', '=', 'WAITING')
      .execute()
    if (waiting.length === 0) return
    if (server.stripe.isAway()) clock.moveMs(AWAY_MS)
    await Promise.all(waiting.map(({ id }) => handleEvent(server, { id })))
  }
  throw new Error('events of Stripe are still waiting: see the logged lines')
}

/** Longer than a server waits after a call without an answer. */
const AWAY_MS = 5_000
