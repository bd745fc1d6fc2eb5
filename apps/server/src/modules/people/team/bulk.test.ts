import { problems } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import { describe, expect, test } from 'vitest'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer()

type Members = Record<'self' | 'viewer' | 'finance' | 'admin' | 'invited', team.Member>

const membersOf = async (client: Client) => (await client.ask(team.list, {})).items

/** An enterprise account with a member of each role, and an open invitation. */
async function enterpriseWithMembers(): Promise<TestEnterprise & { members: Members; adminClient: Client }> {
  const made = await t.enterprise()
  await made.member('Viewer')
  await made.member('Finance')
  const adminClient = await made.member('Admin')
  await made.owner.ask(team.invite, { emails: [`${t.server.random.uuid()}@example.com`], roleId: 'Viewer' })
  const found = await membersOf(made.owner)
  const by = (role: string, state = 'ACTIVE') => found.find((one) => one.role?.name === role && one.state === state)!
  const [viewer, finance, admin] = [by('Viewer'), by('Finance'), by('Admin')]
  return {
    ...made,
    adminClient,
    members: { self: by('Owner'), viewer, finance, admin, invited: by('Viewer', 'INVITED') },
  }
}

describe('many members at once', () => {
  test('are deactivated and reactivated, each with its own result', async () => {
    const { owner, members } = await enterpriseWithMembers()
    const { self, viewer, finance, invited } = members
    const gone = t.server.random.uuid()
    const ids = [viewer.id, self.id, finance.id, invited.id, gone, viewer.id]
    const { items } = await owner.ask(team.many, { ids, action: 'DEACTIVATE' })
    expect(items).toMatchObject([
      { id: viewer.id, name: viewer.name, done: true, reason: null },
      { id: self.id, done: false, reason: problems.own_membership.text },
      { id: finance.id, done: true },
      { id: invited.id, name: invited.email, done: false, reason: 'This is not possible for a member who is invited.' },
      { id: null, name: '', done: false, reason: problems.not_found.text },
    ])
    const states = async () => (await membersOf(owner)).map(({ role, state }) => `${role?.name} ${state}`).sort()
    expect(await states()).toEqual([
      'Admin ACTIVE',
      'Finance INACTIVE',
      'Owner ACTIVE',
      'Viewer INACTIVE',
      'Viewer INVITED',
    ])
    await owner.ask(team.many, { ids: [viewer.id, finance.id], action: 'REACTIVATE' })
    expect((await states()).filter((state) => state.endsWith(' ACTIVE'))).toHaveLength(4)
    const { items: entries } = await owner.ask(audit.list, { filter: { action: ['member.deactivated'] } })
    expect(entries).toHaveLength(2)
  })

  test('get another role, if the user has all its permissions', async () => {
    const { owner, adminClient, members } = await enterpriseWithMembers()
    const ids = [members.viewer.id, members.finance.id, members.invited.id]
    expect((await owner.ask(team.many, { ids, action: 'CHANGE_ROLE', roleId: 'Developer' })).items).toMatchObject(
      ids.map((id) => ({ id, done: true })),
    )
    expect((await owner.ask(team.list, { filter: { role: 'Developer' } })).total).toBe(3)
    const ungrantable = await adminClient.refusal(team.many, { ids, action: 'CHANGE_ROLE', roleId: 'Owner' })
    expect(ungrantable.code).toBe(problems.not_grantable.code)
    const unknown = await owner.refusal(team.many, { ids, action: 'CHANGE_ROLE', roleId: t.server.random.uuid() })
    expect(unknown.code).toBe(problems.not_found.code)
    const none = await owner.refusal(team.many, { ids, action: 'CHANGE_ROLE' })
    expect(none.obj.faults).toMatchObject([{ path: 'roleId' }])
  })

  test('are removed, except members with more permissions and the last owner', async () => {
    const { owner, member, adminClient, members } = await enterpriseWithMembers()
    const ids = [members.self.id, members.viewer.id, members.invited.id]
    const { items } = await adminClient.ask(team.many, { ids, action: 'REMOVE' })
    expect(items.map(({ done, reason }) => [done, reason])).toEqual([
      [false, problems.member_above.text],
      [true, null],
      [true, null],
    ])
    const second = await member('Owner')
    const owners = (await owner.ask(team.list, { filter: { role: 'Owner' } })).items.map(({ id }) => id)
    const left = await second.ask(team.many, { ids: owners, action: 'REMOVE' })
    expect(left.items.filter(({ done }) => done)).toHaveLength(1)
    expect((await second.ask(team.list, { filter: { role: 'Owner' } })).items).toMatchObject([{ self: true }])
  })

  test('are sent their invitations again, at most once a minute', async () => {
    const { owner, members } = await enterpriseWithMembers()
    const again = { ids: [members.invited.id, members.viewer.id], action: 'RESEND' as const }
    const [soon] = (await owner.ask(team.many, again)).items
    expect(soon).toMatchObject({ done: false, reason: 'Too many requests. Try again in 60 seconds.' })
    t.clock.moveMs(61_000)
    expect((await owner.ask(team.many, again)).items.map(({ done }) => done)).toEqual([true, false])
    expect(await t.letters(members.invited.email)).toHaveLength(2)
  })

  test('are changed only after a recent step-up, by users who may edit members, and at most 200 at a time', async () => {
    const { owner, member, members } = await enterpriseWithMembers()
    const viewer = await member('Viewer')
    const ask = { ids: [members.viewer.id], action: 'REMOVE' as const }
    expect((await viewer.refusal(team.many, ask)).code).toBe(problems.forbidden.code)
    const ids = Array.from({ length: 201 }, () => t.server.random.uuid())
    expect((await owner.refusal(team.many, { ids, action: 'REMOVE' })).obj.faults).toMatchObject([{ path: 'ids' }])
    t.clock.moveMs(11 * 60_000)
    expect((await owner.refusal(team.many, ask)).code).toBe(problems.step_up_needed.code)
  })
})

describe('the list of members as CSV', () => {
  test('has the members that match the filter, or the selected ones, and is recorded in the audit log', async () => {
    const { owner, members } = await enterpriseWithMembers()
    const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')
    const all = linesOf((await owner.file(team.exportCsv, {})).text)
    expect(all[0]).toBe('NAME,EMAIL,STATE,ROLE,SECOND_FACTOR,LAST_SEEN,SINCE')
    expect(all).toHaveLength(6)
    const invited = linesOf((await owner.file(team.exportCsv, { filter: { state: ['INVITED'] } })).text)
    expect(invited[1]).toContain(`,${members.invited.email},INVITED,Viewer,,`)
    const named = linesOf((await owner.file(team.exportCsv, { ids: [members.finance.id] })).text)
    expect(named).toHaveLength(2)
    const { items } = await owner.ask(audit.list, { filter: { action: ['member.exported'] } })
    expect(items.map(({ after }) => after)).toEqual([{ rows: 1 }, { rows: 1 }, { rows: 5 }])
  })
})
