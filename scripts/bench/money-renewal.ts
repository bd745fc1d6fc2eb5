import { setTimeout as sleep } from 'node:timers/promises'
import * as order from '@simwright/contract/money/order'
import { sql } from 'kysely'
import { readConfig } from '../../apps/server/src/config.ts'
import { invoiceFileLoop } from '../../apps/server/src/modules/money/invoices/jobs.ts'
import { stepDueOrders } from '../../apps/server/src/modules/money/renewal/service.ts'
import { movableClock } from '../../apps/server/src/runtime/clock.ts'
import { type OpenServer, openServer } from '../../apps/server/src/server.ts'
import { loop } from '../../apps/server/src/work/loop.ts'
import type { Figure } from './figure.ts'
import { withDataDir } from './server-process.ts'
import {
  RENEWAL_LIMIT_S as LIMIT_S,
  moveToRenewals,
  type OpenOrder,
  payOrder,
  SETTINGS,
  SUBSCRIPTIONS,
  seconds,
  seedSubscriptions,
} from './subscriptions.ts'

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
    const server = await openServer(readConfig({ ...SETTINGS, DATA_DIR: folder }), {
      clock,
      background: 'none',
    })
    try {
      await seedSubscriptions(server, order.BANK_TRANSFER)
      await moveToRenewals(server, clock)
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

/** @throws Error if an account has none, or two */
async function openRenewals(server: OpenServer): Promise<OpenOrder[]> {
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

async function payAll(server: OpenServer, renewals: readonly OpenOrder[]): Promise<void> {
  const waiting = [...renewals]
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await payOrder(server, one, order.BANK_TRANSFER)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
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
  const begin = performance.now()
  const files = loop(invoiceFileLoop(server), server)
  while ((await written()) < PDF_FILES) await sleep(POLL_MS)
  const each = (performance.now() - begin) / (await written())
  await files.stop()
  return each
}
