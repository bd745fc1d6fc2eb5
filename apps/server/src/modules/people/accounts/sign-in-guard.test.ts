import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as notice from '@simwright/contract/platform/notice'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestServer, testServer } from '../../../testing/server.ts'

const WRONG = 'Wrong-Harbour-7'
const ALARM_FROM = 10

let t: TestServer

beforeAll(async () => {
  t = await testServer({ settings: { TRUST_PROXY: '1' } })
})

/** Signs in from an address. @returns the code of the refusal, or `in` */
async function signIn(client: Client, who: { email: string; password: string }, address: string): Promise<string> {
  const from = { headers: { 'x-forwarded-for': address } }
  return await client.ask(account.login, { email: who.email, password: who.password }, from).then(
    () => 'in',
    ({ code }: { code: string }) => code,
  )
}

const wrong = problems.credentials_wrong.code
const slowed = problems.sign_in_slowed.code
const HOUR_MS = 60 * 60_000

/** Moves the clock until all counters are reset. */
/** A day is one of UTC. */
const untilMidnight = () => 24 * HOUR_MS - (t.clock.now().getTime() % (24 * HOUR_MS))

const nextDay = () => t.clock.moveMs(25 * HOUR_MS)

const guess = async (email: string, addresses: readonly string[]) => {
  const codes: string[] = []
  for (const address of addresses) codes.push(await signIn(t.stranger(), { email, password: WRONG }, address))
  return codes
}

describe('wrong passwords for one account', () => {
  test('from 60 addresses are delayed like those from one, and the known device of its owner is not', async () => {
    const { person, cookies } = await t.signUpAndIn()
    const addresses = Array.from({ length: 60 }, (_, n) => `203.0.113.${n + 1}`)
    const codes = await guess(person.email, addresses)
    expect(codes).toEqual([...Array(5).fill(wrong), ...Array(55).fill(slowed)])
    expect(await signIn(t.stranger(), person, '198.51.100.7')).toBe(slowed)
    const own = t.stranger()
    own.cookies.set('device', cookies.get('device')!)
    expect(await signIn(own, person, '198.51.100.7')).toBe('in')
    expect(await signIn(t.stranger(), person, '198.51.100.7')).toBe(slowed)
    nextDay()
  })

  test('are delayed in the same way when nobody has the address', async () => {
    const codes = await guess(
      'nobody@example.com',
      Array.from({ length: 7 }, (_, n) => `203.0.113.${n + 1}`),
    )
    expect(codes).toEqual([...Array(5).fill(wrong), slowed, slowed])
    nextDay()
  })

  test('are delayed longer each time, up to 15 minutes, and never locked out for good', async () => {
    const { person } = await t.signUpAndIn()
    const waits: number[] = []
    await guess(person.email, Array(5).fill('203.0.113.1'))
    for (let n = 0; n < 9; n += 1) {
      const refused = await t.stranger().refusal(account.login, { email: person.email, password: WRONG })
      expect(refused.message).toBe(`Too many attempts. Try again in ${refused.obj.seconds} seconds.`)
      waits.push(Number(refused.obj.seconds))
      t.clock.moveMs(Number(refused.obj.seconds) * 1000)
      expect(await signIn(t.stranger(), { email: person.email, password: WRONG }, '203.0.113.2')).toBe(wrong)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
    t.clock.moveMs(900_000)
    expect(await signIn(t.stranger(), person, '203.0.113.2')).toBe('in')
    nextDay()
  })

  test('from a device that is known delay that device only', async () => {
    const { person, cookies } = await t.signUpAndIn()
    const known = t.stranger()
    known.cookies.set('device', cookies.get('device')!)
    for (let n = 0; n < 5; n += 1)
      expect(await signIn(known, { ...person, password: WRONG }, '203.0.113.1')).toBe(wrong)
    expect(await signIn(known, person, '203.0.113.1')).toBe(slowed)
    expect(await signIn(t.stranger(), person, '203.0.113.1')).toBe('in')
    nextDay()
  })

  test('are reported to the owner of the account, once a day', async () => {
    t.clock.moveMs(untilMidnight())
    const client = await t.signUpAndIn()
    const { email } = client.person
    for (let n = 0; n < 21; n += 1) {
      await signIn(t.stranger(), { email, password: WRONG }, '203.0.113.1')
      t.clock.moveMs(n < 5 ? 0 : 901_000)
    }
    await signIn(client, client.person, '198.51.100.7')
    const { items } = await client.ask(notice.list, {})
    const notices = items.filter(({ kind }) => kind === 'PASSWORD_GUESSED')
    expect(notices).toMatchObject([{ facts: { attempts: 10 } }])
    const letters = await t.letters(email)
    expect(letters.filter(({ subject }) => subject.startsWith('Someone is guessing the password'))).toHaveLength(1)
    nextDay()
  })
})

describe('a device', () => {
  test('is known by a random cookie that no script reads, and that differs for every browser', async () => {
    const { person } = await t.signUpAndIn()
    const response = await t.stranger().send(account.login, { email: person.email, password: person.password })
    const line = response.headers.getSetCookie().find((one) => one.startsWith('device='))
    expect(line).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
    const other = await t.signUpAndIn()
    expect(other.cookies.get('device')).not.toBe(line!.slice('device='.length, 'device='.length + 43))
  })

  test('is known only for the users who signed in with it', async () => {
    const [one, two] = [await t.signUpAndIn(), await t.signUpAndIn()]
    await guess(two.person.email, Array(5).fill('203.0.113.1'))
    expect(await signIn(one, two.person, '203.0.113.1')).toBe(slowed)
    t.clock.moveMs(5_000)
    const before = one.cookies.get('device')
    expect(await signIn(one, two.person, '203.0.113.1')).toBe('in')
    expect(one.cookies.get('device')).toBe(before)
    expect(await signIn(one, one.person, '203.0.113.1')).toBe('in')
    nextDay()
  })

  test('is known after it has reset the password, and the earlier devices are not', async () => {
    const one = await t.signUpAndIn()
    const { email } = one.person
    const password = 'Calm-Lagoon-31'
    t.clock.moveMs(1_000)
    await one.ask(account.sendForget, { email })
    const token = new URL(await t.lastLink(email)).searchParams.get('token')!
    const two = t.stranger()
    await two.ask(account.resetPassword, { token, password })
    await guess(email, Array(5).fill('203.0.113.1'))
    expect(await signIn(one, { email, password }, '203.0.113.1')).toBe(slowed)
    expect(await signIn(two, { email, password }, '203.0.113.1')).toBe('in')
    nextDay()
  })

  test('gets a new cookie when its own was not issued by a sign-in', async () => {
    const { person } = await t.signUpAndIn()
    const client = t.stranger()
    const planted = 'A'.repeat(43)
    client.cookies.set('device', planted)
    expect(await signIn(client, person, '203.0.113.1')).toBe('in')
    expect(client.cookies.get('device')).not.toBe(planted)
  })

  test('is forgotten after 20 others were used', async () => {
    const { person } = await t.signUpAndIn()
    const first = t.stranger()
    await signIn(first, person, '203.0.113.1')
    for (let n = 0; n < 20; n += 1) {
      t.clock.moveMs(1)
      await signIn(t.stranger(), person, '203.0.113.1')
    }
    const { count } = await t.server.db.global
      .selectFrom('known_device')
      .innerJoin('user_account', 'user_account.id', 'known_device.user_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(20)
    await guess(person.email, Array(5).fill('203.0.113.9'))
    expect(await signIn(first, person, '203.0.113.1')).toBe(slowed)
    nextDay()
  })
})

describe('wrong passwords from one network', () => {
  const manyOf = async (address: (n: number) => string, count: number) => {
    const codes: string[] = []
    for (let n = 0; n < count; n += 1)
      codes.push(await signIn(t.stranger(), { email: `p${n}@example.com`, password: WRONG }, address(n)))
    return codes
  }

  test('are delayed for all accounts together, a /64 of IPv6 counting as one address', async () => {
    const codes = await manyOf((n) => `2001:db8:0:7::${(n + 1).toString(16)}`, 31)
    expect(codes).toEqual([...Array(30).fill(wrong), slowed])
    expect(await manyOf(() => '2001:db8:0:8::1', 1)).toEqual([wrong])
    nextDay()
  })

  test('are delayed together if the proxy names the port of the client', async () => {
    const codes = await manyOf((n) => `198.51.100.21:${40_000 + n}`, 31)
    expect(codes).toEqual([...Array(30).fill(wrong), slowed])
    expect(await manyOf(() => '[2001:db8:0:9::1]:40000', 1)).toEqual([wrong])
    nextDay()
  })

  test('are not counted when the password was right', async () => {
    const { person } = await t.signUpAndIn()
    for (let n = 0; n < 31; n += 1) expect(await signIn(t.stranger(), person, '192.0.2.4')).toBe('in')
    nextDay()
  })
})

test('many wrong passwords for different accounts notify the staff and delay unknown devices, but no first attempt', async () => {
  t = await testServer({ settings: { TRUST_PROXY: '1', SIGN_IN_ALARM: String(ALARM_FROM) } })
  const { person, cookies } = await t.signUpAndIn()
  const staff = await t.staff()
  const many = (count: number, from: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        signIn(t.stranger(), { email: `a${from + n}@example.com`, password: WRONG }, `203.0.113.${from + n}`),
      ),
    )
  const alarms = async () => (await staff.ask(notice.list, {})).items.filter(({ kind }) => kind === 'SIGN_IN_ALARM')
  expect(await many(ALARM_FROM - 1, 1)).toEqual(Array(ALARM_FROM - 1).fill(wrong))
  expect(await alarms()).toEqual([])
  expect(await many(ALARM_FROM + 1, 101)).toEqual(Array(ALARM_FROM + 1).fill(wrong))
  expect(await alarms()).toHaveLength(1)
  expect(await guess('late@example.com', ['192.0.2.1', '192.0.2.2'])).toEqual([wrong, slowed])
  expect(await signIn(t.stranger(), person, '192.0.2.3')).toBe('in')
  const own = t.stranger()
  own.cookies.set('device', cookies.get('device')!)
  expect(await signIn(own, { ...person, password: WRONG }, '192.0.2.3')).toBe(wrong)
  expect(await signIn(own, person, '192.0.2.3')).toBe('in')
  nextDay()
  expect(await guess('later@example.com', ['192.0.2.1', '192.0.2.2'])).toEqual([wrong, wrong])
})
