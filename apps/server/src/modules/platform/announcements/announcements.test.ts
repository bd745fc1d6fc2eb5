import { problems } from '@simwright/contract'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import * as announcement from '@simwright/contract/platform/announcement'
import * as audit from '@simwright/contract/platform/audit'
import { describe, expect, test } from 'vitest'
import { type Client, testServer } from '../../../testing/server.ts'
import { createEnterprise } from '../../people/accounts/seed.ts'
import { insertPlatform } from '../brand/service.ts'

const HOUR_MS = 60 * 60 * 1000
const t = await testServer()
const staff = await t.staff()

const standard = {
  kind: 'MAINTENANCE',
  text: 'The portal is not available from 02:00 to 03:00 UTC.',
  link: 'https://status.example',
  startsAt: null,
  endsAt: null,
  platformId: null,
} satisfies announcement.AnnouncementFields

const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR_MS).toISOString()

async function publish(fields: Partial<announcement.AnnouncementFields> = {}): Promise<string> {
  return (await staff.ask(announcement.add, { fields: { ...standard, ...fields } })).id
}

async function seenBy(client: Client, id: string) {
  return (await client.ask(announcement.current, {})).items.find((one) => one.id === id)
}

async function stored(id: string): Promise<announcement.Announcement> {
  return (await staff.ask(announcement.list, {})).items.find((one) => one.id === id)!
}

describe('an announcement', () => {
  test('reaches every signed-in user, also staff and users without an enterprise account', async () => {
    const id = await publish()
    const { member } = await t.enterprise()
    const viewer = await member('Viewer')
    const expected = { id, kind: 'MAINTENANCE', text: standard.text, link: standard.link, isDismissed: false }
    for (const reader of [viewer, staff, await t.sessionIn(viewer, NO_ENTERPRISE_ID)])
      expect(await seenBy(reader, id)).toMatchObject(expected)
    expect((await t.stranger().refusal(announcement.current, {})).code).toBe(problems.session_missing.code)
    const [entry] = (await staff.ask(audit.list, { filter: { action: ['announcement.added'] } })).items
    expect(entry).toMatchObject({ objectId: id, after: { text: standard.text, platform: null } })
  })

  test('is shown from its start until its end', async () => {
    const id = await publish({ startsAt: inHours(1), endsAt: inHours(2) })
    const { owner } = await t.enterprise()
    expect([await seenBy(owner, id), (await stored(id)).state]).toEqual([undefined, 'SCHEDULED'])
    t.clock.moveMs(HOUR_MS)
    expect(await seenBy(owner, id)).toBeDefined()
    expect((await stored(id)).state).toBe('SHOWN')
    t.clock.moveMs(HOUR_MS - 1)
    expect(await seenBy(owner, id)).toBeDefined()
    t.clock.moveMs(1)
    expect(await seenBy(owner, id)).toBeUndefined()
    expect((await (await t.staff()).ask(announcement.list, { filter: { state: ['ENDED'] } })).items).toMatchObject([
      { id },
    ])
  })

  test('for one platform is not shown on another', async () => {
    const platformId = t.server.random.uuid()
    const at = t.clock.now()
    const { standard: first } = t.server.platforms
    await insertPlatform(t.server.db.global as never, {
      ...first,
      id: platformId,
      sys: 'alba',
      host: null,
      mail_texts: '{}',
      created_at: at,
      updated_at: at,
    })
    await t.server.platforms.reload()
    const user = { name: 'Alba Mobile', email: 'alba@example.com', plan: 'LAB', sys: 'alba' } as const
    const elsewhere = await t.sessionOf(await createEnterprise(t.server, user))
    const { owner } = await t.enterprise()
    const admin = await t.staff()
    const { id } = await admin.ask(announcement.add, { fields: { ...standard, platformId } })
    expect([(await seenBy(elsewhere, id))?.id, await seenBy(owner, id)]).toEqual([id, undefined])
  })

  test('is dismissed by each user alone, and appears again with another text, kind or link', async () => {
    const admin = await t.staff()
    const { id } = await admin.ask(announcement.add, { fields: standard })
    const { owner, member } = await t.enterprise()
    const colleague = await member('Viewer')
    await owner.ask(announcement.dismiss, { id })
    await owner.ask(announcement.dismiss, { id })
    expect(await seenBy(owner, id)).toMatchObject({ isDismissed: true })
    expect(await seenBy(colleague, id)).toMatchObject({ isDismissed: false })
    await admin.ask(announcement.edit, { id, version: 1, fields: { ...standard, endsAt: inHours(9) } })
    expect(await seenBy(owner, id)).toMatchObject({ isDismissed: true })
    await admin.ask(announcement.edit, { id, version: 2, fields: { ...standard, text: 'It is postponed.' } })
    expect(await seenBy(owner, id)).toMatchObject({ text: 'It is postponed.', isDismissed: false })
    const postponed = { ...standard, text: 'It is postponed.' }
    for (const [version, change] of [{ kind: 'WARNING' }, { kind: 'WARNING', link: null }].entries()) {
      await owner.ask(announcement.dismiss, { id })
      await admin.ask(announcement.edit, { id, version: version + 3, fields: { ...postponed, ...change } as never })
      expect(await seenBy(owner, id)).toMatchObject({ ...change, isDismissed: false })
    }
    await owner.ask(announcement.dismiss, { id: crypto.randomUUID() })
  })

  test('is edited and withdrawn only in the version that was read', async () => {
    const admin = await t.staff()
    const { id } = await admin.ask(announcement.add, { fields: standard })
    const { owner } = await t.enterprise()
    expect(await admin.ask(announcement.edit, { id, version: 1, fields: standard })).toEqual({ version: 2 })
    const changed = problems.changed_meanwhile.code
    expect((await admin.refusal(announcement.edit, { id, version: 1, fields: standard })).code).toBe(changed)
    expect((await admin.refusal(announcement.withdraw, { id, version: 1 })).code).toBe(changed)
    expect(await admin.ask(announcement.withdraw, { id, version: 2 })).toEqual({ version: 3 })
    expect(await seenBy(owner, id)).toBeUndefined()
    expect((await admin.refusal(announcement.edit, { id, version: 3, fields: standard })).code).toBe(changed)
    const unknown = { id: crypto.randomUUID(), version: 1 }
    expect((await admin.refusal(announcement.withdraw, unknown)).code).toBe(problems.not_found.code)
  })

  test.each([
    ['no text', { text: '  ' }],
    ['501 characters', { text: 'x'.repeat(501) }],
    ['several paragraphs', { text: 'One\ntwo' }],
    ['a link that is not https', { link: 'http://status.example' }],
    ['a link that runs a script', { link: 'javascript:alert(1)' }],
    ['an end before its start', { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }],
    ['an unknown platform', { platformId: crypto.randomUUID() }],
  ])('is refused with %s', async (_what, fields) => {
    const refusal = await (await t.staff()).refusal(announcement.add, { fields: { ...standard, ...fields } })
    expect(refusal.code).toBe(problems.invalid.code)
  })

  test('is visible to support, who cannot change it', async () => {
    const support = await t.staff('Platform support')
    const [item] = (await support.ask(announcement.list, {})).items
    const { id, version } = item!
    for (const refused of [
      await support.refusal(announcement.add, { fields: standard }),
      await support.refusal(announcement.edit, { id, version, fields: standard }),
      await support.refusal(announcement.withdraw, { id, version }),
    ])
      expect(refused.status).toBe(403)
  })
})
