import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()
const HOUR_MS = 60 * 60 * 1000

let count = 0
const person = (given: Partial<typeof account.register.input._input> = {}) => ({
  email: `grace${++count}@example.com`,
  password: 'Quiet-Harbour-7',
  firstName: 'Grace',
  lastName: 'Hopper',
  companyName: 'Compilers Ltd',
  ...given,
})
const tokenOf = async (email: string) => new URL(await t.lastLink(email)).searchParams.get('token') ?? ''
const cookieLine = async (client: Client, email: string, password: string) => {
  const response = await client.send(account.login, { email, password })
  return { response, lines: response.headers.getSetCookie() }
}

describe('signing up', () => {
  test('the link in the mail activates the account, whose user owns a new enterprise account and can sign in', async () => {
    const client = await t.signUpAndIn({ companyName: 'Analytical Engines' })
    const enterprise = await client.ask(session.enterpriseInfo, {})
    expect(enterprise).toMatchObject({ name: 'Analytical Engines', role: 'Owner', plan: 'DEMO' })
    const { userPermissions } = await client.ask(session.getUserPermissions, {})
    expect(userPermissions.find((node) => node.menuName === 'Fleet_View')?.children.map((c) => c.menuName)).toEqual([
      'Fleet_Edit',
      'Fleet_Delete',
      'Fleet_Export',
    ])
    expect(userPermissions.some((node) => node.menuName.startsWith('Admin_'))).toBe(false)
  })

  test('the link leads to the confirm page of this portal', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    expect(await t.lastLink(who.email)).toMatch(
      new RegExp(`^http://localhost:${t.server.ports.portal}/confirm\\?token=`),
    )
  })

  test('a link works once', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    const token = await tokenOf(who.email)
    await t.stranger().ask(account.verify, { token })
    expect((await t.stranger().refusal(account.verify, { token })).code).toBe(problems.activation_invalid.code)
  })

  test('a link is valid for 24 hours', async () => {
    const [inTime, late] = [person(), person()]
    await t.stranger().ask(account.register, inTime)
    await t.stranger().ask(account.register, late)
    t.clock.moveMs(24 * HOUR_MS - 1)
    await t.stranger().ask(account.verify, { token: await tokenOf(inTime.email) })
    t.clock.moveMs(1)
    const refusal = await t.stranger().refusal(account.verify, { token: await tokenOf(late.email) })
    expect(refusal.code).toBe(problems.activation_invalid.code)
  })

  test('only the hash of a link is stored', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    const token = await tokenOf(who.email)
    const rows = await t.server.db.global.selectFrom('user_token').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some((row) => row.token_hash.includes(token) || JSON.stringify(row).includes(token))).toBe(false)
  })

  test('another sign-up with the same address does not change the password that the first link sets', async () => {
    const mine = person()
    await t.stranger().ask(account.register, mine)
    const myToken = await tokenOf(mine.email)
    await t.stranger().ask(account.register, { ...mine, password: 'Someone-Elses-8' })
    await t.stranger().ask(account.verify, { token: myToken })
    await t.stranger().ask(account.login, { email: mine.email, password: mine.password })
    const refusal = await t.stranger().refusal(account.login, { email: mine.email, password: 'Someone-Elses-8' })
    expect(refusal.code).toBe(problems.credentials_wrong.code)
    const theirs = await t.stranger().refusal(account.verify, { token: await tokenOf(mine.email) })
    expect(theirs.code).toBe(problems.activation_invalid.code)
  })

  test('the answer is the same whether the address has an account or not', async () => {
    const { person: known } = await t.signUpAndIn()
    const unknown = person()
    const answers = []
    for (const email of [known.email, unknown.email]) {
      const response = await t.stranger().send(account.register, person({ email }))
      answers.push({ status: response.status, body: (await response.text()).replace(email, '') })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('the answers take the same time whether the address has an account or not', async () => {
    const { person: known } = await t.signUpAndIn()
    const took = async (email: string) => {
      const start = performance.now()
      await t.stranger().ask(account.register, person({ email }))
      return performance.now() - start
    }
    const times = [await took(known.email), await took(person().email)]
    expect(Math.min(...times)).toBeGreaterThanOrEqual(250)
  })

  test('the owner of the address is notified that there is an account already', async () => {
    const { person: known } = await t.signUpAndIn()
    await t.stranger().ask(account.register, person({ email: known.email }))
    expect(await t.lastLink(known.email)).toMatch(/\/login$/)
  })

  test.each([
    ['too short', 'Ab1-efghi'],
    ['too long', `Ab1-${'x'.repeat(27)}`],
    ['without an upper-case letter', 'quiet-harbour-7'],
    ['without a lower-case letter', 'QUIET-HARBOUR-7'],
    ['without a digit', 'Quiet-Harbour-x'],
    ['without a special character', 'QuietHarbour777'],
    ['a common one in disguise', 'P@ssw0rd2026!'],
    ['a run of the keyboard', 'Qwertyuiop-123'],
    ['with the name of the e-mail address', 'Xy-margaret-77'],
  ])('a password that is %s is refused', async (_why, password) => {
    const refusal = await t.stranger().refusal(account.register, person({ password, email: 'margaret@example.com' }))
    expect(refusal.code).toBe(problems.invalid.code)
    expect(refusal.obj.faults).toMatchObject([{ path: 'password' }])
  })

  test('repeated sign-ups send a limited number of mails', async () => {
    const who = person()
    for (let i = 0; i < 8; i += 1) await t.stranger().ask(account.register, who)
    const mails = await t.server.db.global
      .selectFrom('mail_message')
      .select('id')
      .where('recipient', '=', who.email)
      .execute()
    expect(mails.length).toBeLessThanOrEqual(5)
  })

  test('a sign-up that is sent twice with the same request id happens once', async () => {
    const who = person()
    const headers = { 'x-request-id': crypto.randomUUID() }
    const first = await t.stranger().ask(account.register, who, { headers })
    expect(await t.stranger().ask(account.register, who, { headers })).toEqual(first)
    const mails = await t.server.db.global
      .selectFrom('mail_message')
      .select('id')
      .where('recipient', '=', who.email)
      .execute()
    expect(mails).toHaveLength(1)
  })
})

describe('activation', () => {
  const isSignedIn = async (client: Client) => (await client.send(session.enterpriseInfo, {})).status === 200

  test('signs in the browser that signed up, and no other one that has the link', async () => {
    const [mine, theirs] = [person(), person()]
    const [own, other] = [t.stranger(), t.stranger()]
    await own.ask(account.register, mine)
    await other.ask(account.register, theirs)
    const elsewhere = await other.ask(account.verify, { token: await tokenOf(mine.email) })
    expect(elsewhere).toEqual({ email: mine.email, invitation: null })
    expect([await isSignedIn(other), await isSignedIn(own)]).toEqual([false, false])
    const here = await other.ask(account.verify, { token: await tokenOf(theirs.email) })
    expect(here).toEqual({ email: theirs.email, invitation: null, token: other.cookies.get('token') })
    expect(await other.ask(account.me, {})).toMatchObject({ email: theirs.email })
  })

  test('a browser without the cookie of a sign-up is not signed in', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    const scanner = t.stranger()
    await scanner.ask(account.verify, { token: await tokenOf(who.email) })
    expect([...scanner.cookies.keys()]).toEqual([])
  })

  test('with a link that was sent again, it signs in the browser that signed up, no matter who asked for the link', async () => {
    const who = person()
    const [own, other] = [t.stranger(), t.stranger()]
    await own.ask(account.register, who)
    await other.ask(account.register, person())
    t.clock.moveMs(1)
    await other.ask(account.resendActivation, { email: who.email })
    const { token } = await own.ask(account.verify, { token: await tokenOf(who.email) })
    expect(token).toBe(own.cookies.get('token'))
    expect(await isSignedIn(own)).toBe(true)
  })

  test('of a second account leaves the session of the browser as it is', async () => {
    const first = await t.signUpAndIn()
    const who = person()
    await first.ask(account.register, who)
    const answer = await first.ask(account.verify, { token: await tokenOf(who.email) })
    expect(answer.token).toBe(undefined)
    expect(await first.ask(account.me, {})).toMatchObject({ email: first.person.email })
  })

  test('does not sign in where a second factor is set up', async () => {
    const who = person()
    const client = t.stranger()
    await client.ask(account.register, who)
    const { id } = await t.server.db.global
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', who.email)
      .executeTakeFirstOrThrow()
    const at = t.clock.now()
    const totp = { user_id: id, sealed_secret: Buffer.from('sealed'), created_at: at, confirmed_at: at, last_step: 0 }
    await t.server.db.global.insertInto('totp_factor').values(totp).execute()
    const answer = await client.ask(account.verify, { token: await tokenOf(who.email) })
    expect(answer.token).toBe(undefined)
    expect(await isSignedIn(client)).toBe(false)
  })
})

describe('sending the link again', () => {
  test('a new link is sent, and activates the account', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    const first = await tokenOf(who.email)
    await t.stranger().ask(account.resendActivation, { email: who.email })
    const second = await tokenOf(who.email)
    expect(second).not.toBe(first)
    await t.stranger().ask(account.verify, { token: second })
    expect((await t.stranger().refusal(account.verify, { token: first })).code).toBe(problems.activation_invalid.code)
  })

  test('the answer does not reveal whether the address has an account', async () => {
    const { person: active } = await t.signUpAndIn()
    const waiting = person()
    await t.stranger().ask(account.register, waiting)
    for (const email of [active.email, waiting.email, 'nobody@example.com']) {
      const response = await t.stranger().send(account.resendActivation, { email })
      expect([response.status, await response.text()]).toEqual([
        200,
        '{"success":true,"code":"00000","msg":"","obj":{}}',
      ])
    }
  })
})

describe('signing in', () => {
  // all tests share one address, whose wrong passwords count together
  beforeEach(async () => void (await t.server.db.global.deleteFrom('attempt_counter').execute()))

  test('an unknown address and a wrong password have the same answer', async () => {
    const { person: known } = await t.signUpAndIn()
    const wrong = await t.stranger().refusal(account.login, { email: known.email, password: 'Wrong-Harbour-7' })
    const unknown = await t
      .stranger()
      .refusal(account.login, { email: 'nobody@example.com', password: 'Wrong-Harbour-7' })
    const { requestId: _, ...wrongObj } = wrong.obj
    const { requestId: __, ...unknownObj } = unknown.obj
    expect([wrong.status, wrong.code, wrong.message, wrongObj]).toEqual([
      unknown.status,
      unknown.code,
      unknown.message,
      unknownObj,
    ])
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const shortest = { wrong: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    const took = async (kind: keyof typeof shortest, email: string) => {
      const start = performance.now()
      await t.stranger().refusal(account.login, { email, password: 'Wrong-Harbour-7' })
      shortest[kind] = Math.min(shortest[kind], performance.now() - start)
    }
    const isEven = () => shortest.unknown > shortest.wrong * 0.5 && shortest.wrong > shortest.unknown * 0.5
    // Alternating, and with new addresses before the delays begin, so that other load on the machine affects both alike.
    for (let round = 0; round < 6 && !isEven(); round += 1) {
      // The wrong passwords of this network are forgotten after an hour.
      t.clock.moveMs(61 * 60_000)
      const { person: known } = await t.signUpAndIn()
      for (let i = 0; i < 4; i += 1) {
        await took('wrong', known.email)
        await took('unknown', `nobody-${round}@example.com`)
      }
    }
    expect(shortest.unknown).toBeGreaterThan(shortest.wrong * 0.5)
    expect(shortest.wrong).toBeGreaterThan(shortest.unknown * 0.5)
  })

  test('before activation the right password is answered "not activated", a wrong one like any other', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    const right = await t.stranger().refusal(account.login, who)
    expect([right.status, right.code]).toEqual([403, problems.account_not_activated.code])
    const wrong = await t.stranger().refusal(account.login, { email: who.email, password: 'Wrong-Harbour-7' })
    expect(wrong.code).toBe(problems.credentials_wrong.code)
  })

  test('after five wrong passwords the next attempt has to wait', async () => {
    const { person: known } = await t.signUpAndIn()
    for (let i = 0; i < 5; i += 1)
      await t.stranger().refusal(account.login, { email: known.email, password: 'Wrong-7' })
    const slowed = await t.stranger().refusal(account.login, { email: known.email, password: known.password })
    expect([slowed.status, slowed.code, slowed.obj.seconds]).toEqual([429, problems.sign_in_slowed.code, 5])
    t.clock.moveMs(5_000)
    await t.stranger().ask(account.login, { email: known.email, password: known.password })
  })

  test('parallel guesses do not get past the counter', async () => {
    const { person: known } = await t.signUpAndIn()
    const guesses = Array.from({ length: 20 }, () =>
      t.stranger().refusal(account.login, { email: known.email, password: 'Wrong-Harbour-7' }),
    )
    const codes = (await Promise.all(guesses)).map((refusal) => refusal.code)
    expect(codes.filter((code) => code === problems.credentials_wrong.code)).toHaveLength(5)
  })

  test('scripts can read the token, which names the user, but not the binding cookie', async () => {
    const { person: known } = await t.signUpAndIn()
    const client = t.stranger()
    const { lines } = await cookieLine(client, known.email, known.password)
    const token = lines.find((line) => line.startsWith('token='))
    const binding = lines.find((line) => line.startsWith('binding='))
    expect(token).toMatch(/; Path=\/; SameSite=Strict$/)
    expect(token).not.toMatch(/HttpOnly|Secure/)
    expect(binding).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const middle = client.token?.split('.')[1] ?? ''
    const payload = account.TokenPayload.parse(JSON.parse(Buffer.from(middle, 'base64url').toString()))
    expect(payload).toMatchObject({ firstName: 'Ada', lastName: 'Byron', email: known.email })
    expect(payload.exp).toBe(Math.floor(t.clock.now().getTime() / 1000) + 12 * 3600)
  })
})
