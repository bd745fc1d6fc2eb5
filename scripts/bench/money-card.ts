import * as order from '@simwright/contract/money/order'
import { sql } from 'kysely'
import { readConfig } from '../../apps/server/src/config.ts'
import { stepDueOrders } from '../../apps/server/src/modules/money/renewal/service.ts'
import { chargeDueCards } from '../../apps/server/src/modules/money/stripe/service.ts'
import { movableClock } from '../../apps/server/src/runtime/clock.ts'
import { type OpenServer, openServer } from '../../apps/server/src/server.ts'
import { openStripeSimulation, type StripeSimulation } from '../../apps/server/src/testing/stripe/simulation.ts'
import type { Figure } from './figure.ts'
import { withDataDir } from './server-process.ts'
import {
  RENEWAL_LIMIT_S as LIMIT_S,
  moveToRenewals,
  SETTINGS,
  SUBSCRIPTIONS,
  seconds,
  seedSubscriptions,
} from './subscriptions.ts'

/** The calls per second that Stripe allows an account; so much of the time is Stripe's, whatever the portal does. */
const STRIPE_LIMIT_S = SUBSCRIPTIONS / 80

/**
 * Renewal of subscriptions that are due in the same minute, by saved cards at the simulation of Stripe: the orders, the
 * charges and the invoices. The answering time of the simulation, which runs in the same thread, is a figure of its own.
 */
export async function benchMoneyCard(): Promise<Figure[]> {
  return await withDataDir(async (folder) => {
    const clock = movableClock(new Date('2030-01-31T12:00:00Z'))
    const stripe = await openStripeSimulation({ now: () => clock.now() })
    stripe.webhooks.setting.mode = 'drop'
    const settings = { ...SETTINGS, ...stripe.settings, STRIPE_CALLS_PER_SECOND: '1000', DATA_DIR: folder }
    const server = await openServer(readConfig(settings), { clock, background: 'none' })
    try {
      await seedSubscriptions(server, order.STRIPE)
      await saveCards(server, stripe)
      await moveToRenewals(server, clock)
      const all = await seconds(async () => {
        await Promise.all([stepDueOrders(server), stepDueOrders(server)])
        await Promise.all([chargeDueCards(server), chargeDueCards(server)])
      })
      await requireEachChargedOnce(server, stripe)
      const service = stripe.answeringMs / 1000
      const own = all - service
      return [
        { name: 'money.card', value: own, unit: 's', limit: LIMIT_S, ratio: own / LIMIT_S },
        {
          name: 'money.card.stripe',
          value: service,
          unit: 's',
          limit: STRIPE_LIMIT_S,
          ratio: service / STRIPE_LIMIT_S,
        },
      ]
    } finally {
      await server.close()
      await stripe.close()
    }
  })
}

/** Saves a card for every enterprise account, at Stripe and in the portal. */
async function saveCards(server: OpenServer, { ledger }: StripeSimulation): Promise<void> {
  await server.db.systemTx(async (db) => {
    const accounts = await db.selectFrom('plan_order').select('enterprise_id').where('kind', '=', 'BOUGHT').execute()
    const rows = accounts.map(({ enterprise_id: enterpriseId }) => {
      const customer = ledger.addCustomer({ name: 'Bench', email: null, metadata: { enterprise: enterpriseId } })
      return { enterpriseId, customerId: customer.id, methodId: ledger.addCard('4242', customer.id).id }
    })
    await sql`
      insert into stripe_customer (enterprise_id, customer_id, generation, method_id, brand, last4, exp_month, exp_year,
        updated_at)
      select (r ->> 'enterpriseId')::uuid, r ->> 'customerId', 1, r ->> 'methodId', 'visa', '4242', 12, 2034, ${server.clock.now()}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(db)
  })
}

type CountedRenewals = { orders: number; accounts: number }

/** @throws Error if a renewal was not charged, or was charged twice */
async function requireEachChargedOnce(server: OpenServer, { ledger }: StripeSimulation): Promise<void> {
  const { rows } = await server.db.systemTx((db) =>
    sql<CountedRenewals>`
      select count(*)::integer as orders, count(distinct enterprise_id)::integer as accounts from plan_order
      where operation = 'RENEW' and state = 'WAIT_ACTIVE' and paid_cents = amount_cents`.execute(db),
  )
  const { orders, accounts } = rows[0]!
  const charged = [...ledger.charges.values()].map(({ metadata }) => metadata.order)
  const counts = [orders, accounts, charged.length, new Set(charged).size]
  if (counts.some((count) => count !== SUBSCRIPTIONS))
    throw new Error(
      `${orders} paid renewals of ${accounts} accounts by ${charged.length} charges instead of ${SUBSCRIPTIONS}`,
    )
}
