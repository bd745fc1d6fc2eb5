import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import * as audit from '@simwright/contract/platform/audit'
import * as webhook from '@simwright/contract/programs/webhook'
import { afterAll, expect, test } from 'vitest'
import { STAFF_ENTERPRISE_ID } from '../db/staff-enterprise.ts'
import { readLastRestore, recordRestore } from '../modules/platform/restores/service.ts'
import { webhookLoop } from '../modules/programs/webhooks/jobs.ts'
import { openMailServer } from '../testing/mail-server.ts'
import { receiver } from '../testing/receiver.ts'
import { smdpScene } from '../testing/smdp-scene.ts'
import { heldAfterRestore, SKIPPED_INVOICE_NUMBERS, settleRestores } from './restored.ts'

const HOUR_MS = 3_600_000

const mailServer = await openMailServer()
afterAll(() => mailServer.close())
const { received } = mailServer
const scene = await smdpScene({
  isOwn: true,
  background: 'none',
  settings: { CALL_LOOPBACK: 'on', SMTP_URL: mailServer.url, PUBLIC_URL: 'https://portal.example.com' },
})
const { server, clock, enterprise, order, phones } = scene
const { owner } = enterprise
const { global } = server.db
const staff = await scene.staff()

const restore = async () => {
  const rowsOf = new Date(clock.now().getTime() - HOUR_MS)
  await recordRestore(global, { id: server.random.uuid(), rowsOf, at: clock.now() })
  await settleRestores(server)
}
const sendWebhooks = async () => {
  const loop = heldAfterRestore(server, webhookLoop(server))
  await loop.run(new AbortController().signal)
  await loop.end!()
}
const held = async () => (await staff.ask(adminDashboard.held, {})).restore

test('what goes out is held until staff release it, and webhooks keep their webhook-id', async () => {
  expect(await held()).toBe(null)
  const hook = await receiver()
  await owner.ask(webhook.add, { fields: { name: 'Programs', kinds: ['DOWNLOADED'], url: hook.url } })
  await phones.phone().download((await order()).activationCode)
  const events = await server.db.tenantRead(enterprise.id, (db) => db.selectFrom('outbox').selectAll().execute())
  await sendWebhooks()
  expect(hook.calls).toHaveLength(1)

  // the database as it was before the webhook was sent
  await server.db.tenantTx(enterprise.id, async (db) => {
    await db.deleteFrom('webhook_delivery').execute()
    await db
      .insertInto('outbox')
      .values(events.map((event) => ({ ...event, payload: JSON.stringify(event.payload) })))
      .execute()
  })
  await restore()
  await sendWebhooks()
  expect(hook.calls).toHaveLength(1)
  expect(await held()).toMatchObject({ mails: 0, webhooks: events.length, operatorNotifications: 0, charges: 0 })

  await staff.ask(adminDashboard.releaseHeld, {})
  expect(await held()).toBe(null)
  await sendWebhooks()
  expect(hook.calls).toHaveLength(2)
  expect(hook.calls[1]!.headers['webhook-id']).toBe(hook.calls[0]!.headers['webhook-id'])
})

test('e-mails from before a restore wait, those from after it are sent', async () => {
  const mail = { kind: 'INVITATION', sealed: Buffer.alloc(1), state: 'WAITING' as const }
  const queue = async (recipient: string) => {
    const at = clock.now()
    const times = { created_at: at, next_at: at }
    await global
      .insertInto('mail_message')
      .values({ ...mail, ...times, id: server.random.uuid(), recipient })
      .execute()
    clock.moveMs(1)
  }
  const tried = async () => {
    const rows = await global
      .selectFrom('mail_message')
      .select(['recipient', 'attempts'])
      .orderBy('recipient')
      .execute()
    return Object.fromEntries(rows.map(({ recipient, attempts }) => [recipient, attempts]))
  }
  await restore()
  clock.moveMs(1)
  await queue('after@example.com')
  server.mail.wake()
  await expect.poll(tried).toEqual({ 'after@example.com': 1 })
  await queue('before@example.com')
  await restore()
  expect(await held()).toMatchObject({ mails: 2 })
  server.mail.wake()
  await queue('later@example.com')
  server.mail.wake()
  await expect.poll(tried).toEqual({ 'after@example.com': 1, 'before@example.com': 0, 'later@example.com': 1 })
  await staff.ask(adminDashboard.releaseHeld, {})
  server.mail.wake()
  await expect.poll(async () => (await tried())['before@example.com']).toBe(1)
  expect(received).toHaveLength(0)
})

test('numbers of invoices are skipped once, and the audit logs record it', async () => {
  const platform_id = server.platforms.standard.id
  await server.db.tenantTx(enterprise.id, (db) =>
    db.insertInto('invoice_series').values({ platform_id, last: 7 }).execute(),
  )
  await restore()
  await settleRestores(server)
  const { last } = await global.selectFrom('invoice_series').select('last').executeTakeFirstOrThrow()
  expect(last).toBe(7 + SKIPPED_INVOICE_NUMBERS)
  const { items } = await owner.ask(audit.list, { filter: { action: ['enterprise.restored'] } })
  expect(items[0]).toMatchObject({
    actorKind: 'SYSTEM',
    objectId: enterprise.id,
    after: { rowsOf: expect.any(String), restoreId: await readLastRestore(global) },
  })
  expect(await owner.ask(audit.verify, {})).toMatchObject({ firstBad: null })
  await staff.ask(adminDashboard.releaseHeld, {})
  const ofStaff = await staff.ask(audit.list, { filter: { action: ['enterprise.heldReleased'] } })
  expect(ofStaff.items[0]).toMatchObject({ objectId: STAFF_ENTERPRISE_ID, actorKind: 'STAFF' })
})

test('platform support sees what is held, and cannot release it', async () => {
  await restore()
  const support = await scene.staff('Platform support')
  expect((await support.ask(adminDashboard.held, {})).restore).toMatchObject({ mails: expect.any(Number) })
  expect((await support.refusal(adminDashboard.releaseHeld, {})).status).toBe(403)
  expect(await held()).not.toBe(null)
})
