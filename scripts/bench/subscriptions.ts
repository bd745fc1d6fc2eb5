import * as order from '@simwright/contract/money/order'
import { Client as Database } from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { settlePayment } from '../../apps/server/src/modules/money/orders/service.ts'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import type { MovableClock } from '../../apps/server/src/runtime/clock.ts'
import type { OpenServer } from '../../apps/server/src/server.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { offerTransfers } from '../../apps/server/src/testing/seller.ts'

/** The number of subscriptions that are due in the same minute. */
export const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 10_000)

/** For 10,000 renewals within a minute. */
export const RENEWAL_LIMIT_S = (60 * SUBSCRIPTIONS) / 10_000

/** The settings of a server without background work. */
export const SETTINGS = {
  ...FREE_PORTS,
  LOG_LEVEL: 'warn',
} as const

export type OpenOrder = { enterprise_id: string; id: string; amount_cents: number }

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

/** Moves the clock to the time at which all subscriptions are renewed. */
export async function moveToRenewals(server: OpenServer, clock: MovableClock): Promise<void> {
  const { next_step_at: at } = await server.db.systemTx((db) =>
    db.selectFrom('plan_order').select('next_step_at').where('kind', '=', 'BOUGHT').executeTakeFirstOrThrow(),
  )
  clock.moveMs(at!.getTime() - clock.now().getTime())
}

/** Buys a plan for one enterprise account, and copies the account with its order. */
export async function seedSubscriptions(server: OpenServer, paymentMethod: 0 | 1): Promise<void> {
  const owner = await createEnterprise(server, { name: 'Bench', plan: 'DEMO', email: 'bench@example.com' })
  const { enterpriseId, userId } = owner
  await offerTransfers({ server })
  const app = await buildApp(server)
  const client = new Client(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { token, binding } = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'bench' })
  client.cookies.set('token', token).set('binding', binding)
  const purchase = {
    operation: 'BUY',
    plan: 'PRO',
    downloads: 100,
    billingType: 'MONTHLY',
    paymentMethod,
    billedTo: {
      company: 'Bench',
      email: 'bills@example.com',
      taxId: '',
      street: 'Main Street 1',
      postalCode: '10115',
      city: 'Berlin',
      region: '',
      country: 'DE',
    },
  } as const
  const { totalCents } = await client.ask(order.quote, purchase)
  const { id } = await client.ask(order.create, { ...purchase, totalCents })
  await payOrder(server, { enterprise_id: enterpriseId, id, amount_cents: totalCents }, paymentMethod)
  await app.close()
  await copyAccount(server, { enterpriseId, userId })
}

/** The same row for another enterprise account: `n` from 2 on, with ids that end in `n`. */
const copied = (table: string, changes: string) => `
  insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object(${changes}))).*
  from ${table} r, generate_series(2, $2::integer) n`

const idOf = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

async function copyAccount(
  server: OpenServer,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): Promise<void> {
  const database = new Database({ connectionString: server.databaseUrl.reveal() })
  await database.connect()
  const tables = ['enterprise', 'member', 'plan_order', 'subscription']
  const copy = (table: string, changes: string, where: string, id: string) =>
    database.query(`${copied(table, changes)} where ${where}`, [id, SUBSCRIPTIONS])
  await database.query('begin')
  for (const table of tables) await database.query(`alter table ${table} no force row level security`)
  const account = `'enterprise_id', ${idOf('n')}`
  await copy('user_account', `'id', ${idOf('n')}, 'email', 'bench-' || n || '@example.com'`, 'r.id = $1', userId)
  await copy('enterprise', `${account}, 'name', 'Bench ' || n`, 'r.enterprise_id = $1', enterpriseId)
  await copy('member', `${account}, 'id', ${idOf('n')}, 'user_id', ${idOf('n')}`, 'r.enterprise_id = $1', enterpriseId)
  await copy(
    'plan_order',
    `${account}, 'id', gen_random_uuid(), 'code', lpad(n::text, 20, '0'), 'payment_reference', 'bench ' || n`,
    `r.enterprise_id = $1 and r.kind = 'BOUGHT'`,
    enterpriseId,
  )
  await copy('subscription', account, 'r.enterprise_id = $1', enterpriseId)
  for (const table of tables) await database.query(`alter table ${table} force row level security`)
  await database.query('commit')
  for (const table of tables) await database.query(`vacuum (analyze) ${table}`)
  await database.end()
}

/** The payment of an order arrives. */
export async function payOrder(
  server: OpenServer,
  { enterprise_id: enterpriseId, id: orderId, amount_cents: cents }: OpenOrder,
  method: 0 | 1,
): Promise<void> {
  const payment = { reference: orderId, method, cents, currency: 'USD', channel: 'Bench' } as const
  const settled = await server.db.tenantTx(enterpriseId, (db) =>
    settlePayment(server, db, { enterpriseId, orderId, ...payment, actor: { kind: 'STAFF' } }),
  )
  if (settled !== 'applied') throw new Error(`the payment of order ${orderId}: ${settled}`)
}
