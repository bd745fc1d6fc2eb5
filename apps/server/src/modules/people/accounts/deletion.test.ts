import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'
import { deleteDueEnterprises } from '../enterprises/service.ts'
import { deleteDueAccounts } from './deletion.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60 * 1000

const isThere = async (enterpriseId: string) =>
  (await t.server.db.tenantTx(enterpriseId, (db) => db.selectFrom('enterprise').select('name').execute())).length > 0

describe('the deletion of an account', () => {
  test('happens after two weeks, with the enterprise account that has no other member', async () => {
    const client = await t.signUpAndIn()
    const { email, password } = client.person
    const { id } = await client.ask(session.enterpriseInfo, {})
    expect(await client.ask(account.deletionPreview, {})).toEqual({
      graceDays: 14,
      enterprises: [{ name: 'Analytical Engines', outcome: 'ENTERPRISE_CLOSES' }],
    })
    await client.ask(account.requestDeletion, {})
    t.clock.moveMs(14 * DAY_MS - 1)
    expect(await deleteDueAccounts(t.server)).toBe(0)
    await t.stranger().ask(account.login, { email, password })
    t.clock.moveMs(1)
    expect(await deleteDueAccounts(t.server)).toBe(1)
    expect((await t.stranger().refusal(account.login, { email, password })).code).toBe(problems.credentials_wrong.code)
    expect(await deleteDueEnterprises(t.server)).toBe(1)
    expect(await isThere(id)).toBe(false)
    const mails = await t.server.db.global
      .selectFrom('mail_message')
      .select('id')
      .where('recipient', '=', email)
      .execute()
    expect(mails).toEqual([])
  })

  test('can be canceled until then', async () => {
    const client = await t.signUpAndIn()
    const { email, password } = client.person
    await client.ask(account.requestDeletion, {})
    expect((await client.ask(account.me, {})).deletionAt).not.toBeNull()
    await client.ask(account.cancelDeletion, {})
    t.clock.moveMs(15 * DAY_MS)
    expect(await deleteDueAccounts(t.server)).toBe(0)
    await t.stranger().ask(account.login, { email, password })
  })

  test('the last owner of an enterprise account with other members must name another owner first', async () => {
    const { owner, member, id } = await t.enterprise('Crowded')
    await member('Viewer')
    expect((await owner.ask(account.deletionPreview, {})).enterprises).toEqual([
      { name: 'Crowded', outcome: 'OWNER_NEEDED' },
    ])
    const refused = await owner.refusal(account.requestDeletion, {})
    expect(refused.code).toBe(problems.owner_needed.code)
    await member('Owner')
    await owner.ask(account.requestDeletion, {})
    t.clock.moveMs(14 * DAY_MS)
    expect(await deleteDueAccounts(t.server)).toBe(1)
    expect(await deleteDueEnterprises(t.server)).toBe(0)
    expect(await isThere(id)).toBe(true)
  })

  test('is not refused for an enterprise account that will be deleted, and happens after that', async () => {
    const { owner, member, id } = await t.enterprise('Both ends')
    await member('Viewer')
    await owner.ask(enterprise.requestDeletion, { name: 'Both ends' })
    expect((await owner.ask(account.deletionPreview, {})).enterprises).toMatchObject([{ outcome: 'ENTERPRISE_CLOSES' }])
    await owner.ask(account.requestDeletion, {})
    t.clock.moveMs(14 * DAY_MS)
    expect(await deleteDueAccounts(t.server)).toBe(0)
    expect(await deleteDueEnterprises(t.server)).toBe(1)
    expect(await deleteDueAccounts(t.server)).toBe(1)
    expect(await isThere(id)).toBe(false)
  })

  test('waits when the user has become the last owner of an enterprise account with other members', async () => {
    const { owner, member, ownerId } = await t.enterprise('Changing')
    await owner.ask(account.requestDeletion, {})
    await member('Viewer')
    t.clock.moveMs(14 * DAY_MS)
    expect(await deleteDueAccounts(t.server)).toBe(0)
    const still = await t.server.db.global.selectFrom('user_account').select('id').where('id', '=', ownerId).execute()
    expect(still).toHaveLength(1)
  })
})

describe('the personal data', () => {
  test('are exported as one file with everything stored, without secrets', async () => {
    const client = await t.signUpAndIn()
    const { text, response } = await client.file(account.exportData, {})
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="personal-data-[\d-]+\.json"/)
    const data = JSON.parse(text)
    expect(data.account).toMatchObject({
      email: client.person.email,
      firstName: 'Ada',
      companyName: 'Analytical Engines',
    })
    expect(data.memberships).toMatchObject([{ enterprise: 'Analytical Engines', role: 'Owner' }])
    const actions = data.memberships[0].actions.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['account.opened', 'session.opened', 'account.dataExported']))
    expect(data.sessions).toHaveLength(1)
    expect(data.mails.map((mail: { kind: string }) => mail.kind)).toContain('ACTIVATION')
    expect(text).not.toMatch(/argon2|hash|sealed/i)
  })
})

describe('the person', () => {
  test('can change names and time zone', async () => {
    const client = await t.signUpAndIn()
    await client.ask(account.edit, { firstName: 'Augusta', lastName: 'King', timeZone: 'Europe/London' })
    expect(await client.ask(account.me, {})).toMatchObject({
      firstName: 'Augusta',
      lastName: 'King',
      timeZone: 'Europe/London',
      hasPassword: true,
    })
    const shown = JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString())
    expect(shown).toMatchObject({ firstName: 'Augusta', lastName: 'King', email: client.person.email })
  })

  test.each([
    ['firstName', { firstName: ' ' }],
    ['lastName', { lastName: 'https://evil.example' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
  ])('an invalid %s is refused', async (path, given) => {
    const client = await t.signUpAndIn()
    const refused = await client.refusal(account.edit, { firstName: 'A', lastName: 'B', timeZone: null, ...given })
    expect(refused.obj.faults).toMatchObject([{ path }])
  })
})
