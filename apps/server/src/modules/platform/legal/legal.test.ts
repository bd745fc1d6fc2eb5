import { problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as account from '@simwright/contract/people/account'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as legal from '@simwright/contract/platform/legal'
import { describe, expect, test } from 'vitest'
import { wished } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { insertPlatform } from '../brand/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const t = await testServer()
await offerTransfers(t)
const staff = await t.staff()

/** Adds a platform without texts. */
async function platform(sys: string): Promise<string> {
  const id = crypto.randomUUID()
  const at = t.clock.now()
  await insertPlatform(t.server.db.global as never, {
    ...t.server.platforms.standard,
    id,
    sys,
    host: null,
    mail_texts: '{}',
    created_at: at,
    updated_at: at,
  })
  await t.server.platforms.reload()
  return id
}

const alba = await platform('alba')

type Text = { platformId?: string; kind?: legal.LegalKind; version: number; body?: string; publishedAt?: string | null }

const text = ({
  platformId = alba,
  kind = 'TERMS',
  version,
  body = `# Terms ${version}`,
  publishedAt = null,
}: Text) => ({
  platformId,
  kind,
  version,
  fields: { body, publishedAt },
})

const read = (sys: string, version?: number) => t.stranger().ask(legal.read, { sys, kind: 'TERMS', version })
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString()

let people = 0
const person = () => ({
  email: `reader${++people}@example.com`,
  password: 'Quiet-Harbour-7',
  firstName: 'Grace',
  lastName: 'Hopper',
  companyName: 'Reading Mobile',
})

const faultsOf = (refusal: { obj: unknown }) => (refusal.obj as { faults: unknown }).faults

/** What a user has accepted, from the file of their personal data. */
async function acceptedBy(client: Client): Promise<unknown> {
  const { text } = await client.file(account.exportData, {})
  return (JSON.parse(text) as { acceptedTexts: unknown }).acceptedTexts
}

describe('a text of a platform', () => {
  test('is not there until staff publish it, and applies to that platform alone', async () => {
    expect(await read('alba')).toEqual({ text: null, current: null })
    expect(await t.stranger().ask(legal.current, { sys: 'alba' })).toEqual({ texts: [] })
    const body = '# Terms\r\n<b>No HTML</b>'
    expect(await staff.ask(legal.publish, text({ version: 0, body }))).toEqual({ version: 1 })
    expect(await read('alba')).toMatchObject({ text: { version: 1, body: '# Terms\n<b>No HTML</b>' }, current: 1 })
    expect(await t.stranger().ask(legal.current, { sys: 'alba' })).toEqual({ texts: [{ kind: 'TERMS', version: 1 }] })
    expect(await read('simwright')).toEqual({ text: null, current: null })
    const [entry] = (await staff.ask(audit.list, { filter: { action: ['legal.published'] } })).items
    expect(entry).toMatchObject({ objectId: alba, after: { text: 'TERMS', version: 1 } })
  })

  test('of a later date replaces the current one from then on; the earlier one can still be read', async () => {
    const planned = text({ version: 1, publishedAt: inDays(2) })
    expect(await staff.ask(legal.publish, planned)).toEqual({ version: 2 })
    expect(await read('alba')).toMatchObject({ text: { version: 1 }, current: 1 })
    expect(await read('alba', 2)).toEqual({ text: null, current: 1 })
    t.clock.moveMs(2 * DAY_MS)
    expect(await read('alba')).toMatchObject({ text: { version: 2 }, current: 2 })
    expect(await read('alba', 1)).toMatchObject({ text: { version: 1 }, current: 2 })
  })

  test('can be replaced or withdrawn before its date, and not after it', async () => {
    const again = await t.staff()
    await again.ask(legal.publish, text({ version: 2, body: 'Third', publishedAt: inDays(3) }))
    await again.ask(legal.publish, text({ version: 3, body: 'Fourth', publishedAt: inDays(4) }))
    const { platforms } = await again.ask(legal.list, {})
    const [terms, privacy] = platforms.find(({ sys }) => sys === 'alba')!.texts
    expect(terms).toMatchObject({
      version: 4,
      current: { version: 2 },
      planned: { version: 4, body: 'Fourth' },
      earlier: [{ version: 1 }],
    })
    expect(privacy).toEqual({ kind: 'PRIVACY', version: 0, current: null, planned: null, earlier: [] })
    const name = { platformId: alba, kind: 'TERMS' as const }
    expect((await again.refusal(legal.withdraw, { ...name, version: 2 })).code).toBe(problems.changed_meanwhile.code)
    await again.ask(legal.withdraw, { ...name, version: 4 })
    expect((await again.refusal(legal.withdraw, { ...name, version: 2 })).code).toBe(problems.changed_meanwhile.code)
    expect(await read('alba')).toMatchObject({ text: { version: 2 } })
  })

  test('is published by one of two who edit it at the same time', async () => {
    const again = await t.staff()
    const answers = await Promise.allSettled([1, 2, 3].map(() => again.ask(legal.publish, text({ version: 2 }))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await again.refusal(legal.publish, text({ version: 2 }))).code).toBe(problems.changed_meanwhile.code)
  })

  test.each<[string, Partial<Text>, string]>([
    ['nothing', { body: ' \n ' }, 'fields.body'],
    ['a control character', { body: 'Terms\u0007' }, 'fields.body'],
    ['a time in the past', { publishedAt: '2020-01-01T00:00:00.000Z' }, 'fields.publishedAt'],
  ])('is refused with %s', async (_, more, path) => {
    const again = await t.staff()
    expect(faultsOf(await again.refusal(legal.publish, text({ version: 3, ...more })))).toMatchObject([{ path }])
  })

  test('is edited by staff who may edit plans', async () => {
    const support = await t.staff('Platform support')
    expect((await support.ask(legal.list, {})).platforms.length).toBeGreaterThan(1)
    expect((await support.refusal(legal.publish, text({ version: 3 }))).code).toBe(problems.forbidden.code)
  })
})

describe('the current versions must be accepted', () => {
  const standard = t.server.platforms.standard.id
  const both = { TERMS: 2, PRIVACY: 1 }

  test('at the sign-up, as far as they are published', async () => {
    const publisher = await t.staff()
    await t.stranger().ask(account.register, person())
    for (const version of [0, 1]) await publisher.ask(legal.publish, text({ platformId: standard, version }))
    await publisher.ask(legal.publish, text({ platformId: standard, kind: 'PRIVACY', version: 0 }))
    for (const accepted of [{}, { TERMS: 2 }, { TERMS: 1, PRIVACY: 1 }, { TERMS: 3, PRIVACY: 1 }]) {
      const refusal = await t.stranger().refusal(account.register, { ...person(), accepted })
      expect(faultsOf(refusal)).toMatchObject([{ path: 'accepted', rule: 'current' }])
    }
    const reader = person()
    const client = t.stranger()
    await client.ask(account.register, { ...reader, accepted: both })
    const token = new URL(await t.lastLink(reader.email)).searchParams.get('token')!
    await client.ask(account.verify, { token })
    await client.ask(account.login, { email: reader.email, password: reader.password })
    expect(await acceptedBy(client)).toMatchObject([
      { kind: 'TERMS', version: 2, orderId: null },
      { kind: 'PRIVACY', version: 1, orderId: null },
    ])
  })

  test('by a new member, not by one who has an account', async () => {
    const { owner } = await t.enterprise()
    const { password, firstName, lastName, email } = person()
    const invited = await owner.ask(team.invite, { emails: [email], roleId: 'Viewer' })
    expect(invited.items[0]!.outcome).toBe('INVITED')
    const token = new URL(await t.lastLink(email)).searchParams.get('token')!
    const joining = { token, person: { password, firstName, lastName } }
    const refusal = await t.stranger().refusal(team.acceptInvitation, joining)
    expect(faultsOf(refusal)).toMatchObject([{ path: 'accepted' }])
    await t.stranger().ask(team.acceptInvitation, { ...joining, accepted: both })
    const other = await t.enterprise()
    t.clock.moveMs(1000)
    await other.owner.ask(team.invite, { emails: [email], roleId: 'Viewer' })
    const next = new URL(await t.lastLink(email)).searchParams.get('token')!
    expect(await t.stranger().ask(team.acceptInvitation, { token: next })).toEqual({ email })
  })

  test('with an order: the terms', async () => {
    const { owner } = await t.enterprise(undefined, 'DEMO')
    const { totalCents } = await owner.ask(order.quote, wished())
    const wish = { ...wished(), totalCents }
    for (const accepted of [{}, { TERMS: 1 }, { PRIVACY: 1 }])
      expect(faultsOf(await owner.refusal(order.create, { ...wish, accepted }))).toMatchObject([{ path: 'accepted' }])
    const { id } = await owner.ask(order.create, { ...wish, accepted: { TERMS: 2 } })
    expect(await acceptedBy(owner)).toMatchObject([{ kind: 'TERMS', version: 2, orderId: id }])
  })
})
