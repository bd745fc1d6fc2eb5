import { problems } from '@simwright/contract'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as callLog from '@simwright/contract/programs/call-log'
import type { KeyKind } from '@simwright/contract/programs/keys'
import * as apiKey from '@simwright/contract/programs/keys'
import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { describe, expect, test } from 'vitest'
import { countKeyCall, hasKeyRateLeft } from '../../../http/key-rate.ts'
import type { Client, Sent } from '../../../testing/client.ts'
import { inOneMoment } from '../../../testing/one-moment.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { givePlan } from '../../platform/plans/service.ts'

const t = await testServer()
/** A server behind one proxy. */
const proxied = await testServer({ settings: { TRUST_PROXY: '1' } })
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const configurationFields = {
  name: 'Trains',
  type: 'Regular',
  profileName: 'Train data',
  serviceProviderName: 'Nordtel',
  algorithm: 'MILENAGE',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
} satisfies configuration.ConfigurationInput

let number = 0
type Given = { kind?: KeyKind; days?: number; scopes?: apiKey.KeyFields['scopes']; addresses?: string[] }

const input = ({ kind = 'PERSONAL', days = 30, scopes = ['Fleet_View'], addresses = [] }: Given = {}) => ({
  kind,
  days,
  fields: { name: `Program ${++number}`, scopes, addresses },
})

/** A key of the client's user, and a program that uses it. */
async function keyOf(client: Client, given?: Given) {
  const created = await client.ask(apiKey.add, input(given))
  return { ...created, program: t.stranger().withKey(created.key) }
}

const listed = async (client: Client, id: string) =>
  (await client.ask(apiKey.list, {})).items.find((item) => item.id === id)!

const codeOf = async (program: Client) => (await program.refusal(fleet.count, {})).code

describe('a key', () => {
  test('makes calls without a session, within its scopes', async () => {
    const { owner } = await t.enterprise()
    const { program, key } = await keyOf(owner, { scopes: ['Fleet_View'] })
    expect(key).toMatch(/^sw_[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/)
    expect(await program.ask(fleet.count, {})).toMatchObject({ total: 0 })
    const refused = await program.refusal(group.add, { fields: { name: 'Vans' } })
    expect([refused.status, refused.code]).toEqual([403, problems.key_scope.code])
    expect(refused.message).toContain('Group_Edit')
    expect(program.cookies.size).toBe(0)
  })

  test('gets the menus of its actions', async () => {
    const { owner } = await t.enterprise()
    const { program, id } = await keyOf(owner, { scopes: ['Block_Edit'] })
    expect((await listed(owner, id)).scopes).toEqual(['Block_View', 'Block_Edit'])
    const { userPermissions } = await program.ask(session.getUserPermissions, {})
    expect(userPermissions).toEqual([{ menuName: 'Block_View', children: [{ menuName: 'Block_Edit', children: [] }] }])
  })

  test('is the only thing that counts in a call that also has the cookies of a session', async () => {
    const { owner } = await t.enterprise()
    const { key } = await keyOf(owner, { scopes: ['Fleet_View'] })
    const answer = await owner.refusal(block.list, {}, { token: key })
    expect(answer.code).toBe(problems.key_scope.code)
    expect(await owner.ask(fleet.count, {}, { token: key })).toMatchObject({ total: 0 })
  })

  test('in another header, cookie or the address is none', async () => {
    const { owner } = await t.enterprise()
    const { key } = await keyOf(owner)
    const program = t.stranger()
    const sent: Sent[] = [
      { headers: { 'x-api-key': key } },
      { cookies: { token: key } },
      { headers: { authorization: `Basic ${key}` } },
    ]
    for (const one of sent)
      expect((await program.refusal(fleet.count, {}, one)).code).toBe(problems.session_missing.code)
    const inQuery = await fetch(`${t.url}/api/v1/permission/getUserPermissions?access_token=${key}`, { method: 'POST' })
    expect(inQuery.status).toBe(401)
  })

  test.each([
    ['another secret', (key: string) => `${key.slice(0, -43)}${'A'.repeat(43)}`],
    ['an unknown id', (key: string) => `sw_${'0'.repeat(32)}${key.slice(-44)}`],
    ['a part that is missing', (key: string) => key.slice(0, -1)],
    ['more after it', (key: string) => `${key}A`],
    ['upper-case letters in its id', (key: string) => `sw_${key.slice(3, 35).toUpperCase()}${key.slice(35)}`],
  ])('with %s is not valid, and the answer does not say why', async (_what, changed) => {
    const { owner } = await t.enterprise()
    const { key } = await keyOf(owner)
    const refused = await t.stranger().withKey(changed(key)).refusal(fleet.count, {})
    expect([refused.status, refused.code]).toEqual([401, problems.key_unknown.code])
    expect(refused.message).toBe(problems.key_unknown.text)
  })

  test('expires', async () => {
    const { owner } = await t.enterprise()
    const { program } = await keyOf(owner, { days: 1 })
    t.clock.moveMs(DAY_MS - 1000)
    await program.ask(fleet.count, {})
    t.clock.moveMs(1000)
    expect(await codeOf(program)).toBe(problems.key_expired.code)
    t.clock.moveMs(-DAY_MS)
  })

  test('is refused at the call after its revocation, and its name is free again', async () => {
    const { owner } = await t.enterprise()
    const given = input()
    const { id, key } = await owner.ask(apiKey.add, given)
    const program = t.stranger().withKey(key)
    await program.ask(fleet.count, {})
    await owner.ask(apiKey.revoke, { id })
    const refused = await program.send(fleet.count, {})
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await codeOf(program)).toBe(problems.key_revoked.code)
    expect(await listed(owner, id)).toMatchObject({ state: 'REVOKED', manageable: false, revocable: false })
    expect((await owner.refusal(apiKey.revoke, { id })).code).toBe(problems.key_ended.code)
    await owner.ask(apiKey.add, given)
    expect((await owner.refusal(apiKey.add, given)).obj.faults).toMatchObject([{ path: 'fields.name', rule: 'taken' }])
  })

  test('is stored as a hash only', async () => {
    const { id, owner } = await t.enterprise()
    const { key, secretId } = await keyOf(owner)
    const secret = key.split('.')[1]!
    const rows = await t.server.db.tenantTx(id, (db) =>
      db.selectFrom('api_key_secret').selectAll().where('id', '=', secretId).execute(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(await owner.ask(apiKey.list, {}))).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]!.hash).toHaveLength(32)
  })

  test('shows its last use, which is written once a minute', async () => {
    const { owner } = await t.enterprise()
    const { id, program } = await keyOf(owner)
    const used = async () => (await listed(owner, id)).secrets[0]!
    expect(await used()).toMatchObject({ lastUsedAt: null, lastUsedAddress: null })
    await program.ask(fleet.count, {})
    const first = await used()
    expect(first).toMatchObject({ lastUsedAt: t.clock.now().toISOString(), lastUsedAddress: '127.0.0.1' })
    t.clock.moveMs(MINUTE_MS - 1)
    await program.ask(fleet.count, {})
    expect(await used()).toEqual(first)
    t.clock.moveMs(1)
    await program.ask(fleet.count, {})
    expect((await used()).lastUsedAt).toBe(t.clock.now().toISOString())
  })

  test.each([
    [['127.0.0.0/8'], true],
    [['10.0.0.0/8', '127.0.0.1'], true],
    [['10.0.0.0/8'], false],
    [['127.0.0.2'], false],
    [['::1/128'], false],
  ])('that is limited to %s is admitted from 127.0.0.1: %s', async (addresses, isAdmitted) => {
    const { owner } = await t.enterprise()
    const { program } = await keyOf(owner, { addresses })
    if (isAdmitted) expect(await program.ask(fleet.count, {})).toMatchObject({ capped: false })
    else expect(await codeOf(program)).toBe(problems.key_address.code)
  })

  test.each([
    ['203.0.113.7:51008', true],
    ['::ffff:203.0.113.7', true],
    ['[2001:DB8::7]:51008', true],
    ['203.0.113.8:51008', false],
    ['unknown', false],
  ])('that is limited to an address is admitted behind a proxy that reports %s: %s', async (reported, isAdmitted) => {
    const { owner } = await proxied.enterprise()
    const { key } = await owner.ask(apiKey.add, input({ addresses: ['203.0.113.7', '2001:db8::/32'] }))
    const program = proxied.stranger().withKey(key)
    const sent = { headers: { 'x-forwarded-for': reported } }
    if (isAdmitted) expect(await program.ask(fleet.count, {}, sent)).toMatchObject({ capped: false })
    else expect((await program.refusal(fleet.count, {}, sent)).code).toBe(problems.key_address.code)
  })

  test('the address that the proxy reports is in the audit log and in the request log', async () => {
    const { owner } = await proxied.enterprise()
    const from = { headers: { 'x-forwarded-for': '203.0.113.9:51008' } }
    const { key, id } = await owner.ask(apiKey.add, input(), from)
    const { items } = await owner.ask(audit.list, { filter: { action: ['apiKey.created'] } })
    expect(items).toMatchObject([{ address: '203.0.113.9' }])
    await proxied.stranger().withKey(key).ask(fleet.count, {}, from)
    const listed = await owner.ask(apiKey.list, {})
    expect(listed.items.find((one) => one.id === id)?.secrets).toMatchObject([{ lastUsedAddress: '203.0.113.9' }])
    const calls = async () => (await owner.ask(callLog.list, { filter: { programId: id } })).items
    await expect.poll(calls).toMatchObject([{ address: '203.0.113.9' }])
  })

  test.each(['10.0.0.0/33', '10.0.0', 'example.com', '10.0.0.0/8/8', '::1/129', ''])(
    'cannot be limited to "%s"',
    async (address) => {
      const { owner } = await t.enterprise()
      const refused = await owner.refusal(apiKey.add, input({ addresses: [address] }))
      expect(refused.obj.faults).toMatchObject([{ path: 'fields.addresses.0' }])
    },
  )
})

describe('a rotation', () => {
  test('adds a second secret; the first ends at the chosen time', async () => {
    const { owner } = await t.enterprise()
    const { id, program } = await keyOf(owner)
    const oldEndsAt = new Date(t.clock.now().getTime() + MINUTE_MS).toISOString()
    const { key } = await owner.ask(apiKey.rotate, { id, days: 30, oldEndsAt })
    const next = t.stranger().withKey(key)
    await Promise.all([program.ask(fleet.count, {}), next.ask(fleet.count, {})])
    t.clock.moveMs(MINUTE_MS)
    expect(await codeOf(program)).toBe(problems.key_expired.code)
    await next.ask(fleet.count, {})
    expect((await listed(owner, id)).secrets).toHaveLength(2)
  })

  test('is refused while two secrets are valid, until one is ended', async () => {
    const { owner } = await t.enterprise()
    const { id, secretId, program } = await keyOf(owner)
    const rotation = { id, days: 30, oldEndsAt: null }
    const { key } = await owner.ask(apiKey.rotate, rotation)
    expect((await owner.refusal(apiKey.rotate, rotation)).code).toBe(problems.key_secrets_live.code)
    await owner.ask(apiKey.endSecret, { id, secretId, at: t.clock.now().toISOString() })
    expect(await codeOf(program)).toBe(problems.key_expired.code)
    await t.stranger().withKey(key).ask(fleet.count, {})
    expect((await owner.refusal(apiKey.endSecret, { id, secretId, at: t.clock.now().toISOString() })).code).toBe(
      problems.secret_ended.code,
    )
    await owner.ask(apiKey.rotate, rotation)
  })

  test('does not extend the first secret, and two at the same time make one', async () => {
    const { owner } = await t.enterprise()
    const { id, secretId, endsAt } = await keyOf(owner, { days: 1 })
    const far = new Date(t.clock.now().getTime() + 90 * DAY_MS).toISOString()
    const rotations = await Promise.allSettled(
      [1, 2].map(() => owner.ask(apiKey.rotate, { id, days: 30, oldEndsAt: far })),
    )
    expect(rotations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listed(owner, id)).secrets.find((one) => one.id === secretId)).toMatchObject({ endsAt })
  })
})

describe('a personal key', () => {
  async function withDeveloper() {
    const enterprise = await t.enterprise()
    const developer = await enterprise.member('Admin')
    const member = (await enterprise.owner.ask(team.list, { filter: { role: 'Admin' } })).items[0]!
    return { ...enterprise, developer, member }
  }

  const changeRole = async ({ owner, member }: Awaited<ReturnType<typeof withDeveloper>>, roleId: string) =>
    await owner.ask(team.changeRole, { id: member.id, version: member.version, roleId })

  test('loses at the next call what its creator does not hold any more', async () => {
    const scene = await withDeveloper()
    const { id, program } = await keyOf(scene.developer, { scopes: ['Fleet_View', 'Block_Edit'] })
    await program.ask(block.list, {})
    await changeRole(scene, 'Developer')
    await program.ask(fleet.count, {})
    expect((await program.refusal(block.list, {})).code).toBe(problems.key_scope.code)
    expect((await listed(scene.owner, id)).lostScopes).toEqual(['Block_View', 'Block_Edit'])
  })

  test('does not gain what its creator gets later', async () => {
    const scene = await withDeveloper()
    await changeRole(scene, 'Developer')
    const { program } = await keyOf(scene.developer, { scopes: ['Fleet_View'] })
    await changeRole({ ...scene, member: { ...scene.member, version: scene.member.version + 1 } }, 'Admin')
    expect((await program.refusal(block.list, {})).code).toBe(problems.key_scope.code)
  })

  test('cannot be created with a scope that its creator does not hold', async () => {
    const scene = await withDeveloper()
    await changeRole(scene, 'Developer')
    const refused = await scene.developer.refusal(apiKey.add, input({ scopes: ['Fleet_View', 'Block_Edit'] }))
    expect(refused.code).toBe(problems.not_grantable.code)
    expect(refused.message).toContain('Block_Edit')
  })

  test('waits while its creator is inactive, and ends with the membership', async () => {
    const scene = await withDeveloper()
    const { program } = await keyOf(scene.developer)
    await scene.owner.ask(team.deactivate, { id: scene.member.id })
    expect(await codeOf(program)).toBe(problems.key_creator_gone.code)
    await scene.owner.ask(team.reactivate, { id: scene.member.id })
    await program.ask(fleet.count, {})
    // who joins again is a new member
    t.clock.moveMs(1)
    await t.server.db.tenantTx(scene.id, (db) =>
      db.updateTable('member').set({ created_at: t.clock.now() }).where('id', '=', scene.member.id).execute(),
    )
    expect(await codeOf(program)).toBe(problems.key_creator_gone.code)
    await scene.owner.ask(team.remove, { id: scene.member.id })
    expect(await codeOf(program)).toBe(problems.key_creator_gone.code)
  })

  test('of another member cannot be changed, but an owner can revoke it', async () => {
    const { owner, developer } = await withDeveloper()
    const { id, program } = await keyOf(developer)
    const { fields } = input()
    expect((await owner.refusal(apiKey.edit, { id, version: 1, fields })).code).toBe(problems.key_foreign.code)
    expect((await owner.refusal(apiKey.rotate, { id, days: 1, oldEndsAt: null })).code).toBe(problems.key_foreign.code)
    await owner.ask(apiKey.revoke, { id })
    expect(await codeOf(program)).toBe(problems.key_revoked.code)
  })

  test('of an owner cannot be revoked by a developer', async () => {
    const { owner, member } = await t.enterprise()
    const developer = await member('Developer')
    const { id } = await keyOf(owner)
    expect((await developer.refusal(apiKey.revoke, { id })).code).toBe(problems.key_foreign.code)
  })
})

describe('a service key', () => {
  test('can be created, changed and revoked by owners and admins only', async () => {
    const { owner, member } = await t.enterprise()
    const developer = await member('Developer')
    expect((await developer.refusal(apiKey.add, input({ kind: 'SERVICE' }))).code).toBe(problems.key_service.code)
    const { id } = await keyOf(await member('Admin'), { kind: 'SERVICE' })
    const { fields } = input()
    for (const refused of [
      await developer.refusal(apiKey.edit, { id, version: 1, fields }),
      await developer.refusal(apiKey.rotate, { id, days: 1, oldEndsAt: null }),
      await developer.refusal(apiKey.revoke, { id }),
    ])
      expect(refused.code).toBe(problems.key_service.code)
    await owner.ask(apiKey.edit, { id, version: 1, fields })
    expect((await owner.refusal(apiKey.edit, { id, version: 1, fields })).code).toBe(problems.changed_meanwhile.code)
    await owner.ask(apiKey.revoke, { id })
  })

  test('keeps its own scopes when its creator loses theirs and leaves', async () => {
    const { owner, member } = await t.enterprise()
    const admin = await member('Admin')
    const { program } = await keyOf(admin, { kind: 'SERVICE', scopes: ['Block_Edit'] })
    const { id } = (await owner.ask(team.list, { filter: { role: 'Admin' } })).items[0]!
    await owner.ask(team.remove, { id })
    await program.ask(block.add, { kind: 'TAC', values: ['35000001'] })
    expect((await program.ask(block.list, {})).total).toBe(1)
  })
})

describe('the enterprise account of a key', () => {
  const changePlan = (enterprise: TestEnterprise, name: 'BASIC' | 'PRO') =>
    givePlan(t.server, { enterpriseId: enterprise.id, plan: name, endsAt: new Date(t.clock.now().getTime() + DAY_MS) })

  test('that is suspended admits what only reads', async () => {
    const { id, owner } = await t.enterprise()
    const { program } = await keyOf(owner, { scopes: ['Block_Edit'] })
    await t.server.db.tenantTx(id, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
    await program.ask(block.list, {})
    const refused = await program.refusal(block.add, { kind: 'TAC', values: ['35000001'] })
    expect(refused.code).toBe(problems.enterprise_suspended.code)
  })

  test('whose plan does not include programs admits none, and creates no keys', async () => {
    const enterprise = await t.enterprise('Plans', 'DEMO')
    const { program } = await keyOf(enterprise.owner)
    await program.ask(plan.queryOrder, {})
    await changePlan(enterprise, 'BASIC')
    const refused = await program.refusal(plan.queryOrder, {})
    expect([refused.status, refused.code]).toEqual([403, problems.plan_refused.code])
    expect((await enterprise.owner.refusal(apiKey.add, input())).code).toBe(problems.plan_refused.code)
    await changePlan(enterprise, 'PRO')
    await program.ask(plan.queryOrder, {})
  })
})

describe('the answer to a call with a key', () => {
  test('says what is left of the rate, and refuses calls beyond it', async () => {
    const { owner } = await t.enterprise('Slow', 'DEMO')
    const { program } = await keyOf(owner)
    const both = () => Promise.all([program.send(fleet.count, {}), program.send(block.list, {})])
    const [first, second] = await inOneMoment(both)
    const answers = [first!, second!]
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"key";q=1;w=1')
      expect(headers.get('ratelimit')).toBe('"key";r=0;t=1')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(answers.map(({ status }) => status).toSorted()).toContain(429)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ code: problems.too_many.code })
  })

  test('counts a key with two secrets as one', async () => {
    const { owner } = await t.enterprise('Two', 'DEMO')
    const { id, program } = await keyOf(owner)
    const { key } = await owner.ask(apiKey.rotate, { id, days: 1, oldEndsAt: null })
    const calls = () => [program, t.stranger().withKey(key)].map((one) => one.send(plan.queryOrder, {}))
    expect((await inOneMoment(() => Promise.all(calls()))).map(({ status }) => status).toSorted()).toEqual([200, 429])
  })
})

describe('a call with a request id', () => {
  const sent = { headers: { 'x-request-id': crypto.randomUUID() } }

  test('is done once for each key, and again for another key and for the creator', async () => {
    const { owner } = await t.enterprise()
    const { id: configurationId } = await owner.ask(configuration.add, { fields: configurationFields })
    const fields = { name: 'Summer', configurationId, confirmationCode: { mode: 'none' as const } }
    const [first, second] = [
      await keyOf(owner, { scopes: ['Campaign_Edit'] }),
      await keyOf(owner, { scopes: ['Campaign_Edit'] }),
    ]
    const once = await first.program.ask(campaign.add, { fields }, sent)
    const rotated = await owner.ask(apiKey.rotate, { id: first.id, days: 1, oldEndsAt: null })
    expect(await first.program.ask(campaign.add, { fields }, sent)).toEqual(once)
    expect(await t.stranger().withKey(rotated.key).ask(campaign.add, { fields }, sent)).toEqual(once)
    const other = { fields: { ...fields, name: 'Autumn' } }
    expect((await first.program.refusal(campaign.add, other, sent)).code).toBe(problems.conflict.code)
    const ids = [once.id, (await second.program.ask(campaign.add, other, sent)).id]
    ids.push((await owner.ask(campaign.add, { fields: { ...fields, name: 'Winter' } }, sent)).id)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('the limit of an address', () => {
  test('does not apply to a key that has calls left, but to calls beyond its rate', async () => {
    const { owner } = await t.enterprise('Fast', 'DEMO')
    const { key } = await keyOf(owner)
    const rates = {}
    const reply = { header: () => reply, headers: () => reply }
    const counted = { key: { id: 'id', name: '', kind: 'PERSONAL', callsASecond: 2 }, bearer: key, reply } as never
    const server = Object.assign(rates, { limits: t.server.limits }) as never
    expect(hasKeyRateLeft(rates, key)).toBe(false)
    countKeyCall(server, counted)
    expect([hasKeyRateLeft(rates, key), hasKeyRateLeft(rates, `${key}x`), hasKeyRateLeft(rates, undefined)]).toEqual([
      true,
      false,
      false,
    ])
    countKeyCall(server, counted)
    expect(hasKeyRateLeft(rates, key)).toBe(true)
    expect(() => countKeyCall(server, counted)).toThrow()
    expect(hasKeyRateLeft(rates, key)).toBe(false)
  })
})

describe('the audit log', () => {
  test('names the key and its creator', async () => {
    const { owner } = await t.enterprise()
    const { id, program } = await keyOf(owner, { scopes: ['Block_Edit'] })
    await program.ask(block.add, { kind: 'TAC', values: ['35000001'] })
    const { items } = await owner.ask(audit.list, { filter: { action: ['block.added'] } })
    const [key] = (await owner.ask(apiKey.list, {})).items
    expect(items).toMatchObject([{ actorKind: 'KEY', actorId: id, actorName: key!.name, address: '127.0.0.1' }])
    expect(items[0]!.actorEmail).toMatch(/^owner/)
  })

  test('has an entry for each change of a key, without the secret', async () => {
    const { owner } = await t.enterprise()
    const { id, secretId, key } = await keyOf(owner)
    await owner.ask(apiKey.edit, { id, version: 1, fields: input().fields })
    const rotated = await owner.ask(apiKey.rotate, { id, days: 1, oldEndsAt: null })
    await owner.ask(apiKey.endSecret, { id, secretId, at: t.clock.now().toISOString() })
    await owner.ask(apiKey.revoke, { id })
    const { items } = await owner.ask(audit.list, { filter: { object: ['apiKey'] } })
    expect(items.map(({ action }) => action)).toEqual([
      'apiKey.revoked',
      'apiKey.secretEnded',
      'apiKey.rotated',
      'apiKey.edited',
      'apiKey.created',
    ])
    for (const one of [key, rotated.key]) expect(JSON.stringify(items)).not.toContain(one.split('.')[1])
  })
})

test('no key was logged, wherever it was sent', async () => {
  const { owner } = await t.enterprise()
  const { key, program } = await keyOf(owner)
  const secret = key.split('.')[1]!
  await program.ask(fleet.count, {})
  await program.refusal(block.list, {})
  await program.send(fleet.list, { cursor: key } as never)
  for (const path of [`/api/v1/${key}`, `/api/v1/fleet/count?key=${key}`, `/${key}`])
    await fetch(`${t.url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'x-request-id': key } })
  expect(t.logged.length).toBeGreaterThan(0)
  expect(t.logged.filter((line) => line.includes(secret))).toEqual([])
})
