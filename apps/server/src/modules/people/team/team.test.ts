import { type BuiltInRole, problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as configuration from '@simwright/contract/profiles/configuration'
import { describe, expect, test } from 'vitest'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer()

let count = 0
const newEmail = () => `guest${++count}@example.com`

async function memberOf(client: Client, search: string): Promise<team.Member> {
  const { items } = await client.ask(team.list, { filter: { search } })
  const [found] = items
  if (!found) throw new Error(`no member ${search}`)
  return found
}

/** The member as which a client is signed in. */
async function membershipOf(of: Client, seenBy: Client): Promise<team.Member> {
  return await memberOf(seenBy, (await of.ask(account.me, {})).email)
}

async function inviteAs(by: Client, roleId: string, email = newEmail()): Promise<{ email: string; token: string }> {
  t.clock.moveMs(1)
  await by.ask(team.invite, { emails: [email], roleId })
  return { email, token: new URL(await t.lastLink(email)).searchParams.get('token') ?? '' }
}

const person = { firstName: 'Grace', lastName: 'Hopper', password: 'Quiet-Harbour-7' }

async function joinAs(by: Client, roleId: string): Promise<{ client: Client; email: string }> {
  const { email, token } = await inviteAs(by, roleId)
  await t.stranger().ask(team.acceptInvitation, { token, person })
  const client = t.stranger()
  await client.ask(account.login, { email, password: person.password })
  return { client, email }
}

async function roleOf(client: Client, name: string): Promise<team.Role> {
  const found = (await client.ask(team.roles, {})).items.find((role) => role.name === name)
  if (!found) throw new Error(`no role ${name}`)
  return found
}

describe('inviting', () => {
  test('a person without an account enters a name and a password, and signs in with the role', async () => {
    const { owner } = await t.enterprise('Harbour Mobile')
    const { email, token } = await inviteAs(owner, 'Operator')
    expect(await memberOf(owner, email)).toMatchObject({ state: 'INVITED', name: '', role: { id: 'Operator' } })
    expect(await t.stranger().ask(team.invitation, { token })).toEqual({
      enterpriseName: 'Harbour Mobile',
      invitedBy: 'Sample Owner',
      roleName: 'Operator',
      email,
      hasAccount: false,
    })

    const client = t.stranger()
    expect(await client.ask(team.acceptInvitation, { token, person })).toEqual({
      email,
      token: client.cookies.get('token'),
    })
    expect((await client.ask(session.enterpriseInfo, {})).name).toBe('Harbour Mobile')
    const later = t.stranger()
    await later.ask(account.login, { email, password: person.password })
    expect((await later.ask(session.enterpriseInfo, {})).name).toBe('Harbour Mobile')
    expect(await memberOf(owner, email)).toMatchObject({ state: 'ACTIVE', name: 'Grace Hopper' })
  })

  test.each([
    ['a second factor', { second_factor_demanded: true }],
    ['single sign-on', { sso_only: true }],
  ])('a person who joins an enterprise account that demands %s is not signed in by it', async (_name, demand) => {
    const { id, owner } = await t.enterprise()
    const { email, token } = await inviteAs(owner, 'Operator')
    await t.server.db.tenantTx(id, (db) =>
      db.updateTable('enterprise').set(demand).where('enterprise_id', '=', id).execute(),
    )
    const client = t.stranger()
    expect(await client.ask(team.acceptInvitation, { token, person })).toEqual({ email })
    expect([...client.cookies.keys()]).toEqual([])
  })

  test('a link opens no account that exists, and ends no session of the browser', async () => {
    const { owner } = await t.enterprise()
    const known = await t.signUpAndIn()
    const invited = await inviteAs(owner, 'Viewer', known.person.email)
    const stranger = t.stranger()
    const joined = await stranger.ask(team.acceptInvitation, { token: invited.token })
    expect(joined).toEqual({ email: known.person.email })
    expect([...stranger.cookies.keys()]).toEqual([])
    const { email, token } = await inviteAs(owner, 'Viewer')
    expect(await known.ask(team.acceptInvitation, { token, person })).toEqual({ email })
    expect((await known.ask(account.me, {})).email).toBe(known.person.email)
  })

  test('a person with an account joins with it, and keeps their own enterprise account', async () => {
    const { owner } = await t.enterprise('Second Home')
    const known = await t.signUpAndIn()
    const { token } = await inviteAs(owner, 'Viewer', known.person.email)
    expect((await t.stranger().ask(team.invitation, { token })).hasAccount).toBe(true)

    await t.stranger().ask(team.acceptInvitation, { token })

    expect(await memberOf(owner, known.person.email)).toMatchObject({ state: 'ACTIVE', name: 'Ada Byron' })
    expect((await known.ask(session.enterpriseInfo, {})).name).toBe('Analytical Engines')
  })

  test('a person whose account is blocked cannot join with it', async () => {
    const { owner } = await t.enterprise()
    const { email } = (await t.signUpAndIn()).person
    const { token } = await inviteAs(owner, 'Viewer', email)
    await t.server.db.global.updateTable('user_account').set({ state: 'INACTIVE' }).where('email', '=', email).execute()
    const refused = await t.stranger().refusal(team.acceptInvitation, { token })
    expect(refused.code).toBe(problems.account_inactive.code)
  })

  test('several addresses can be invited at once; members and open invitations are reported separately', async () => {
    const { owner } = await t.enterprise()
    const before = await inviteAs(owner, 'Viewer')
    const { email: member } = await joinAs(owner, 'Viewer')
    const newcomer = newEmail()
    const { items } = await owner.ask(team.invite, {
      emails: [newcomer, before.email, member, newcomer.toUpperCase()],
      roleId: 'Viewer',
    })
    expect(items).toEqual([
      { email: newcomer, outcome: 'INVITED' },
      { email: before.email, outcome: 'INVITED_BEFORE' },
      { email: member, outcome: 'MEMBER_ALREADY' },
    ])
  })

  test('a link works once, for seven days, unless it is sent again or withdrawn', async () => {
    const { owner } = await t.enterprise()
    const invalid = problems.invitation_invalid.code
    const used = await inviteAs(owner, 'Viewer')
    await t.stranger().ask(team.acceptInvitation, { token: used.token, person })
    const renewed = await inviteAs(owner, 'Viewer')
    const withdrawn = await inviteAs(owner, 'Viewer')
    await owner.ask(team.remove, { id: (await memberOf(owner, withdrawn.email)).id })
    const { id } = await memberOf(owner, renewed.email)
    expect((await owner.refusal(team.resendInvitation, { id })).code).toBe(problems.too_many.code)
    t.clock.moveMs(61_000)
    await owner.ask(team.resendInvitation, { id })
    for (const { token } of [used, renewed, withdrawn])
      expect((await t.stranger().refusal(team.invitation, { token })).code).toBe(invalid)

    const late = await inviteAs(owner, 'Viewer')
    t.clock.moveMs(team.INVITATION_DAYS * 24 * 3_600_000 + 1)
    expect((await t.stranger().refusal(team.acceptInvitation, { token: late.token, person })).code).toBe(invalid)
  })

  test('a token that is truncated, forged or of another enterprise account is refused', async () => {
    const [{ owner }, other] = [await t.enterprise(), await t.enterprise()]
    const { token } = await inviteAs(owner, 'Viewer')
    const bytes = Buffer.from(token, 'base64url')
    const foreign = Buffer.concat([Buffer.from(other.id.replaceAll('-', ''), 'hex'), bytes.subarray(16)])
    const forged = Buffer.from(bytes)
    forged[47]! ^= 1
    for (const wrong of [token.slice(0, -4), foreign.toString('base64url'), forged.toString('base64url'), 'x']) {
      const refused = await t.stranger().refusal(team.acceptInvitation, { token: wrong, person })
      expect(refused.code).toBe(problems.invitation_invalid.code)
    }
  })

  test('of parallel acceptances of one link one succeeds', async () => {
    const { owner } = await t.enterprise()
    const { token, email } = await inviteAs(owner, 'Viewer')
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => t.stranger().ask(team.acceptInvitation, { token, person })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await owner.ask(team.list, { filter: { search: email } })).total).toBe(1)
  })

  test('a new account needs names and an acceptable password', async () => {
    const { owner } = await t.enterprise()
    const { token } = await inviteAs(owner, 'Viewer')
    const without = await t.stranger().refusal(team.acceptInvitation, { token })
    expect(without.obj.faults).toMatchObject([{ path: 'person' }])
    const common = await t
      .stranger()
      .refusal(team.acceptInvitation, { token, person: { ...person, password: 'Password-2026!' } })
    expect(common.obj.faults).toMatchObject([{ path: 'person.password', rule: 'common' }])
  })

  test('no more than 200 invitations are open at a time', async () => {
    const { owner } = await t.enterprise()
    const fifty = () => Array.from({ length: 50 }, newEmail)
    for (let i = 0; i < 4; i++) await owner.ask(team.invite, { emails: fifty(), roleId: 'Viewer' })
    const refused = await owner.refusal(team.invite, { emails: [newEmail()], roleId: 'Viewer' })
    expect(refused.code).toBe(problems.invitations_too_many.code)
    expect((await owner.ask(team.list, { filter: { state: ['INVITED'] } })).total).toBe(200)
  })
})

describe('what a member may do to another', () => {
  test.each<[BuiltInRole, string, string]>([
    ['Admin', 'Owner', 'not_grantable'],
    ['Sub-admin', 'Admin', 'not_grantable'],
    ['Sub-admin', 'Finance', 'not_grantable'],
    ['Admin', 'Platform admin', 'not_found'],
    ['Owner', 'Platform support', 'not_found'],
    ['Admin', 'Nobody', 'not_found'],
  ])('%s cannot give the role %s', async (giver, given, problem) => {
    const enterprise = await t.enterprise()
    const client = giver === 'Owner' ? enterprise.owner : await enterprise.member(giver)
    const refused = await client.refusal(team.invite, { emails: [newEmail()], roleId: given })
    expect(refused.code).toBe(problems[problem as 'not_found'].code)
    const target = await membershipOf(await enterprise.member('Operator'), enterprise.owner)
    const unchanged = await client.refusal(team.changeRole, { id: target.id, version: target.version, roleId: given })
    expect(unchanged.code).toBe(problems[problem as 'not_found'].code)
  })

  test('nobody can act on a member with more permissions', async () => {
    const { owner, member } = await t.enterprise()
    const subAdmin = await member('Sub-admin')
    const ownerMember = await membershipOf(owner, subAdmin)
    const adminMember = await membershipOf(await member('Admin'), subAdmin)
    expect([ownerMember.manageable, adminMember.manageable]).toEqual([false, false])
    for (const { id, version } of [ownerMember, adminMember]) {
      const refusals = [
        await subAdmin.refusal(team.deactivate, { id }),
        await subAdmin.refusal(team.remove, { id }),
        await subAdmin.refusal(team.changeRole, { id, version, roleId: 'Viewer' }),
      ]
      expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill(problems.member_above.code))
    }
    const admin = await member('Admin')
    expect((await admin.refusal(team.remove, { id: ownerMember.id })).code).toBe(problems.member_above.code)
  })

  test('nobody can deactivate, delete or promote themselves', async () => {
    const { owner } = await t.enterprise()
    const { id, version, self } = await membershipOf(owner, owner)
    expect(self).toBe(true)
    for (const refused of [
      await owner.refusal(team.deactivate, { id }),
      await owner.refusal(team.remove, { id }),
      await owner.refusal(team.changeRole, { id, version, roleId: 'Viewer' }),
    ])
      expect(refused.code).toBe(problems.own_membership.code)
  })

  test('of two owners who remove each other at once, one succeeds and the other gets the reason of the refusal', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, member } = await t.enterprise()
      const second = await member('Owner')
      const [first, other] = [await membershipOf(owner, owner), await membershipOf(second, owner)]
      const results = await Promise.allSettled([
        owner.ask(team.deactivate, { id: other.id }),
        second.ask(team.remove, { id: first.id }),
      ])
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(1)
      expect((refused[0]!.reason as { code: string }).code).not.toBe(problems.internal.code)
    }
  })

  test('a deactivated member is refused from the next call on, until the reactivation', async () => {
    const { owner } = await t.enterprise()
    const { client, email } = await joinAs(owner, 'Operator')
    const { id } = await memberOf(owner, email)
    await owner.ask(team.deactivate, { id })
    expect((await client.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect((await owner.refusal(team.deactivate, { id })).code).toBe(problems.member_state_unfit.code)
    await owner.ask(team.reactivate, { id })
    await client.ask(account.login, { email, password: person.password })
    expect((await client.ask(session.enterpriseInfo, {})).role).toBe('Operator')
  })

  test('a deleted member is refused from the next call on, and can be invited again', async () => {
    const { owner } = await t.enterprise()
    const { client, email } = await joinAs(owner, 'Operator')
    await owner.ask(team.remove, { id: (await memberOf(owner, email)).id })
    expect((await client.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    const { token } = await inviteAs(owner, 'Viewer', email)
    await t.stranger().ask(team.acceptInvitation, { token })
    await client.ask(account.login, { email, password: person.password })
    expect((await client.ask(session.enterpriseInfo, {})).role).toBe('Viewer')
  })

  test('a new role applies from the next call; a change of an outdated version is refused', async () => {
    const { owner, member } = await t.enterprise()
    const client = await member('Viewer')
    const { id, version } = await membershipOf(client, owner)
    expect((await client.refusal(configuration.add, {} as never)).code).toBe(problems.forbidden.code)
    await owner.ask(team.changeRole, { id, version, roleId: 'Operator' })
    expect((await client.refusal(configuration.add, {} as never)).code).toBe(problems.invalid.code)
    const late = await owner.refusal(team.changeRole, { id, version, roleId: 'Finance' })
    expect(late.code).toBe(problems.changed_meanwhile.code)
  })

  test('a role or member of another enterprise account is not found', async () => {
    const [a, b] = [await t.enterprise(), await t.enterprise()]
    const { id: roleId } = await a.owner.ask(team.addRole, { name: 'Theirs', permissions: ['Fleet_View'] })
    const theirs = await membershipOf(await a.member('Viewer'), a.owner)
    const mine = await membershipOf(await b.member('Viewer'), b.owner)
    const refusals = [
      await b.owner.refusal(team.invite, { emails: [newEmail()], roleId }),
      await b.owner.refusal(team.changeRole, { id: mine.id, version: mine.version, roleId }),
      await b.owner.refusal(team.changeRole, { id: theirs.id, version: theirs.version, roleId: 'Viewer' }),
      await b.owner.refusal(team.remove, { id: theirs.id }),
      await b.owner.refusal(team.deactivate, { id: theirs.id }),
      await b.owner.refusal(team.editRole, { id: roleId, version: 1, fields: { name: 'X', permissions: ['Report'] } }),
      await b.owner.refusal(team.removeRole, { id: roleId, version: 1 }),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(7).fill(problems.not_found.code))
  })
})

describe('roles', () => {
  const operator = (enterprise: TestEnterprise) => enterprise.owner

  test('a new role has the selected permissions, with the menus of its actions', async () => {
    const { owner } = await t.enterprise()
    const { id } = await owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_Export', 'Report'] })
    expect(await roleOf(owner, 'Desk')).toMatchObject({
      id,
      permissions: ['Fleet_View', 'Fleet_Export', 'Report'],
      builtIn: false,
      members: 0,
    })
    const { client } = await joinAs(owner, id)
    const { userPermissions } = await client.ask(session.getUserPermissions, {})
    expect(userPermissions).toEqual([
      { menuName: 'Fleet_View', children: [{ menuName: 'Fleet_Export', children: [] }] },
      { menuName: 'Report', children: [] },
    ])
    expect((await client.refusal(configuration.list, {})).code).toBe(problems.forbidden.code)
    expect((await roleOf(owner, 'Desk')).members).toBe(1)
  })

  test('an added or removed permission applies from the next call of each member', async () => {
    const { owner } = await t.enterprise()
    await owner.ask(team.addRole, { name: 'Archive', permissions: ['Report'] })
    const { id } = await owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
    const { client } = await joinAs(owner, id)
    await client.refusal(configuration.list, {})
    const fields = { name: 'Desk', permissions: ['Fleet_View', 'Profile_Config_View'] }
    await owner.ask(team.editRole, { id, version: 1, fields })
    await client.ask(configuration.list, {})
    await owner.ask(team.editRole, { id, version: 2, fields: { ...fields, permissions: ['Fleet_View'] } })
    expect((await client.refusal(configuration.list, {})).code).toBe(problems.forbidden.code)
    expect(await roleOf(owner, 'Archive')).toMatchObject({ permissions: ['Report'], version: 1 })
  })

  test('of two edits of the same version the second is refused', async () => {
    const { owner } = await t.enterprise()
    const { id } = await owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
    const fields = { name: 'Front desk', permissions: ['Fleet_View'] }
    expect(await owner.ask(team.editRole, { id, version: 1, fields })).toEqual({ version: 2 })
    const second = await owner.refusal(team.editRole, { id, version: 1, fields: { ...fields, name: 'Back desk' } })
    expect([second.status, second.code]).toEqual([409, problems.changed_meanwhile.code])
    expect((await owner.refusal(team.removeRole, { id, version: 1 })).code).toBe(problems.changed_meanwhile.code)
  })

  test('nobody can add a permission that they do not have to a role, nor change a role that has one', async () => {
    const enterprise = await t.enterprise()
    const owner = operator(enterprise)
    const clerk = await owner.ask(team.addRole, {
      name: 'Clerk',
      permissions: ['Role_Edit', 'Member_Edit', 'Fleet_View'],
    })
    const big = await owner.ask(team.addRole, { name: 'Big', permissions: ['Order_Create', 'Fleet_View'] })
    const { client } = await joinAs(owner, clerk.id)
    const ungrantable = problems.not_grantable.code
    const refusals = [
      await client.refusal(team.addRole, { name: 'More', permissions: ['Fleet_View', 'Fleet_Delete'] }),
      await client.refusal(team.editRole, {
        id: clerk.id,
        version: 1,
        fields: { name: 'Clerk', permissions: ['Role_Edit', 'Audit_View'] },
      }),
      await client.refusal(team.editRole, {
        id: big.id,
        version: 1,
        fields: { name: 'Big', permissions: ['Fleet_View'] },
      }),
      await client.refusal(team.removeRole, { id: big.id, version: 1 }),
      await client.refusal(team.invite, { emails: [newEmail()], roleId: big.id }),
      await client.refusal(team.invite, { emails: [newEmail()], roleId: 'Operator' }),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(6).fill(ungrantable))
    await client.ask(team.addRole, { name: 'Less', permissions: ['Fleet_View'] })
  })

  test('permissions of platform staff cannot be added to a role', async () => {
    const { owner } = await t.enterprise()
    const refused = await owner.refusal(team.addRole, { name: 'Staff', permissions: ['Admin_Client_View'] })
    expect(refused.obj.faults).toMatchObject([{ path: 'permissions.0' }])
  })

  test('a name can be used once, regardless of case, and never that of a built-in role', async () => {
    const { owner } = await t.enterprise()
    const permissions = ['Fleet_View']
    await owner.ask(team.addRole, { name: 'Desk', permissions })
    const { id } = await owner.ask(team.addRole, { name: 'Night desk', permissions })
    const used = problems.role_name_used.code
    for (const name of ['DESK', 'Owner', 'sub-ADMIN', 'Platform admin'])
      expect((await owner.refusal(team.addRole, { name, permissions })).code).toBe(used)
    const renamed = await owner.refusal(team.editRole, { id, version: 1, fields: { name: 'desk', permissions } })
    expect(renamed.code).toBe(used)
  })

  test.each(['Boss\r\nBcc: all@example.com', 'Pay at https://evil.example', 'WWW.evil.example'])(
    'a name appears in mails, so it must not contain a line break or a link: %j',
    async (name) => {
      const { owner } = await t.enterprise()
      const permissions = ['Fleet_View']
      const { id } = await owner.ask(team.addRole, { name: 'Desk', permissions })
      const added = await owner.refusal(team.addRole, { name, permissions })
      expect(added.obj.faults).toMatchObject([{ path: 'name', text: 'Invalid name.' }])
      const edited = await owner.refusal(team.editRole, { id, version: 1, fields: { name, permissions } })
      expect(edited.obj.faults).toMatchObject([{ path: 'fields.name', text: 'Invalid name.' }])
    },
  )

  test('a role that a member or an invitation has cannot be deleted', async () => {
    const { owner } = await t.enterprise()
    const { id } = await owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
    const { email } = await inviteAs(owner, id)
    expect((await owner.refusal(team.removeRole, { id, version: 1 })).code).toBe(problems.role_in_use.code)
    await owner.ask(team.remove, { id: (await memberOf(owner, email)).id })
    await owner.ask(team.removeRole, { id, version: 1 })
    expect((await owner.ask(team.roles, {})).items.some((role) => role.id === id)).toBe(false)
  })
})

describe('the list of members', () => {
  test('can be searched, filtered, sorted and paged', async () => {
    const { owner, member } = await t.enterprise()
    for (const role of ['Viewer', 'Finance', 'Operator'] as const) await member(role)
    const { email } = await inviteAs(owner, 'Viewer')
    const names = async (input: Parameters<typeof owner.ask<typeof team.list>>[1]) =>
      (await owner.ask(team.list, input)).items.map((one) => one.name || one.email)
    const byName = ['guest', 'Sample Finance', 'Sample Operator', 'Sample Owner', 'Sample Viewer']
    const all = await names({ sort: { by: 'name', direction: 'asc' } })
    expect([all[0]!.replace(/\d+@.*/, ''), ...all.slice(1)]).toEqual(byName)
    expect(await names({ filter: { search: 'FINANCE' } })).toEqual(['Sample Finance'])
    expect(await names({ filter: { state: ['INVITED'] } })).toEqual([email])
    expect(await names({ filter: { role: 'Viewer' }, sort: { by: 'name', direction: 'desc' } })).toEqual([
      'Sample Viewer',
      email,
    ])
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await owner.ask(team.list, { sort: { by: 'lastSeenAt', direction: 'desc' }, limit: 2, cursor })
      paged.push(...page.items.map((one) => one.name || one.email))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(paged.toSorted()).toEqual(all.toSorted())
    expect(paged.at(-1)).toBe(email)
  })

  test('the last activity of a member outlasts the session, and is stored every few minutes', async () => {
    const { owner, member } = await t.enterprise()
    const viewer = await member('Viewer')
    const { email } = await viewer.ask(account.me, {})
    const seenAt = async () => (await memberOf(owner, email)).lastSeenAt
    const signedInAt = await seenAt()
    expect(signedInAt).not.toBeNull()
    t.clock.moveMs(2 * 60_000)
    await viewer.ask(account.me, {})
    expect(await seenAt()).toBe(signedInAt)
    t.clock.moveMs(2 * 60_000)
    const usedAt = t.clock.now().toISOString()
    await viewer.ask(account.me, {})
    expect(await seenAt()).toBe(usedAt)
    const { userId } = JSON.parse(Buffer.from(viewer.token?.split('.')[1] ?? '', 'base64url').toString())
    await t.server.db.global.deleteFrom('user_session').where('user_id', '=', userId).execute()
    await viewer.refusal(account.me, {})
    expect(await seenAt()).toBe(usedAt)
  })
})
