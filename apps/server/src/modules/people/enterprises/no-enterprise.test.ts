import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as fleet from '@simwright/contract/profiles/fleet'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()

/** A user with a password whose only membership has ended. */
async function userWithoutEnterprise(): Promise<Awaited<ReturnType<typeof t.signUpAndIn>> & { enterpriseId: string }> {
  const client = await t.signUpAndIn()
  const { id } = await client.ask(session.enterpriseInfo, {})
  await t.server.db.tenantTx(id, async (db) => {
    await db.deleteFrom('member').where('enterprise_id', '=', id).execute()
    await db.deleteFrom('member_directory').where('enterprise_id', '=', id).execute()
  })
  return Object.assign(client, { enterpriseId: id })
}

const signIn = ({ person: { email, password } }: { person: { email: string; password: string } }, client: Client) =>
  client.ask(account.login, { email, password })

describe('a user without an enterprise account', () => {
  test('can sign in, manage the account, and open a new enterprise account', async () => {
    const client = await userWithoutEnterprise()
    expect((await client.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    await signIn(client, client)

    expect((await client.ask(account.me, {})).email).toBe(client.person.email)
    expect((await client.ask(session.list, {})).items.some(({ current }) => current)).toBe(true)
    expect((await client.ask(session.getUserPermissions, {})).userPermissions).toEqual([])
    expect((await client.ask(enterprise.list, {})).items).toEqual([])
    for (const endpoint of [session.enterpriseInfo, fleet.list, team.list, enterprise.leave] as const)
      expect((await client.refusal(endpoint, {})).code).toBe(problems.no_enterprise.code)

    const { id } = await client.ask(enterprise.add, { name: 'A new beginning' })
    await client.ask(enterprise.switchTo, { id })
    expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({ name: 'A new beginning', role: 'Owner' })
  })

  test('cannot access the enterprise account that they left', async () => {
    const client = await userWithoutEnterprise()
    await signIn(client, client)
    expect((await client.refusal(enterprise.switchTo, { id: client.enterpriseId })).code).toBe(problems.not_found.code)
  })

  test('sees the invitations to the address, and can accept or decline them', async () => {
    const client = await userWithoutEnterprise()
    await signIn(client, client)
    const [a, b] = [await t.enterprise('Harbour Works'), await t.enterprise('Mill Lane')]
    for (const { owner } of [a, b]) await owner.ask(team.invite, { emails: [client.person.email], roleId: 'Operator' })
    const { items } = await client.ask(team.ownInvitations, {})
    expect(items.map(({ enterpriseName, roleName }) => [enterpriseName, roleName]).sort()).toEqual([
      ['Harbour Works', 'Operator'],
      ['Mill Lane', 'Operator'],
    ])
    const [first, second] = [
      items.find((one) => one.enterpriseId === a.id)!,
      items.find((one) => one.enterpriseId === b.id)!,
    ]
    await client.ask(team.acceptOwn, { enterpriseId: first.enterpriseId, id: first.id })
    await client.ask(team.declineOwn, { enterpriseId: second.enterpriseId, id: second.id })

    await client.ask(enterprise.switchTo, { id: a.id })
    expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({ name: 'Harbour Works', role: 'Operator' })
    expect((await client.ask(team.ownInvitations, {})).items).toEqual([])
    expect((await b.owner.ask(team.list, { filter: { state: ['INVITED'] } })).items).toEqual([])
    const again = await client.refusal(team.acceptOwn, { enterpriseId: first.enterpriseId, id: first.id })
    expect(again.code).toBe(problems.not_found.code)
  })

  test('cannot accept invitations that are for others, have expired, or are from an enterprise account to be deleted', async () => {
    const client = await userWithoutEnterprise()
    await signIn(client, client)
    const [a, b] = [await t.enterprise(), await t.enterprise('Closing Down')]
    await a.owner.ask(team.invite, { emails: ['somebody.else@example.com'], roleId: 'Viewer' })
    const [other] = (await a.owner.ask(team.list, { filter: { state: ['INVITED'] } })).items
    const foreign = await client.refusal(team.acceptOwn, { enterpriseId: a.id, id: other!.id })
    expect(foreign.code).toBe(problems.not_found.code)

    await b.owner.ask(team.invite, { emails: [client.person.email], roleId: 'Viewer' })
    const [invitation] = (await client.ask(team.ownInvitations, {})).items
    await b.owner.ask(enterprise.requestDeletion, { name: 'Closing Down' })
    expect((await client.ask(team.ownInvitations, {})).items).toEqual([])
    const closing = await client.refusal(team.acceptOwn, { enterpriseId: b.id, id: invitation!.id })
    expect(closing.code).toBe(problems.not_found.code)

    await b.owner.ask(enterprise.cancelDeletion, {})
    t.clock.moveMs(8 * 24 * 60 * 60_000)
    await signIn(client, client)
    expect((await client.ask(team.ownInvitations, {})).items).toEqual([])
    const late = await client.refusal(team.acceptOwn, { enterpriseId: b.id, id: invitation!.id })
    expect(late.code).toBe(problems.not_found.code)
  })

  test('can have the account deleted, and its data exported', async () => {
    const client = await userWithoutEnterprise()
    await signIn(client, client)
    expect((await client.ask(account.deletionPreview, {})).enterprises).toEqual([])
    const data = JSON.parse((await client.file(account.exportData, {})).text)
    expect(data.memberships).toEqual([])
    expect(data.actionsElsewhere.map(({ action }: { action: string }) => action)).toContain('session.opened')
    await client.ask(account.requestDeletion, {})
    expect((await client.ask(account.me, {})).deletionAt).not.toBeNull()
  })
})
