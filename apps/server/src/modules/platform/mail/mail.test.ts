import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as platform from '@simwright/contract/platform/brand'
import * as mail from '@simwright/contract/platform/mail'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { keptMailLine } from '../../../runtime/kept-mail-line.ts'
import { openMailServer } from '../../../testing/mail-server.ts'
import { testServer } from '../../../testing/server.ts'
import { senderOf } from '../brand/service.ts'
import { activationLetter } from './letter.ts'
import { openMail } from './service.ts'

const mailServer = await openMailServer()
afterAll(() => mailServer.close())
const { received, refusals } = mailServer

const t = await testServer({
  settings: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://portal.example.com' },
})
const kept = await testServer()

let count = 0
const person = (given: Record<string, string> = {}) => ({
  email: `mary${++count}@example.com`,
  password: 'Quiet-Harbour-7',
  firstName: 'Mary',
  lastName: 'Jackson',
  companyName: 'Wind Tunnels Ltd',
  ...given,
})
const rowOf = async (email: string) =>
  await t.server.db.global
    .selectFrom('mail_message')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()

beforeEach(() => {
  received.length = 0
  refusals.length = 0
})

test('a mail that is kept is announced with its link when it is stored, and one that is not stored never is', async () => {
  const lines: string[] = []
  const { queue } = openMail(kept.server, (letter) => lines.push(keptMailLine(letter)))
  const sender = senderOf(kept.server, kept.server.platforms.standard)
  const letterTo = (to: string) =>
    activationLetter(sender, { to, firstName: 'A', companyName: 'B', link: 'https://x.example/confirm?token=t' })
  const undone = kept.server.db.global.transaction().execute(async (db) => {
    await queue(db, letterTo('undone@example.com'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await kept.server.db.global.transaction().execute((db) => queue(db, letterTo('nora@example.com')))
  await expect
    .poll(() => lines)
    .toEqual(['E-mail to nora@example.com: Activate your Simwright account, https://x.example/confirm?token=t'])
})

describe('with a mail server', () => {
  test('the activation mail is delivered, and its link activates the account', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    await expect.poll(() => received.length).toBe(1)
    const [mail] = received
    expect([mail?.from, mail?.to]).toEqual(['no-reply@portal.example.com', [who.email]])
    expect(mail?.email.subject).toBe('Activate your Simwright account')
    const link = /https:\/\/portal\.example\.com\/confirm\?token=\S+/.exec(mail?.email.text ?? '')?.[0] ?? ''
    expect(mail?.email.html).toContain(`href="${link}"`)
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await t.stranger().ask(account.verify, { token })).toMatchObject({ email: who.email })
  })

  test('the content of a mail that was sent is deleted', async () => {
    const who = person()
    await t.stranger().ask(account.register, who)
    await expect.poll(async () => (await rowOf(who.email)).state).toBe('SENT')
    expect((await rowOf(who.email)).sealed).toHaveLength(0)
  })

  test('a mail is sent again after a temporary refusal', async () => {
    refusals.push({ code: 451, text: 'try later' })
    const who = person()
    await t.stranger().ask(account.register, who)
    await expect.poll(async () => (await rowOf(who.email)).last_error).toContain('try later')
    expect(received).toHaveLength(0)
    expect((await rowOf(who.email)).state).toBe('WAITING')
    t.clock.moveMs(30_000)
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(async () => (await rowOf(who.email)).state).toBe('SENT')
  })

  test('a mail is not sent again after a permanent refusal', async () => {
    refusals.push({ code: 550, text: 'no such user' })
    const who = person()
    await t.stranger().ask(account.register, who)
    await expect.poll(async () => (await rowOf(who.email)).state).toBe('FAILED')
    expect((await rowOf(who.email)).last_error).toBe('550 no such user')
  })

  test('markup in a name is escaped', async () => {
    const who = person({ firstName: '<script>alert(1)</script>', companyName: '"><img src=x>' })
    await t.stranger().ask(account.register, who)
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]?.email.html).not.toMatch(/<script>|<img/)
  })

  test.each(['Mary\r\nBcc: victim@example.com', 'see https://example.com', 'WWW.example.com'])(
    'the name %j, which could mislead a recipient, is refused',
    async (firstName) => {
      const refused = await t.stranger().refusal(account.register, person({ firstName }))
      expect(refused.obj.faults).toEqual([{ path: 'firstName', rule: 'rule', text: 'Invalid name.' }])
    },
  )

  test('line breaks are removed from a subject', () => {
    const sender = { ...senderOf(t.server, t.server.platforms.standard), appName: 'A\r\nBcc: x@example.com' }
    const letter = activationLetter(sender, {
      to: 'a@example.com',
      firstName: 'A',
      companyName: 'B',
      link: 'https://x',
    })
    expect(letter.subject).not.toMatch(/[\r\n]/)
  })

  test('there is no development mailbox', async () => {
    expect((await t.stranger().ask(platform.query, {})).developmentMail).toBe(false)
    const response = await fetch(`${t.url}/dev/mailbox?token=`)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('mailbox</h1>')
  })
})

describe('staff', () => {
  /** A mail that the mail server has refused for good. */
  async function refusedMail() {
    refusals.push({ code: 550, text: 'no such user' })
    const { email } = person()
    await t.stranger().ask(account.register, person({ email }))
    await expect.poll(async () => (await rowOf(email)).state).toBe('FAILED')
    return { email, id: (await rowOf(email)).id }
  }

  test('can see why a mail failed, but neither whole addresses nor contents', async () => {
    const staff = await t.staff()
    const { email, id } = await refusedMail()
    const { items } = await staff.ask(mail.list, { filter: { recipient: email.toUpperCase() } })
    expect(items).toMatchObject([
      { id, kind: 'ACTIVATION', state: 'FAILED', recipient: 'm•••@example.com', platform: 'Simwright', attempts: 1 },
    ])
    expect(items[0]?.refusal).toContain('no such user')
    expect(items[0]?.nextAt).toBeNull()
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${email}|token|Wind Tunnels`))
  })

  test('can filter by state, refusal and whole address; the list is sorted by time and paged', async () => {
    const staff = await t.staff()
    const { id } = await refusedMail()
    const failed = await staff.ask(mail.list, { filter: { state: ['FAILED'] }, limit: 1 })
    expect(failed.items.map((row) => row.id)).toEqual([id])
    const more = await staff.ask(mail.list, { filter: { state: ['FAILED'] }, limit: 1, cursor: failed.next! })
    expect(more.items.map((row) => row.state)).toEqual(['FAILED'])
    expect(more.items[0]?.id).not.toBe(id)
    const refused = await staff.ask(mail.list, { filter: { refused: true } })
    expect(refused.items.every(({ refusal }) => refusal !== null)).toBe(true)
    expect((await staff.ask(mail.list, { filter: { recipient: 'example.com' } })).items).toEqual([])
    const foreign = await staff.refusal(mail.list, { filter: { state: ['SENT'] }, limit: 1, cursor: failed.next! })
    expect(foreign.code).toBe(problems.invalid.code)
  })

  test('can send a failed mail again', async () => {
    const staff = await t.staff()
    const { email, id } = await refusedMail()
    await staff.ask(mail.retry, { id })
    await expect.poll(() => received.map(({ to }) => to[0])).toContain(email)
    await expect.poll(async () => (await rowOf(email)).state).toBe('SENT')
    const [row] = (await staff.ask(mail.list, { filter: { recipient: email } })).items
    expect(row).toMatchObject({ id, state: 'SENT', attempts: 1, refusal: null, nextAt: null })
    expect(row?.sentAt).not.toBeNull()
    expect((await staff.refusal(mail.retry, { id })).code).toBe(problems.not_found.code)
  })

  test('of support can read, but not send again; owners of enterprise accounts can do neither', async () => {
    const support = await t.staff('Platform support')
    const { owner } = await t.enterprise()
    const { email, id } = await refusedMail()
    expect((await support.ask(mail.list, { filter: { recipient: email } })).items).toHaveLength(1)
    for (const client of [support, owner]) {
      expect((await client.refusal(mail.retry, { id })).code).toBe(problems.forbidden.code)
    }
    expect((await owner.refusal(mail.list, {})).code).toBe(problems.forbidden.code)
    expect((await rowOf(email)).state).toBe('FAILED')
    const admin = await t.staff()
    expect((await admin.refusal(mail.retry, { id: crypto.randomUUID() })).code).toBe(problems.not_found.code)
  })
})

describe('without a mail server', () => {
  const open = (token: string) => fetch(`${kept.url}/dev/mailbox?token=${encodeURIComponent(token)}`)
  const rightToken = () => kept.server.mail.mailbox?.token.reveal() ?? ''

  test('mails are stored, and the page of the development mailbox shows them with their links', async () => {
    const who = person({ companyName: 'Tom & <b>Jerry</b>' })
    await kept.stranger().ask(account.register, who)
    const response = await open(rightToken())
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(who.email)
    expect(page).toContain('Simwright &#60;no-reply@localhost&#62;')
    const link = await kept.lastLink(who.email)
    expect(page).toContain(`href="${link}"`)
    expect(page).toContain('Tom &#38; &#60;b&#62;Jerry')
    expect((await kept.stranger().ask(platform.query, {})).developmentMail).toBe(true)
  })

  test('the page can be opened only with the token printed on the terminal', async () => {
    const who = person()
    await kept.stranger().ask(account.register, who)
    const wrong = [`${rightToken()}x`, rightToken().slice(1), '', 'a'.repeat(32)]
    for (const token of wrong) {
      const response = await open(token)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('example.com')
    }
    expect((await fetch(`${kept.url}/dev/mailbox`)).status).toBe(404)
    expect((await fetch(`${kept.url}/dev/mailbox?token=a&token=${rightToken()}`)).status).toBe(404)
  })

  test('the page contains no script and is not cached', async () => {
    const response = await open(rightToken())
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).not.toContain('<script')
  })

  test('no mailbox token, link or password is logged, or stored unsealed', async () => {
    const who = person()
    await kept.stranger().ask(account.register, who)
    const linkToken = new URL(await kept.lastLink(who.email)).searchParams.get('token') ?? 'none'
    await open(rightToken())
    const rows = await kept.server.db.global.selectFrom('mail_message').selectAll().execute()
    const everything =
      kept.logged.join('') + rows.map((row) => row.sealed.toString('latin1') + JSON.stringify(row)).join('')
    for (const secret of [rightToken(), linkToken, who.password]) expect(everything).not.toContain(secret)
  })
})
