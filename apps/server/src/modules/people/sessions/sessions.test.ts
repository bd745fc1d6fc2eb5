import { createHmac } from 'node:crypto'
import { endpoints, problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()
const HOUR_MS = 60 * 60 * 1000
const missing = problems.session_missing.code
const expired = problems.session_expired.code
const ended = problems.session_ended.code

const owner = async () => (await t.enterprise()).owner
const ask = (client: Client, sent = {}) => client.ask(session.enterpriseInfo, {}, sent)
const refusal = (client: Client, sent = {}) => client.refusal(session.enterpriseInfo, {}, sent)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (section: string | undefined) => JSON.parse(Buffer.from(section ?? '', 'base64url').toString())

describe('what a session needs', () => {
  test('without a token nobody is signed in', async () => {
    const refused = await refusal(t.stranger())
    expect([refused.status, refused.code, refused.message]).toEqual([401, missing, 'Sign in to continue.'])
  })

  test('cookies alone sign nobody in, at any endpoint', async () => {
    const client = await owner()
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access === 'public') continue
      const refused = await client.refusal(endpoint, {}, { token: null })
      expect([name, refused.status, refused.code]).toEqual([name, 401, missing])
    }
  })

  test('a stolen token is refused without the cookie of its browser', async () => {
    const client = await owner()
    expect((await refusal(client, { cookies: { token: client.token ?? '' } })).code).toBe(missing)
    expect((await refusal(client, { cookies: { binding: 'x'.repeat(43) } })).code).toBe(missing)
    const other = await owner()
    const others = { binding: other.cookies.get('binding') ?? '' }
    expect((await refusal(client, { cookies: others })).code).toBe(missing)
    await ask(client)
  })
})

describe('forged tokens', () => {
  test('a changed payload is refused', async () => {
    const client = await owner()
    const victim = await t.enterprise()
    const [header, payload, signature] = client.token?.split('.') ?? []
    const forged = { ...decode(payload), enterpriseId: victim.id, userId: victim.ownerId }
    expect((await refusal(client, { token: `${header}.${encode(forged)}.${signature}` })).code).toBe(missing)
  })

  test.each(['none', 'None', 'HS384', 'RS256', 'EdDSA'])('the algorithm %s is refused', async (alg) => {
    const client = await owner()
    const [header, payload, signature] = client.token?.split('.') ?? []
    const swapped = encode({ ...decode(header), alg })
    expect((await refusal(client, { token: `${swapped}.${payload}.${signature}` })).code).toBe(missing)
    expect((await refusal(client, { token: `${swapped}.${payload}.` })).code).toBe(missing)
  })

  test('a token signed with another key is refused, even if it contains the key', async () => {
    const client = await owner()
    const [header, payload] = client.token?.split('.') ?? []
    const key = Buffer.alloc(32, 7)
    for (const extra of [
      {},
      { jwk: { kty: 'oct', k: key.toString('base64url') } },
      { jku: 'https://example.com/keys' },
    ]) {
      const signed = `${encode({ ...decode(header), ...extra })}.${payload}`
      const signature = createHmac('sha256', key).update(signed).digest('base64url')
      expect((await refusal(client, { token: `${signed}.${signature}` })).code).toBe(missing)
    }
  })

  test('a token for another purpose is refused', async () => {
    const client = await owner()
    const [header, payload] = client.token?.split('.') ?? []
    const forms = [
      [{ ...decode(header), typ: 'JWT' }, decode(payload)],
      [{ ...decode(header), kid: '2' }, decode(payload)],
      [decode(header), { ...decode(payload), aud: 'other' }],
      [decode(header), { ...decode(payload), iss: 'other' }],
      [decode(header), { ...decode(payload), sid: crypto.randomUUID() }],
    ]
    for (const [head, body] of forms) {
      const signed = `${encode(head)}.${encode(body)}`
      const signature = createHmac('sha256', t.server.keys.session.reveal()).update(signed).digest('base64url')
      expect((await refusal(client, { token: `${signed}.${signature}` })).code).toBe(missing)
    }
  })

  test.each(['x', 'a.b.c', '..', 'a'.repeat(5000)])('a malformed token is refused (%#)', async (token) => {
    expect((await refusal(await owner(), { token })).code).toBe(missing)
  })
})

describe('the lifetime of a session', () => {
  test('it ends after two hours without a call, with the text of the specification', async () => {
    const client = await owner()
    t.clock.moveMs(2 * HOUR_MS)
    await ask(client)
    t.clock.moveMs(2 * HOUR_MS + 1)
    const refused = await refusal(client)
    expect([refused.status, refused.code, refused.message]).toEqual([401, expired, 'Token Exired'])
    t.clock.moveMs(-HOUR_MS)
    expect((await refusal(client)).code).toBe(expired)
    t.clock.moveMs(HOUR_MS)
  })

  test('background calls do not extend it', async () => {
    const client = await owner()
    for (let i = 0; i < 4; i += 1) {
      t.clock.moveMs(HOUR_MS / 2)
      await ask(client, { headers: { 'x-background': '1' } })
    }
    t.clock.moveMs(1)
    expect((await refusal(client, { headers: { 'x-background': '1' } })).code).toBe(expired)
  })

  test('it ends after twelve hours, even in constant use', async () => {
    const client = await owner()
    for (let hour = 1; hour < 12; hour += 1) {
      t.clock.moveMs(HOUR_MS)
      await ask(client)
    }
    t.clock.moveMs(HOUR_MS)
    expect((await refusal(client)).code).toBe(expired)
  })

  test('signing out ends it for anyone who still has its token', async () => {
    const client = await owner()
    const kept = { token: client.token ?? '', cookies: Object.fromEntries(client.cookies) }
    await client.ask(account.logout, {})
    expect(client.cookies.size).toBe(0)
    const refused = await refusal(client, kept)
    expect([refused.status, refused.code]).toEqual([401, ended])
  })

  test('a sign-out that another site requests does nothing', async () => {
    const client = await owner()
    const response = await client.send(account.logout, {}, { token: null })
    expect(response.headers.getSetCookie()).toEqual([])
    await ask(client)
  })

  test('a session ended elsewhere has its own error code', async () => {
    const client = await owner()
    const { sid } = decode(client.token?.split('.')[1])
    await t.server.db.global
      .updateTable('user_session')
      .set({ ended_at: t.clock.now(), end_reason: 'ELSEWHERE' })
      .where('id', '=', sid)
      .execute()
    expect((await refusal(client)).code).toBe(ended)
  })

  test('a member who is deactivated is refused at once', async () => {
    const enterprise = await t.enterprise()
    const member = await enterprise.member('Operator')
    await ask(member)
    const { userId } = decode(member.token?.split('.')[1])
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('member').set({ state: 'INACTIVE' }).where('user_id', '=', userId).execute(),
    )
    expect((await refusal(member)).code).toBe(ended)
    await ask(enterprise.owner)
  })

  test('a change of role applies from the next call', async () => {
    const enterprise = await t.enterprise()
    const member = await enterprise.member('Operator')
    const before = await member.ask(session.getUserPermissions, {})
    const { userId } = decode(member.token?.split('.')[1])
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('member').set({ built_in_role: 'Finance' }).where('user_id', '=', userId).execute(),
    )
    const after = await member.ask(session.getUserPermissions, {})
    expect(before.userPermissions.map((node) => node.menuName)).toContain('Fleet_View')
    expect(after.userPermissions.map((node) => node.menuName)).toEqual([
      'Report',
      'Subscription_View',
      'Order_View',
      'Comment_Create',
    ])
  })
})

describe('behind https', async () => {
  const secure = await testServer({ settings: { PUBLIC_URL: 'https://portal.example.com' } })

  test('both cookies are Secure, and the binding cookie has the __Host- prefix', async () => {
    const client = await secure.signUpAndIn()
    const response = await client.send(account.login, client.person)
    const lines = response.headers.getSetCookie()
    expect(lines.find((line) => line.startsWith('token='))).toMatch(/; Path=\/; Secure; SameSite=Strict$/)
    expect(lines.find((line) => line.startsWith('__Host-binding='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    await client.ask(session.enterpriseInfo, {})
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=/)
  })
})
