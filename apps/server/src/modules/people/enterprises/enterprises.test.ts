import { problems } from '@simwright/contract'
import * as live from '@simwright/contract/insight/live'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()

const sidOf = (client: Client) =>
  JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()) as { sid: string; exp: number }

const copyOf = (client: Client): Client => {
  const copy = t.stranger()
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

describe('several enterprise accounts', () => {
  test('a second one can be created; switching to it opens a new session and ends the previous one', async () => {
    const client = await t.signUpAndIn()
    const { id } = await client.ask(enterprise.add, { name: 'Second Engines' })
    const before = copyOf(client)
    const old = sidOf(client)

    await client.ask(enterprise.switchTo, { id })

    expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({
      name: 'Second Engines',
      role: 'Owner',
      plan: 'DEMO',
    })
    expect(sidOf(client).sid).not.toBe(old.sid)
    expect(sidOf(client).exp).toBe(old.exp)
    expect((await before.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect((await client.ask(enterprise.list, {})).items).toMatchObject([
      { name: 'Analytical Engines', current: false, roleName: 'Owner' },
      { name: 'Second Engines', current: true, roleName: 'Owner' },
    ])
  })

  test('a switch does not count as a step-up', async () => {
    const client = await t.signUpAndIn()
    const { id } = await client.ask(enterprise.add, { name: 'Second Engines' })
    t.clock.moveMs(11 * 60_000)
    await client.ask(enterprise.switchTo, { id })
    const refused = await client.refusal(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
    expect(refused.code).toBe(problems.step_up_needed.code)
  })

  test('the permissions are those in the current one', async () => {
    const { owner, id } = await t.enterprise('Elsewhere')
    const client = await t.signUpAndIn()
    t.clock.moveMs(1)
    await owner.ask(team.invite, { emails: [client.person.email], roleId: 'Viewer' })
    const token = new URL(await t.lastLink(client.person.email)).searchParams.get('token') ?? ''
    await t.stranger().ask(team.acceptInvitation, { token })
    await client.ask(enterprise.settings, {})
    await client.ask(enterprise.switchTo, { id })
    expect((await client.refusal(enterprise.edit, { version: 1, fields: { name: 'Mine' } })).code).toBe(
      problems.forbidden.code,
    )
  })

  test('one of which the user is not an active member is not found', async () => {
    const [a, b] = [await t.enterprise(), await t.enterprise()]
    expect((await b.owner.refusal(enterprise.switchTo, { id: a.id })).code).toBe(problems.not_found.code)
    expect((await b.owner.ask(session.enterpriseInfo, {})).id).toBe(b.id)
  })
})

describe('the settings of an enterprise account', () => {
  test('can be edited; an edit of an outdated version is refused', async () => {
    const { owner } = await t.enterprise('Old name')
    const { fields, version } = await owner.ask(enterprise.settings, {})
    expect([fields.name, version]).toEqual(['Old name', 1])
    const edited = {
      name: 'New name',
      timeZone: 'Europe/Vienna',
      address: { street: 'Quay 1', postalCode: '1010', city: 'Wien', region: '', country: 'AT' },
      billing: { company: 'New name GmbH', email: 'bills@example.com', taxId: 'ATU12345678' },
    }
    await owner.ask(enterprise.edit, { version, fields: edited })
    expect((await owner.ask(enterprise.settings, {})).fields).toEqual(edited)
    const late = await owner.refusal(enterprise.edit, { version, fields: edited })
    expect(late.code).toBe(problems.changed_meanwhile.code)
  })

  test.each([
    ['a name with a link', { name: 'see www.example.com' }, 'fields.name'],
    ['a name with a line break', { name: 'A\nBcc: x@example.com' }, 'fields.name'],
    ['an unknown time zone', { name: 'A', timeZone: 'Moon/Base' }, 'fields.timeZone'],
    ['a country of three letters', { name: 'A', address: { country: 'AUT' } }, 'fields.address.country'],
    ['an invalid e-mail address', { name: 'A', billing: { email: 'nobody' } }, 'fields.billing.email'],
  ])('%s is refused', async (_what, fields, path) => {
    const { owner } = await t.enterprise()
    const refused = await owner.refusal(enterprise.edit, { version: 1, fields })
    expect(refused.obj.faults).toMatchObject([{ path }])
  })
})

describe('leaving', () => {
  test('ends the session; the last owner cannot leave', async () => {
    const { owner, member } = await t.enterprise()
    const viewer = await member('Viewer')
    await viewer.ask(enterprise.leave, {})
    expect((await owner.ask(team.list, {})).total).toBe(1)
    expect((await owner.refusal(enterprise.leave, {})).code).toBe(problems.last_owner.code)
    const second = await member('Owner')
    const copy = copyOf(owner)
    await owner.ask(enterprise.leave, {})
    expect((await copy.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect((await second.ask(team.list, {})).items).toMatchObject([{ self: true, state: 'ACTIVE' }])
  })
})

describe('an open page', () => {
  test('is notified of changed permissions at once, and its stream closes when the session ends', async () => {
    const { owner, member } = await t.enterprise()
    const client = await member('Viewer')
    const received: live.SessionState[] = []
    const reading = (async () => {
      for await (const state of client.events(live.session, {})) received.push(state)
    })()
    const until = async (length: number) => await expect.poll(() => received.length).toBe(length)
    await until(1)
    const viewer = (await owner.ask(team.list, { filter: { role: 'Viewer' } })).items[0]!
    await owner.ask(team.changeRole, { id: viewer.id, version: 1, roleId: 'Finance' })
    await until(2)
    await owner.ask(team.deactivate, { id: viewer.id })
    await reading
    expect(received.map(({ roleName }) => roleName)).toEqual(['Viewer', 'Finance'])
    expect(received[0]!.permissions).toContain('Fleet_View')
    expect(received[1]!.permissions).not.toContain('Fleet_View')
  })

  test('gets no events of another enterprise account', async () => {
    const [a, b] = [await t.enterprise(), await t.enterprise()]
    const stop = new AbortController()
    let received = 0
    const reading = (async () => {
      for await (const _ of b.owner.events(live.session, {}, { signal: stop.signal })) received += 1
    })().catch(() => {})
    await expect.poll(() => received).toBe(1)
    const { id } = await a.owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
    await a.owner.ask(team.editRole, { id, version: 1, fields: { name: 'Desk', permissions: ['Report'] } })
    await new Promise((resolve) => setTimeout(resolve, 300))
    stop.abort()
    await reading
    expect(received).toBe(1)
  })
})

test('a suspended enterprise account is read-only', async () => {
  const { owner, id } = await t.enterprise()
  await t.server.db.tenantTx(id, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
  expect((await owner.ask(enterprise.list, {})).items).toMatchObject([{ suspended: true }])
  await owner.ask(enterprise.settings, {})
  const refusals = [
    await owner.refusal(enterprise.edit, { version: 1, fields: { name: 'X' } }),
    await owner.refusal(team.invite, { emails: ['x@example.com'], roleId: 'Viewer' }),
  ]
  expect(refusals.map(({ code }) => code)).toEqual(Array(2).fill(problems.enterprise_suspended.code))
})
