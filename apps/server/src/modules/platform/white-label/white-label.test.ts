import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as oauth from '@simwright/contract/people/oauth'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as platform from '@simwright/contract/platform/brand'
import * as platforms from '@simwright/contract/platform/white-label'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { describe, expect, test } from 'vitest'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import { createEnterprise } from '../../people/accounts/seed.ts'

const t = await testServer()
const staff = await t.staff()

const HOST = 'portal.alba.example'

const fields = (more: Partial<platforms.PlatformFields> = {}): platforms.PlatformFields => ({
  appName: 'Alba eSIM',
  themeColor: '#0f766e',
  iconId: null,
  logoId: null,
  host: null,
  smdpAddress: null,
  mailName: null,
  mailAddress: null,
  supportEmail: null,
  contactEmail: null,
  contactText: null,
  termsUrl: null,
  privacyUrl: null,
  mailTexts: {},
  providers: [],
  ...more,
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0f766e"/></svg>'
const upload = (content: string | Uint8Array, name = 'icon.svg') =>
  staff.upload(platforms.upload, {}, { name, content })

const icon = await upload(SVG)
const alba = await staff.ask(platforms.add, {
  sys: 'alba',
  fields: fields({
    host: HOST,
    smdpAddress: 'RSP.alba.example',
    iconId: icon.id,
    mailName: 'Alba, Post',
    mailAddress: 'post@alba.example',
    termsUrl: 'https://alba.example/terms',
  }),
})
const brio = await staff.ask(platforms.add, { sys: 'brio', fields: fields({ appName: 'Brio', themeColor: '#c2410c' }) })

const platformAt = async (host: string | undefined, sys?: string) =>
  await t.stranger().ask(platform.query, { sys }, { headers: host ? { 'x-forwarded-host': host } : {} })

describe('the platform of a call', () => {
  test('is the one whose short name is in the call, else the default one', async () => {
    expect((await platformAt(undefined, 'brio')).appName).toBe('Brio')
    expect((await platformAt(undefined)).appName).toBe('Simwright')
    expect((await platformAt(undefined, 'nobody')).appName).toBe('Simwright')
    const byHeader = await t.stranger().ask(platform.query, {}, { headers: { 'x-platform': 'brio' } })
    expect([byHeader.appName, byHeader.byHost]).toEqual(['Brio', false])
  })

  test('is not taken from a forwarded host without a trusted proxy', async () => {
    expect((await platformAt(HOST)).appName).toBe('Simwright')
  })

  test('is the one whose host is called, whatever short name is given', async () => {
    const answer = await askHost(HOST, '/api/v1/platform/query?sys=brio')
    expect(answer.obj).toMatchObject({
      appName: 'Alba eSIM',
      sys: 'alba',
      byHost: true,
      termsUrl: 'https://alba.example/terms',
    })
    const config = platform.AppConfig.parse(JSON.parse(String(answer.obj.appConfig)))
    expect([config.styleProperties.theme, config.iconUrl]).toEqual(['#0f766e', icon.url])
  })
})

/** A request with another host. */
async function askHost(host: string, path: string, body?: unknown) {
  const answer = await t.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: path,
    headers: { host, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return answer.json() as { success: boolean; code: string; obj: Record<string, unknown> }
}

const person = { password: 'Quiet-Harbour-7', firstName: 'Ada', lastName: 'Byron', companyName: 'Engines' }

describe('the contact for orders', () => {
  test('is the support address until there is another one, with the text of staff', async () => {
    const { id } = await staff.ask(platforms.add, {
      sys: 'contact',
      fields: fields({ supportEmail: 'help@alba.example' }),
    })
    const contact = async () => await t.stranger().ask(platform.query, { sys: 'contact' })
    expect(await contact()).toMatchObject({ contactEmail: 'help@alba.example', contactText: null })
    const own = { contactEmail: 'sales@alba.example', contactText: 'Call us.\nWe are quick.' }
    await staff.ask(platforms.edit, { id, version: 1, fields: fields(own) })
    expect(await contact()).toMatchObject(own)
    expect((await staff.ask(platforms.get, { id })).fields).toMatchObject(own)
    const tooLong = fields({ contactText: 'x'.repeat(1001) })
    expect((await staff.refusal(platforms.edit, { id, version: 2, fields: tooLong })).code).toBe(problems.invalid.code)
  })
})

describe('an account of one platform', () => {
  test('is independent of an account with the same address on another platform', async () => {
    const email = 'both@example.com'
    await t.stranger().ask(account.register, { ...person, email, sys: 'alba' })
    const [fromAlba] = await t.letters(email)
    expect(fromAlba).toMatchObject({
      subject: 'Activate your Alba eSIM account',
      from: { name: 'Alba, Post', address: 'post@alba.example' },
    })
    expect(fromAlba?.text).toContain(`http://${HOST}/confirm?token=`)
    expect(fromAlba?.html).toContain('#0f766e')
    const token = new URL(await t.lastLink(email)).searchParams.get('token') ?? ''
    const elsewhere = await t.stranger().refusal(account.verify, { token })
    expect(elsewhere.code).toBe(problems.activation_invalid.code)
    const opened = await askHost(HOST, '/api/v1/user/verify', { token })
    expect(opened.success).toBe(true)

    t.clock.moveMs(1_000)
    await t.stranger().ask(account.register, { ...person, email })
    const [fromDefault] = await t.letters(email)
    expect([fromDefault?.subject, fromDefault?.from.name]).toEqual(['Activate your Simwright account', 'Simwright'])
    expect(fromDefault?.text).not.toContain('Alba')
  })

  test('cannot sign in on another platform, as with a wrong password', async () => {
    const user = { name: 'Alba Wind', plan: 'LAB', email: 'only@alba.example', password: person.password } as const
    await createEnterprise(t.server, { ...user, sys: 'alba' })
    const { email, password } = user
    const wrong = await t.stranger().refusal(account.login, { email, password })
    expect(wrong.code).toBe(problems.credentials_wrong.code)
    const atBrio = await t.stranger().refusal(account.login, { email, password }, { headers: { 'x-platform': 'brio' } })
    expect(atBrio.code).toBe(problems.credentials_wrong.code)
    const right = await askHost(HOST, '/api/v1/user/login', { email, password })
    expect(right.success).toBe(true)
  })

  test('gets a password link only from the called platform, in its style', async () => {
    const email = 'forgetful@brio.example'
    await createEnterprise(t.server, { name: 'Brio Shop', plan: 'LAB', email, password: person.password, sys: 'brio' })
    await t.stranger().ask(account.sendForget, { email })
    expect(await t.letters(email)).toEqual([])
    await t.stranger().ask(account.sendForget, { email, sys: 'brio' })
    const [letter] = await t.letters(email)
    expect(letter?.subject).toBe('Set a new password for Brio')
    expect(letter?.text).toContain(`${t.server.config.publicUrl}/sign/reset/brio?token=`)
  })

  test('gets links with the configured address when an unknown host is called', async () => {
    const email = 'injected@example.com'
    await askHost('evil.example', '/api/v1/user/register', { ...person, email })
    expect(await t.lastLink(email)).toContain(`${t.server.config.publicUrl}/confirm?token=`)
  })

  test('gets invitations from the platform of the enterprise account', async () => {
    const owner = await createEnterprise(t.server, {
      name: 'Inviting',
      plan: 'LAB',
      email: 'inviter@alba.example',
      sys: 'alba',
    })
    const client = await t.sessionOf(owner)
    await client.ask(team.invite, { emails: ['guest@example.com'], roleId: 'Viewer' })
    const [letter] = await t.letters('guest@example.com')
    expect(letter?.subject).toBe('Join Inviting on Alba eSIM')
    const token = new URL(await t.lastLink('guest@example.com')).searchParams.get('token') ?? ''
    expect((await t.stranger().refusal(team.invitation, { token })).code).toBe(problems.invitation_invalid.code)
  })

  test('cannot use identity providers of another platform', async () => {
    const sent = await t.stranger().open('/api/v1/oauth/render/login/google/alba')
    expect(sent.headers.get('location')).toBe('/signerror/alba?reason=oauth_unknown')
    expect((await staff.ask(oauth.identities, {})).providers).toEqual([])
  })
})

describe('codes and pages of an enterprise account', () => {
  test('use the SM-DP+ host and the page address of its platform', async () => {
    const owner = await createEnterprise(t.server, {
      name: 'Coding',
      plan: 'LAB',
      email: 'coder@alba.example',
      sys: 'alba',
    })
    const client: Client = await t.sessionOf(owner)
    const configurationId = await configured(client)
    const rows = subscribers(1, 77_000)
    await generated(client, { configurationId, rows })
    const { id, activationCode } = await profileOf(client, undefined)
    expect(activationCode).toMatch(/^LPA:1\$rsp\.alba\.example\$/)
    const { link: address, smdpAddress } = await client.ask(fleet.detail, { id })
    const link = address ?? ''
    expect([smdpAddress, new URL(link).host]).toEqual(['rsp.alba.example', HOST])
    expect((await client.ask(enterpriseInfo, {})).smdpAddress).toBe('rsp.alba.example')
    const slug = link.split('/').at(-1) ?? ''
    expect((await t.stranger().ask(delivery.publicCode, { slug })).sys).toBe('alba')
    const { host } = new URL(t.server.config.publicUrl)
    expect((await askHost(HOST, `/api/v1/public/ac?slug=${slug}`)).success).toBe(true)
    await staff.ask(platforms.edit, {
      id: brio.id,
      version: 1,
      fields: fields({ appName: 'Brio', host: 'brio.example' }),
    })
    const atBrio = await askHost('brio.example', `/api/v1/public/ac?slug=${slug}`)
    expect(atBrio.code).toBe(problems.code_gone.code)
    expect(host).not.toBe(HOST)
  })
})

describe('saving a platform', () => {
  const refused = async (more: Partial<platforms.PlatformFields>) =>
    (await staff.refusal(platforms.add, { sys: 'new', fields: fields(more) })).obj.faults

  test.each([
    ['a name with a line break', { appName: 'A\r\nBcc: x@example.com' }, 'fields.appName'],
    ['a sender with a line break', { mailName: 'A\nBcc: x@example.com' }, 'fields.mailName'],
    ['a sender address with a header', { mailAddress: 'a@example.com\r\nBcc: x@example.com' }, 'fields.mailAddress'],
    ['an invalid color', { themeColor: 'red;}' }, 'fields.themeColor'],
    ['a host with a path', { host: 'alba.example/evil' }, 'fields.host'],
    ['a host that another platform has', { host: HOST }, 'fields.host'],
    ['an SM-DP+ host of another platform', { smdpAddress: 'rsp.alba.example:8443' }, 'fields.smdpAddress'],
    ['the host that all share', { smdpAddress: 'localhost' }, 'fields.smdpAddress'],
    ['terms that run a script', { termsUrl: 'javascript:alert(1)' }, 'fields.termsUrl'],
    ['terms without TLS', { termsUrl: 'http://alba.example' }, 'fields.termsUrl'],
    ['an icon that was never upload', { iconId: crypto.randomUUID() }, 'fields.iconId'],
  ])('%s is refused', async (_what, more, path) => {
    expect(await refused(more)).toMatchObject([{ path }])
  })

  test('a short name is unique', async () => {
    const again = await staff.refusal(platforms.add, { sys: 'alba', fields: fields() })
    expect(again.obj.faults).toMatchObject([{ path: 'sys', rule: 'taken' }])
    for (const sys of ['', 'Alba', 'a b', '../x', 'a'.repeat(33)]) {
      expect((await staff.refusal(platforms.add, { sys, fields: fields() })).obj.faults).toMatchObject([
        { path: 'sys' },
      ])
    }
  })

  test('an edit of an outdated version is refused', async () => {
    const stale = await staff.refusal(platforms.edit, { id: alba.id, version: 0, fields: fields() })
    expect(stale.code).toBe(problems.changed_meanwhile.code)
    const gone = await staff.refusal(platforms.edit, { id: crypto.randomUUID(), version: 1, fields: fields() })
    expect(gone.code).toBe(problems.not_found.code)
  })

  test("support can read, but can't save", async () => {
    const support = await t.staff('Platform support')
    expect((await support.ask(platforms.get, { id: alba.id })).fields.appName).toBe('Alba eSIM')
    const tried = await support.refusal(platforms.edit, { id: alba.id, version: 1, fields: fields() })
    expect(tried.code).toBe(problems.forbidden.code)
  })
})

describe('texts of mails', () => {
  const text = { subject: 'Welcome to {appName}', body: 'Dear {firstName},\n\nopen it.', action: 'Open', footnote: '' }

  test('replace the default texts; placeholders in values are not filled', async () => {
    const detail = await staff.ask(platforms.get, { id: brio.id })
    const saved = { ...detail.fields, host: null, mailTexts: { ACTIVATION: text } }
    await staff.ask(platforms.edit, { id: brio.id, version: detail.version, fields: saved })
    const email = 'worded@example.com'
    await t.stranger().ask(account.register, { ...person, firstName: '{companyName}', email, sys: 'brio' })
    const [letter] = await t.letters(email)
    expect(letter?.subject).toBe('Welcome to Brio')
    expect(letter?.text).toContain('Dear {companyName},')
  })

  test.each([
    ['an unknown placeholder', { ACTIVATION: { ...text, body: '{password}' } }, 'ACTIVATION.body'],
    ['a missing placeholder', { ACCOUNT_CHANGED: { ...text, body: 'Hello.' } }, 'ACCOUNT_CHANGED.body'],
    ['an empty button label', { ACTIVATION: { ...text, action: '' } }, 'ACTIVATION.action'],
    ['a subject of two lines', { ACTIVATION: { ...text, subject: 'A\nBcc: x@example.com' } }, 'ACTIVATION.subject'],
  ])('%s is refused', async (_what, mailTexts, path) => {
    const refused = await staff.refusal(platforms.add, { sys: 'words', fields: fields({ mailTexts }) })
    expect(refused.obj.faults).toMatchObject([{ path: `fields.mailTexts.${path}` }])
  })

  test.each([
    ['#ffffff', true],
    ['#fff59d', true],
    ['#ffcc00', false],
    ['#000000', false],
  ])('have a button of %s that is visible on white', async (themeColor, hasEdge) => {
    const fields = { appName: 'Nova', themeColor, logoId: null, mailName: null, mailAddress: null, supportEmail: null }
    const { html } = await staff.ask(platforms.previewMail, { kind: 'ACTIVATION', fields, text })
    expect(html).toContain(`background:${themeColor}`)
    expect(html.includes('border:1px solid #868e9c')).toBe(hasEdge)
  })

  test('are previewed as they will be sent', async () => {
    const preview = { appName: 'Nova <b>', themeColor: '#ffe600', logoId: null, mailName: null, mailAddress: null }
    const shown = await staff.ask(platforms.previewMail, {
      kind: 'ACTIVATION',
      fields: { ...preview, supportEmail: 'help@nova.example' },
      text,
    })
    expect(shown.subject).toBe('Welcome to Nova <b>')
    expect(shown.html).toContain('Dear Mary,')
    expect(shown.html).toContain('color:#0b0e13')
    expect(shown.html).not.toContain('<b>')
  })
})
