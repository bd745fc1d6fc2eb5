import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as enterprise from '@simwright/contract/people/enterprise'
import { getUserPermissions } from '@simwright/contract/people/session'
import * as platforms from '@simwright/contract/platform/white-label'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'
import { addStaff, removeStaff } from './service.ts'

const t = await testServer()
const password = 'Calm-Lighthouse-9'
const signIn = async (email: string, secret = password) => {
  const client = t.stranger()
  await client.ask(account.login, { email, password: secret })
  return client
}

describe('the first administrator', () => {
  test('is added by command, sets a password by a link that works once, and needs a second factor', async () => {
    const email = 'first@example.com'
    const { link = '', userId } = await addStaff(t.server, { email, role: 'Platform admin' })
    const token = new URL(link).searchParams.get('token') ?? ''
    await t.stranger().ask(account.resetPassword, { token, password })
    const again = await t.stranger().refusal(account.resetPassword, { token, password })
    expect(again.code).toBe(problems.reset_invalid.code)
    const client = await signIn(email)
    expect((await client.refusal(platforms.list, {})).code).toBe(problems.second_factor_needed.code)
    await t.server.db.global.updateTable('user_account').set({ second_factor: true }).where('id', '=', userId).execute()
    expect((await client.ask(platforms.list, {})).items.map(({ sys }) => sys)).toEqual(['simwright'])
  })

  test('has no password before', async () => {
    await addStaff(t.server, { email: 'unset@example.com', role: 'Platform admin' })
    const tried = await t.stranger().refusal(account.login, { email: 'unset@example.com', password: 'none' })
    expect(tried.code).toBe(problems.credentials_wrong.code)
  })

  test('the link expires after a day', async () => {
    const { link = '' } = await addStaff(t.server, { email: 'late@example.com', role: 'Platform admin' })
    t.clock.moveMs(24 * 60 * 60_000 + 1)
    const token = new URL(link).searchParams.get('token') ?? ''
    expect((await t.stranger().refusal(account.resetPassword, { token, password })).code).toBe(
      problems.reset_invalid.code,
    )
  })
})

test('an account in use keeps its password and its enterprise account', async () => {
  const client = await t.signUpAndIn()
  const made = await addStaff(t.server, { email: client.person.email, role: 'Platform support' })
  expect(made.link).toBeUndefined()
  const { items } = await client.ask(enterprise.list, {})
  expect(items.map(({ name, roleName }) => [name, roleName])).toEqual([
    ['Analytical Engines', 'Owner'],
    ['Platform staff', 'Platform support'],
  ])
  expect((await client.refusal(platforms.list, {})).code).toBe(problems.forbidden.code)
})

test('a password from an earlier sign-up with the address, which anyone may have made, does not work', async () => {
  const email = 'taken@example.com'
  const names = { firstName: 'Eve', lastName: 'Else', companyName: 'Not hers' }
  await t.stranger().ask(account.register, { email, password, ...names })
  const activation = await t.lastLink(email)
  const { link } = await addStaff(t.server, { email, role: 'Platform admin' })
  expect(link).toBeDefined()
  expect((await t.stranger().refusal(account.login, { email, password })).code).toBe(problems.credentials_wrong.code)
  const token = new URL(activation).searchParams.get('token') ?? ''
  expect((await t.stranger().refusal(account.verify, { token })).code).toBe(problems.activation_invalid.code)
})

test('support can see everything and change nothing', async () => {
  const support = await t.staff('Platform support')
  expect((await support.ask(platforms.list, {})).items).toHaveLength(1)
  const { userPermissions } = await support.ask(getUserPermissions, {})
  expect(JSON.stringify(userPermissions)).not.toContain('_Edit')
})

test('a removed member loses access at once', async () => {
  const email = 'gone@example.com'
  const { link = '', userId } = await addStaff(t.server, { email, role: 'Platform admin' })
  await t.stranger().ask(account.resetPassword, { token: new URL(link).searchParams.get('token') ?? '', password })
  const client = await signIn(email)
  await t.server.db.global.updateTable('user_account').set({ second_factor: true }).where('id', '=', userId).execute()
  expect((await client.ask(platforms.list, {})).items).toHaveLength(1)
  expect(await removeStaff(t.server, email)).toBe(true)
  expect((await client.refusal(platforms.list, {})).code).toBe(problems.session_ended.code)
  expect(await removeStaff(t.server, email)).toBe(false)
  expect(await removeStaff(t.server, 'nobody@example.com')).toBe(false)
})

test("a platform role in a customer's enterprise account gives no permission", async () => {
  const { id, member } = await t.enterprise()
  const client = await member('Viewer')
  await t.server.db.tenantTx(id, (db) =>
    db.updateTable('member').set({ built_in_role: 'Platform admin' }).where('built_in_role', '=', 'Viewer').execute(),
  )
  expect((await client.refusal(platforms.list, {})).code).toBe(problems.forbidden.code)
  expect((await client.ask(getUserPermissions, {})).userPermissions).toEqual([])
})
