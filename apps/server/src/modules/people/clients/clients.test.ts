import { problems } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'

const t = await testServer()
const staff = await t.staff()
const support = await t.staff('Platform support')
const DAY_MS = 24 * 60 * 60_000

const namesOf = async (filter: object) => (await staff.ask(client.list, { filter })).items.map(({ name }) => name)
const dayIn = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

describe('the list of enterprise accounts', () => {
  test('shows the current plan, and can be searched by name, id, address, state and plan', async () => {
    const { id, owner, member } = await t.enterprise('Harbour Mobile', 'DEMO')
    await member('Viewer')
    await t.enterprise('Other 100% Mobile')
    expect((await staff.ask(client.list, { filter: { search: id } })).items).toMatchObject([
      { name: 'Harbour Mobile', platform: 'Simwright', state: 'ACTIVE', plan: 'DEMO', kind: 'BASE', members: 2 },
    ])
    await owner.ask(plan.startTrial, {})
    const [row] = (await staff.ask(client.list, { filter: { search: 'harbour MOB' } })).items
    expect(row).toMatchObject({ plan: 'PRO', kind: 'TRIAL', usage: { total: 100, used: 0 } })
    expect(await namesOf({ search: '100%' })).toEqual(['Other 100% Mobile'])
    expect(await namesOf({ plan: ['PRO'] })).toEqual(['Harbour Mobile'])
    expect(await namesOf({ plan: ['PRO'], state: ['SUSPENDED'] })).toEqual([])
    const { owners } = await staff.ask(client.get, { id })
    expect(await namesOf({ search: owners[0]!.email.toUpperCase() })).toEqual(['Harbour Mobile'])
    expect(await namesOf({ search: 'nobody@example.com' })).toEqual([])
    t.clock.moveMs(16 * DAY_MS)
    const later = await t.staff()
    expect((await later.ask(client.get, { id })).plan).toBe('DEFAULT')
    t.clock.moveMs(-16 * DAY_MS)
  })

  test("is paged, and does not contain the staff's own enterprise", async () => {
    const first = await staff.ask(client.list, { limit: 1 })
    const second = await staff.ask(client.list, { limit: 1, cursor: first.next! })
    expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
    expect(await namesOf({ search: 'Platform staff' })).toEqual([])
    const foreign = await staff.refusal(client.list, { filter: { search: 'x' }, cursor: first.next! })
    expect(foreign.code).toBe(problems.invalid.code)
  })
})

describe('a plan given by staff', () => {
  test('is active at once until the end of the day, and is recorded in the audit log of the enterprise account', async () => {
    const { id, owner } = await t.enterprise('Given Mobile', 'DEMO')
    const { endsAt } = await staff.ask(client.givePlan, { id, fields: { plan: 'PREMIUM', until: dayIn(40) } })
    expect(endsAt).toBe(`${dayIn(41)}T00:00:00.000Z`)
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({ plan: 'PREMIUM', kind: 'GIVEN', endsAt })
    expect(await staff.ask(client.get, { id })).toMatchObject({ plan: 'PREMIUM', kind: 'GIVEN', endsAt })
    const [entry] = (await owner.ask(audit.list, { filter: { action: ['order.given'] } })).items
    expect(entry).toMatchObject({ actorKind: 'STAFF', after: { plan: 'PREMIUM', endsAt } })
  })

  test.each([
    ['a day in the past', { plan: 'PRO', until: '2020-01-01' }],
    ['an invalid day', { plan: 'PRO', until: '2030-02-30' }],
    ['a day too far in the future', { plan: 'PRO', until: '2999-01-01' }],
    ['a plan that staff cannot give', { plan: 'DEMO', until: '2030-01-01' }],
  ])('is refused for %s', async (_what, fields) => {
    const { id } = await t.enterprise('Refused Mobile', 'DEMO')
    const refusal = await staff.refusal(client.givePlan, { id, fields } as never)
    expect(refusal.code).toBe(problems.invalid.code)
    expect((await staff.ask(client.get, { id })).kind).toBe('BASE')
  })
})

describe('a suspension', () => {
  const reason = 'The invoice of March is not paid.'

  test('makes the enterprise account read-only, shows the reason, is recorded in the audit log, and can be lifted', async () => {
    const { id, owner } = await t.enterprise('Late Mobile')
    await staff.ask(client.suspend, { id, fields: { reason: ` ${reason} ` } })
    expect((await owner.ask(plan.queryOrder, {})).suspended).toEqual({ reason })
    expect((await owner.ask(enterprise.list, {})).items).toMatchObject([{ suspended: true }])
    expect((await owner.ask(configuration.list, {})).items).toEqual([])
    expect((await owner.refusal(configuration.remove, { id, version: 1 })).code).toBe(
      problems.enterprise_suspended.code,
    )
    expect(await staff.ask(client.get, { id })).toMatchObject({ state: 'SUSPENDED', suspension: { reason } })
    expect(await namesOf({ state: ['SUSPENDED'] })).toEqual(['Late Mobile'])
    const twice = await staff.refusal(client.suspend, { id, fields: { reason: 'Again' } })
    expect(twice.code).toBe(problems.changed_meanwhile.code)

    await staff.ask(client.resume, { id })
    expect((await owner.ask(plan.queryOrder, {})).suspended).toBeNull()
    expect((await staff.refusal(client.resume, { id })).code).toBe(problems.changed_meanwhile.code)
    const { items } = await owner.ask(audit.list, { filter: { actor: ['STAFF'] } })
    expect(items).toMatchObject([
      { action: 'enterprise.resumed', before: { reason }, after: { state: 'ACTIVE' } },
      { action: 'enterprise.suspended', after: { state: 'SUSPENDED', reason } },
    ])
  })

  test('does not cancel a deletion that the owner has requested', async () => {
    const { id, owner } = await t.enterprise('Closed Mobile')
    await owner.ask(enterprise.requestDeletion, { name: 'Closed Mobile' })
    expect(await staff.ask(client.get, { id })).toMatchObject({ state: 'CLOSING', deletionAt: expect.any(String) })
    expect(await namesOf({ state: ['CLOSING'] })).toEqual(['Closed Mobile'])
    await staff.ask(client.suspend, { id, fields: { reason } })
    expect(await namesOf({ state: ['CLOSING'] })).toEqual([])
    await owner.ask(enterprise.cancelDeletion, {})
    expect(await staff.ask(client.get, { id })).toMatchObject({ state: 'SUSPENDED', deletionAt: null })
  })

  test('needs a reason', async () => {
    const { id } = await t.enterprise()
    for (const given of ['', '   ', 'x'.repeat(501)])
      expect((await staff.refusal(client.suspend, { id, fields: { reason: given } })).code).toBe(problems.invalid.code)
  })
})

test("support can only read; the staff's own enterprise and unknown ones are not found", async () => {
  const { id } = await t.enterprise('Seen Mobile')
  const { enterpriseId } = await staffMembership()
  const changes = (id: string) =>
    [
      [client.givePlan, { id, fields: { plan: 'PRO', until: dayIn(2) } }],
      [client.suspend, { id, fields: { reason: 'Why' } }],
      [client.resume, { id }],
    ] as const
  for (const [endpoint, input] of changes(id))
    expect((await support.refusal(endpoint, input as never)).status).toBe(403)
  expect((await support.ask(client.get, { id })).name).toBe('Seen Mobile')
  for (const other of [enterpriseId, crypto.randomUUID()]) {
    expect((await staff.refusal(client.get, { id: other })).code).toBe(problems.not_found.code)
    for (const [endpoint, input] of changes(other))
      expect((await staff.refusal(endpoint, input as never)).code).toBe(problems.not_found.code)
  }
})

async function staffMembership() {
  const [membership] = (await staff.ask(enterprise.list, {})).items
  return { enterpriseId: membership!.id }
}
