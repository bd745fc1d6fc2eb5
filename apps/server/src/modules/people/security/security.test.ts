import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as security from '@simwright/contract/people/security'
import * as session from '@simwright/contract/people/session'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'
import { codeOf, stepAt } from './totp.ts'

const t = await testServer()
const MINUTE_MS = 60_000

/** The code that an app with this secret shows, one step later at each call, because a code works once. */
function nextCode(secret: string): string {
  t.clock.moveMs(30_000)
  return codeOf(bytesOf(secret), stepAt(t.clock.now()))
}

function bytesOf(base32: string): Uint8Array {
  const bits = [...base32]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

async function withApp() {
  const client = await t.signUpAndIn()
  const { secret } = await client.ask(security.beginApp, {})
  const { recoveryCodes } = await client.ask(security.confirmApp, { code: nextCode(secret) })
  return { client, person: client.person, secret, recoveryCodes: recoveryCodes ?? [] }
}

async function passPassword(person: { email: string; password: string }) {
  const { email, password } = person
  const client = t.stranger()
  const answer = await client.ask(account.login, { email, password })
  return { client, answer, ticket: answer.secondStep?.ticket ?? '' }
}

const isSignedIn = async (client: Client) => (await client.send(session.enterpriseInfo, {})).status === 200

describe('an authenticator app', () => {
  test('makes the sign-in two steps: the password alone opens no session', async () => {
    const { person, secret } = await withApp()
    const { client, answer, ticket } = await passPassword(person)
    expect(answer.token).toBeUndefined()
    expect(answer.secondStep).toMatchObject({ app: true })
    expect(client.cookies.size).toBe(0)
    await client.ask(account.loginCode, { ticket, code: nextCode(secret) })
    expect(await isSignedIn(client)).toBe(true)
  })

  test('is set up only by a code that it shows', async () => {
    const client = await t.signUpAndIn()
    const { secret } = await client.ask(security.beginApp, {})
    const wrong = nextCode(secret) === '000000' ? '000001' : '000000'
    const refused = await client.refusal(security.confirmApp, { code: wrong })
    expect(refused.code).toBe(problems.code_wrong.code)
    expect((await client.ask(security.overview, {})).appSince).toBeNull()
    expect((await passPassword(client.person)).answer.token).toBeDefined()
  })

  test('a code works once', async () => {
    const { person, secret } = await withApp()
    const code = nextCode(secret)
    const first = await passPassword(person)
    await first.client.ask(account.loginCode, { ticket: first.ticket, code })
    const second = await passPassword(person)
    const refused = await second.client.refusal(account.loginCode, { ticket: second.ticket, code })
    expect(refused.code).toBe(problems.code_wrong.code)
  })

  test('a ticket works once, and for ten minutes', async () => {
    const { person, secret } = await withApp()
    const used = await passPassword(person)
    await used.client.ask(account.loginCode, { ticket: used.ticket, code: nextCode(secret) })
    const again = await t.stranger().refusal(account.loginCode, { ticket: used.ticket, code: nextCode(secret) })
    expect(again.code).toBe(problems.sign_in_step_gone.code)
    const late = await passPassword(person)
    t.clock.moveMs(10 * MINUTE_MS)
    const gone = await late.client.refusal(account.loginCode, { ticket: late.ticket, code: nextCode(secret) })
    expect(gone.code).toBe(problems.sign_in_step_gone.code)
  })

  test('guesses of a code are slowed per account, whatever tickets they use', async () => {
    const { person } = await withApp()
    const codes = []
    for (let i = 0; i < 6; i += 1) {
      const { client, ticket } = await passPassword(person)
      codes.push((await client.refusal(account.loginCode, { ticket, code: `00000${i}` })).code)
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill(problems.code_wrong.code))
    expect(codes[5]).toBe(problems.sign_in_slowed.code)
  })

  test('its secret is stored sealed', async () => {
    const { client, secret } = await withApp()
    const { userId } = JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString())
    const row = await t.server.db.global
      .selectFrom('totp_factor')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row.sealed_secret.includes(Buffer.from(bytesOf(secret)))).toBe(false)
  })

  test('can be removed; then the password is enough again, and the recovery codes are deleted', async () => {
    const { client, person } = await withApp()
    await client.ask(security.removeApp, {})
    expect((await passPassword(person)).answer.token).toBeDefined()
    expect((await client.ask(security.overview, {})).recoveryCodesLeft).toBe(0)
  })
})

describe('recovery codes', () => {
  test('ten are generated with the first factor, and each works once', async () => {
    const { client, person, recoveryCodes } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const code = recoveryCodes[3] ?? ''
    const first = await passPassword(person)
    await first.client.ask(account.loginCode, { ticket: first.ticket, code: ` ${code.toUpperCase()} ` })
    const second = await passPassword(person)
    const refused = await second.client.refusal(account.loginCode, { ticket: second.ticket, code })
    expect(refused.code).toBe(problems.code_wrong.code)
    expect((await client.ask(security.overview, {})).recoveryCodesLeft).toBe(9)
  })

  test('of two parallel sign-ins with the same code one succeeds', async () => {
    const { person, recoveryCodes } = await withApp()
    const tries = [await passPassword(person), await passPassword(person)]
    const statuses = await Promise.all(
      tries.map(
        async ({ client, ticket }) =>
          (await client.send(account.loginCode, { ticket, code: recoveryCodes[0] ?? '' })).status,
      ),
    )
    expect(statuses.sort()).toEqual([200, 401])
  })

  test('new ones invalidate the old ones', async () => {
    const { client, person, recoveryCodes } = await withApp()
    const { recoveryCodes: renewed } = await client.ask(security.renewRecoveryCodes, {})
    const { client: browser, ticket } = await passPassword(person)
    const old = await browser.refusal(account.loginCode, { ticket, code: recoveryCodes[0] ?? '' })
    expect(old.code).toBe(problems.code_wrong.code)
    await browser.ask(account.loginCode, { ticket, code: renewed?.[0] ?? '' })
  })

  test("another user's code is refused", async () => {
    const [mine, theirs] = [await withApp(), await withApp()]
    const { client, ticket } = await passPassword(mine.person)
    const refused = await client.refusal(account.loginCode, { ticket, code: theirs.recoveryCodes[0] ?? '' })
    expect(refused.code).toBe(problems.code_wrong.code)
  })
})

describe('a step-up', () => {
  test('is required ten minutes after the sign-in, and the action can be repeated after it', async () => {
    const client = await t.signUpAndIn()
    t.clock.moveMs(10 * MINUTE_MS)
    await client.file(account.exportData, {})
    t.clock.moveMs(1)
    const refused = await client.refusal(account.exportData, {})
    expect([refused.status, refused.code]).toEqual([403, problems.step_up_needed.code])
    await client.ask(security.stepUp, { password: client.person.password })
    await client.file(account.exportData, {})
  })

  test('counts for this session only', async () => {
    const client = await t.signUpAndIn()
    const other = t.stranger()
    await other.ask(account.login, { email: client.person.email, password: client.person.password })
    t.clock.moveMs(11 * MINUTE_MS)
    await client.ask(security.stepUp, { password: client.person.password })
    expect((await other.refusal(account.exportData, {})).code).toBe(problems.step_up_needed.code)
  })

  test('replaces the session by one with the same expiry', async () => {
    const client = await t.signUpAndIn()
    const before = { token: client.token!, cookies: Object.fromEntries(client.cookies) }
    t.clock.moveMs(11 * MINUTE_MS)
    await client.ask(security.stepUp, { password: client.person.password })
    const [old, now] = [before.token, client.token!].map((token) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
    expect(now.sid).not.toBe(old.sid)
    expect(now.exp).toBe(old.exp)
    const stolen = await client.refusal(account.me, {}, before)
    expect([stolen.status, stolen.code]).toEqual([401, problems.session_ended.code])
    expect((await client.ask(session.list, {})).items).toMatchObject([{ id: now.sid, current: true }])
  })

  test('with a wrong password does not change the session', async () => {
    const client = await t.signUpAndIn()
    const { token } = client
    await client.refusal(security.stepUp, { password: 'Wrong-7' })
    expect(client.token).toBe(token)
    await client.ask(account.me, {})
  })

  test('with wrong passwords is slowed', async () => {
    const client = await t.signUpAndIn()
    const codes = []
    for (let i = 0; i < 6; i += 1) codes.push((await client.refusal(security.stepUp, { password: 'Wrong-7' })).code)
    expect(codes).toEqual([...Array(5).fill(problems.proof_wrong.code), problems.sign_in_slowed.code])
  })

  test('needs the second factor if there is one', async () => {
    const { client, person, secret } = await withApp()
    expect((await client.ask(security.beginStepUp, {})).ways).toEqual(['CODE'])
    expect((await client.refusal(security.stepUp, { password: person.password })).code).toBe(problems.proof_wrong.code)
    await client.ask(security.stepUp, { code: nextCode(secret) })
  })
})

describe('a second factor demanded by the enterprise account', () => {
  test('allows members without one only to set it up', async () => {
    const { client: owner } = await withApp()
    await owner.ask(security.demandSecondFactor, { demanded: true })
    const { enterpriseId } = JSON.parse(Buffer.from(owner.token?.split('.')[1] ?? '', 'base64url').toString())
    const member = await memberOf(enterpriseId)
    const refused = await member.refusal(account.edit, { firstName: 'A', lastName: 'B', timeZone: null })
    expect([refused.status, refused.code]).toEqual([403, problems.second_factor_needed.code])
    const { secret } = await member.ask(security.beginApp, {})
    await member.ask(security.confirmApp, { code: nextCode(secret) })
    await member.ask(account.edit, { firstName: 'A', lastName: 'B', timeZone: null })
  })

  test('cannot be demanded by a user without one', async () => {
    const client = await t.signUpAndIn()
    const refused = await client.refusal(security.demandSecondFactor, { demanded: true })
    expect(refused.code).toBe(problems.own_factor_first.code)
  })
})

async function memberOf(enterpriseId: string): Promise<Client> {
  const { createMember } = await import('../accounts/seed.ts')
  const email = `member-${crypto.randomUUID()}@example.com`
  await createMember(t.server, enterpriseId, { role: 'Operator', email, password: 'Quiet-Harbour-7' })
  const client = t.stranger()
  await client.ask(account.login, { email, password: 'Quiet-Harbour-7' })
  return client
}

describe('passkeys', () => {
  test("a challenge can't be used for another purpose, nor twice", async () => {
    const { ticket } = await t.stranger().ask(account.passkeyChallenge, {})
    const asCode = await t.stranger().refusal(account.loginCode, { ticket, code: '000000' })
    expect(asCode.code).toBe(problems.sign_in_step_gone.code)
    const wrong = await t.stranger().refusal(account.loginPasskey, { ticket, response: { id: 'none' } })
    expect(wrong.code).toBe(problems.passkey_refused.code)
    const again = await t.stranger().refusal(account.loginPasskey, { ticket, response: { id: 'none' } })
    expect(again.code).toBe(problems.sign_in_step_gone.code)
  })

  test("a challenge to create one can't be used to sign in", async () => {
    const { ticket } = await (await t.signUpAndIn()).ask(security.beginPasskey, {})
    const asCode = await t.stranger().refusal(account.loginCode, { ticket, code: '000000' })
    expect(asCode.code).toBe(problems.sign_in_step_gone.code)
    const refused = await t.stranger().refusal(account.loginPasskey, { ticket, response: { id: 'none' } })
    expect(refused.code).toBe(problems.sign_in_step_gone.code)
  })

  test("a challenge to create one can't be used by another user", async () => {
    const [mine, other] = [await t.signUpAndIn(), await t.signUpAndIn()]
    const { ticket } = await mine.ask(security.beginPasskey, {})
    const refused = await other.refusal(security.addPasskey, { ticket, response: {}, name: 'Key' })
    expect(refused.code).toBe(problems.sign_in_step_gone.code)
  })
})
