import { setTimeout as sleep } from 'node:timers/promises'
import * as order from '@simwright/contract/money/order'
import { sql } from 'kysely'
import { Client as Database } from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startInvoiceFiles } from '../../apps/server/src/modules/money/invoices/jobs.ts'
import { settlePayment } from '../../apps/server/src/modules/money/orders/service.ts'
import { stepDueOrders } from '../../apps/server/src/modules/money/renewal/service.ts'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { movableClock } from '../../apps/server/src/runtime/clock.ts'
import { type OpenServer, openServer } from '../../apps/server/src/server.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import type { Figure } from './figure.ts'
import { withDataDir } from './server-process.ts'

const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 10_000)
const LIMIT_S = (60 * SUBSCRIPTIONS) / 10_000
const PDF_FILES = Math.min(500, SUBSCRIPTIONS)
/** For 10,000 invoices within half an hour. */
const PDF_LIMIT_MS = 180
const AT_ONCE = 8
const POLL_MS = 100

/**
 * Renewal of subscriptions that are due in the same minute, by bank transfer: the orders with their notices and mails;
 * then their payments with the invoices; then the PDF files, of which a part is measured.
 */
export async function benchMoneyRenewal(): Promise<Figure[]> {
  return await withDataDir(async (folder) => {
    const clock = movableClock(new Date('2030-01-31T12:00:00Z'))
    const settings = { PORT: '0', SMDP_PORT: '0', SMDS_PORT: '0', OPERATOR_PORT: '0', METRICS_PORT: '0', BIP_PORT: '0' }
    const server = await openServer(readConfig({ ...settings, LOG_LEVEL: 'warn', DATA_DIR: folder }), {
      clock,
      background: 'none',
    })
    try {
      await seedSubscriptions(server)
      const first = await server.db.systemTx((db) =>
        db.selectFrom('plan_order').select('next_step_at').where('kind', '=', 'BOUGHT').executeTakeFirstOrThrow(),
      )
      clock.moveMs(first.next_step_at!.getTime() - clock.now().getTime())
      const renewal = await seconds(() => Promise.all([stepDueOrders(server), stepDueOrders(server)]))
      const renewals = await openRenewals(server)
      const payment = await seconds(() => payAll(server, renewals))
      const pdfs = await writePdfs(server)
      return [
        { name: 'money.renewal', value: renewal, unit: 's', limit: LIMIT_S, ratio: renewal / LIMIT_S },
        { name: 'money.payment', value: payment, unit: 's', limit: LIMIT_S, ratio: payment / LIMIT_S },
        { name: 'money.invoice', value: pdfs, unit: 'ms', limit: PDF_LIMIT_MS, ratio: pdfs / PDF_LIMIT_MS },
      ]
    } finally {
      await server.close()
    }
  })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

/** Buys a plan for one enterprise account, and copies the account with its order. */
async function seedSubscriptions(server: OpenServer): Promise<void> {
  const owner = await createEnterprise(server, { name: 'Bench', plan: 'DEMO', email: 'bench@example.com' })
  const { enterpriseId, userId } = owner
  const app = await buildApp(server)
  const client = new Client(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { token, binding } = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'bench' })
  client.cookies.set('token', token).set('binding', binding)
  const purchase = {
    operation: 'BUY',
    plan: 'PRO',
    downloads: 100,
    billingType: 'MONTHLY',
    paymentMethod: order.BANK_TRANSFER,
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
  const { id } = await client.ask(order.create, { ...purchase, totalCents, acceptsTerms: true })
  await pay(server, { enterprise_id: enterpriseId, id, amount_cents: totalCents })
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
    `${account}, 'id', gen_random_uuid(), 'code', lpad(n::text, 20, '0')`,
    `r.enterprise_id = $1 and r.kind = 'BOUGHT'`,
    enterpriseId,
  )
  await copy('subscription', account, 'r.enterprise_id = $1', enterpriseId)
  for (const table of tables) await database.query(`alter table ${table} force row level security`)
  await database.query('commit')
  for (const table of tables) await database.query(`vacuum (analyze) ${table}`)
  await database.end()
}

type Renewal = { enterprise_id: string; id: string; amount_cents: number }

/** @throws Error if an account has none, or two */
async function openRenewals(server: OpenServer): Promise<Renewal[]> {
  const rows = await server.db.systemTx((db) =>
    db
      .selectFrom('plan_order')
      .select(['enterprise_id', 'id', 'amount_cents'])
      .where('operation', '=', 'RENEW')
      .where('state', '=', 'UNPAID')
      .execute(),
  )
  const accounts = new Set(rows.map((row) => row.enterprise_id))
  if (rows.length !== SUBSCRIPTIONS || accounts.size !== SUBSCRIPTIONS)
    throw new Error(`${rows.length} renewals of ${accounts.size} accounts instead of ${SUBSCRIPTIONS}`)
  return rows
}

async function payAll(server: OpenServer, renewals: readonly Renewal[]): Promise<void> {
  const waiting = [...renewals]
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await pay(server, one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function pay(server: OpenServer, { enterprise_id: enterpriseId, id: orderId, amount_cents: cents }: Renewal) {
  const payment = { reference: orderId, method: order.BANK_TRANSFER, cents, currency: 'USD', channel: 'Bank' } as const
  const settled = await server.db.tenantTx(enterpriseId, (db) =>
    settlePayment(server, db, { enterpriseId, orderId, ...payment, actor: { kind: 'STAFF' } }),
  )
  if (settled !== 'applied') throw new Error(`the payment of order ${orderId}: ${settled}`)
}

type CountedRow = { count: number }

/** @returns the time per PDF file, with its mail */
async function writePdfs(server: OpenServer): Promise<number> {
  const written = async () => {
    const { rows } = await server.db.systemTx((db) =>
      sql<CountedRow>`select count(*) as count from invoice where pdf is not null`.execute(db),
    )
    return rows[0]!.count
  }
  const stop = new AbortController()
  const begin = performance.now()
  const files = startInvoiceFiles({ ...server, stopping: stop.signal })
  while ((await written()) < PDF_FILES) await sleep(POLL_MS)
  const each = (performance.now() - begin) / (await written())
  stop.abort()
  await files.stop()
  return each
}
