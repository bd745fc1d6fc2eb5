import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import * as seller from '@simwright/contract/money/seller'
import * as legal from '@simwright/contract/platform/legal'
import { describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { offerContact, sellerFields, withdrawContact } from '../../../testing/seller.ts'
import { testServer } from '../../../testing/server.ts'
import { addressReason } from './checklist.ts'

const t = await testServer()
const { server, clock } = t
const staff = await t.staff()
const DAY_MS = 24 * 60 * 60_000

const read = async () => await staff.ask(adminDashboard.checklist, {})
const reasonOf = async (point: adminDashboard.ChecklistPoint) =>
  (await read()).points.find((row) => row.point === point)!.reason

describe('the checklist of the operator', () => {
  test('names every point once, and all that is missing on a new server', async () => {
    await withdrawContact(t)
    const { points, sells, severalPlatforms } = await read()
    expect(points.map(({ point }) => point)).toEqual(adminDashboard.checklistPoints)
    expect(points.map(({ reason }) => reason)).toEqual([
      'ADDRESS_LOCAL',
      'MAIL_NO_SERVER',
      'CERTIFICATES_TEST',
      'PAYMENT_NO_METHOD',
      'CONTACT_NONE',
      'TERMS_NONE',
      'BACKUP_NONE',
    ])
    expect({ sells, severalPlatforms }).toEqual({ sells: false, severalPlatforms: false })
  })

  test('a contact, a bank account and terms are done as soon as staff enter them; then plans are sold', async () => {
    const { id: platformId } = server.platforms.standard
    await offerContact(t)
    expect(await reasonOf('CONTACT')).toBe(null)
    expect((await read()).sells).toBe(false)
    const fields = { seller: { ...sellerFields, bankAccount: '' }, rates: [] }
    await staff.ask(seller.edit, { platformId, version: 0, fields })
    expect(await reasonOf('PAYMENT')).toBe('PAYMENT_NO_METHOD')
    await staff.ask(seller.edit, { platformId, version: 1, fields: { seller: sellerFields, rates: [] } })
    expect(await reasonOf('PAYMENT')).toBe(null)
    expect((await read()).sells).toBe(true)
    const text = { body: 'Be fair.', publishedAt: null }
    await staff.ask(legal.publish, { platformId, kind: 'TERMS', version: 0, fields: text })
    expect(await reasonOf('TERMS')).toBe(null)
  })

  test('a backup counts for a week', async () => {
    const owner = loginClient(server.databaseUrl, 'test')
    await owner.connect()
    await owner.query('insert into backup_run (taken_at, bytes) values ($1, 1)', [clock.now()])
    await owner.end()
    expect(await reasonOf('BACKUP')).toBe(null)
    clock.moveMs(7 * DAY_MS + 1)
    const later = await t.staff()
    const { points } = await later.ask(adminDashboard.checklist, {})
    expect(points.at(-1)).toEqual({ point: 'BACKUP', reason: 'BACKUP_OLD', platforms: [] })
  })

  test('a point is open for the platforms that lack it, by name', async () => {
    const at = clock.now()
    const other = {
      id: server.random.uuid(),
      sys: 'alba',
      app_name: 'Alba',
      icon_url: '/icon.svg',
      theme_color: '#112233',
    }
    const times = { mail_texts: '{}', created_at: at, updated_at: at }
    await server.db.global
      .insertInto('platform')
      .values({ ...other, ...times })
      .execute()
    await server.platforms.reload()
    const { points, sells, severalPlatforms } = await (await t.staff()).ask(adminDashboard.checklist, {})
    const platforms = [{ id: other.id, name: 'Alba' }]
    expect(points.slice(3, 6)).toEqual([
      { point: 'PAYMENT', reason: 'PAYMENT_NO_METHOD', platforms },
      { point: 'CONTACT', reason: 'CONTACT_NONE', platforms },
      { point: 'TERMS', reason: 'TERMS_NONE', platforms },
    ])
    expect({ sells, severalPlatforms }).toEqual({ sells: false, severalPlatforms: true })
  })
})

test.each([
  ['http://localhost:8080', 'localhost:8443', 'ADDRESS_LOCAL'],
  ['http://127.0.0.1:8080', 'smdp.example.com', 'ADDRESS_LOCAL'],
  ['https://[::1]', 'smdp.example.com', 'ADDRESS_LOCAL'],
  ['http://portal.example.com', 'smdp.example.com', 'ADDRESS_WITHOUT_TLS'],
  ['https://portal.example.com', 'localhost:8443', 'SMDP_ADDRESS_LOCAL'],
  ['https://portal.example.com', 'smdp.example.com:8443', null],
])('the portal at %s with the SM-DP+ at %s: %s', (publicUrl, smdpAddress, reason) => {
  expect(addressReason({ publicUrl, smdpAddress })).toBe(reason)
})
