import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as stripe from '@simwright/contract/money/stripe'
import { expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { openServer } from '../../../server.ts'
import { closeAtEnd } from '../../../testing/close.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Running, startServer } from '../../../testing/killed-server.ts'
import { settingsFor } from '../../../testing/postgres.ts'
import { unpaidOrder } from '../../../testing/stripe/scene.ts'
import { openStripeSimulation } from '../../../testing/stripe/simulation.ts'
import { createEnterprise } from '../../people/accounts/seed.ts'
import { openSession } from '../../people/sessions/service.ts'
import { beginCharge, chargeDueCards } from './service.ts'

const { urls } = await openTestDatabase()

test('a SIGKILL during a charge and during a webhook: both are repeated, and each order is paid once', async () => {
  let running: Running | undefined
  const simulation = await openStripeSimulation({ webhookUrl: () => `${running?.client.url}/stripe/webhook` })
  const { ledger, webhooks, failures, calls } = simulation
  const folder = mkdtempSync(join(tmpdir(), 'simwright-stripe-'))
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'fatal', ...settingsFor(urls), ...simulation.settings }
  const helper = await openServer(readConfig(settings), { background: 'none' })
  const start = async () => {
    running = await startServer(settings, buyer.cookies)
    return running
  }
  closeAtEnd(async () => {
    running?.child.kill('SIGKILL')
    await running?.gone
    await helper.close()
    await simulation.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const client = async (name: string) => {
    const owner = await createEnterprise(helper, { name, plan: 'LAB', email: `${name}@example.com` })
    const cookies = await openSession(helper, owner, { address: '127.0.0.1', userAgent: 'test' })
    const orderId = await unpaidOrder({ server: helper, clock: systemClock }, owner.enterpriseId)
    return { enterpriseId: owner.enterpriseId, orderId, cookies }
  }
  const buyer = await client('buyer')
  const renewer = await client('renewer')
  const first = await start()
  const renewing = first.client.by(fetch)
  renewing.cookies.set('token', renewer.cookies.token).set('binding', renewer.cookies.binding)

  // one client has a saved card, and its next order is charged: the first call never arrives
  await simulation.pay((await renewing.ask(stripe.pay, { orderId: renewer.orderId })).url, '4242')
  const isPaid = async () => (await renewing.ask(stripe.status, { orderId: renewer.orderId })).state
  await expect.poll(isPaid).toBe('PAID')
  const renewalId = await unpaidOrder({ server: helper, clock: systemClock }, renewer.enterpriseId)
  failures.push({ path: 'payment_intents', when: 'before', times: 2 })
  const charge = { enterpriseId: renewer.enterpriseId, orderId: renewalId, attempt: 1 }
  expect(await helper.db.tenantTx(charge.enterpriseId, (db) => beginCharge(helper, db, charge))).toBe(true)
  await chargeDueCards(helper)
  expect(failures[0]?.times).toBe(0)

  // the other client has paid on the page; Stripe does its work, but its answers take long
  const { url } = await first.client.ask(stripe.pay, { orderId: buyer.orderId })
  webhooks.setting.mode = 'hold'
  await simulation.pay(url, '4242')
  calls.length = 0
  simulation.answerDelayMs = 10_000
  void webhooks.release()
  const seen = (method: string) => calls.some((call) => call.method === method && call.path.includes('payment_intents'))
  await expect.poll(() => seen('POST') && seen('GET')).toBe(true)
  webhooks.setting.mode = 'drop'
  first.child.kill('SIGKILL')
  await first.gone
  simulation.answerDelayMs = 0

  await start()
  const paidEvents = async (enterpriseId: string, orderId: string) =>
    await helper.db.tenantTx(enterpriseId, (db) =>
      db
        .selectFrom('order_event')
        .select(['event'])
        .where('order_id', '=', orderId)
        .where('event', 'in', ['PAID', 'WRONG_PAYMENT'])
        .execute(),
    )
  const results = () =>
    Promise.all([paidEvents(buyer.enterpriseId, buyer.orderId), paidEvents(renewer.enterpriseId, renewalId)])
  await expect.poll(results).toEqual([[{ event: 'PAID' }], [{ event: 'PAID' }]])
  const charged = [...ledger.charges.values()].map(({ metadata }) => metadata.order)
  expect(charged.sort()).toEqual([buyer.orderId, renewalId, renewer.orderId].sort())
  expect(ledger.refunds.size).toBe(0)
})
