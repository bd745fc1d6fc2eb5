import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as invitation from '@simwright/contract/people/invitation'
import * as oauth from '@simwright/contract/people/oauth'
import * as session from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { renderPath } from '@simwright/contract/platform/provider'
import { afterAll, describe, expect, test } from 'vitest'
import { Secret } from '../../../secret/secret.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  openIdentityProvider,
  type ProviderUser,
} from '../../../testing/identity-provider.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { setProvider } from '../../platform/providers/service.ts'

const t = await testServer({ settings: { CALL_LOOPBACK: 'on' } })
const back = (slug: string) => `http://localhost:${t.server.ports.portal}/oauth/callback/${slug}`
const idp = await openIdentityProvider(() => [back('harbour'), back('lighthouse'), back('contoso')])
afterAll(() => idp.close())
const offer = (slug: string, given: { issuer?: string; preset?: 'OIDC' | 'MICROSOFT' } = {}) =>
  setProvider(t.server, {
    sys: undefined,
    slug,
    preset: given.preset ?? 'OIDC',
    name: slug[0]!.toUpperCase() + slug.slice(1),
    issuer: given.issuer ?? idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: new Secret(CLIENT_SECRET),
    enabled: true,
  })
await offer('harbour')
await offer('lighthouse')
await offer('contoso', { preset: 'MICROSOFT' })

let count = 0
const somebody = (given: Partial<ProviderUser> = {}): ProviderUser => {
  const sub = `person-${++count}`
  const names = { given_name: 'Grace', family_name: 'Hopper' }
  return { sub, email: `${sub}@example.com`, email_verified: true, ...names, ...given }
}

/** Starts a flow. @returns the provider's address for the browser */
async function leave(client: Client, slug = 'harbour', page: 'login' | 'signup' = 'login'): Promise<string> {
  const answer = await client.open(renderPath(page, slug, 'simwright'))
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

/** Starts and finishes a flow. @returns the query with which the provider sent the browser back */
async function visit(client: Client, user: ProviderUser, slug = 'harbour'): Promise<string> {
  return new URL(await idp.signIn(await leave(client, slug), user)).search
}

async function signInAs(user: ProviderUser, { client = t.stranger(), slug = 'harbour' } = {}) {
  const query = await visit(client, user, slug)
  return { client, answer: await client.ask(oauth.finish, { provider: slug, query }) }
}

const company = { firstName: 'Grace', lastName: 'Hopper', companyName: 'Compilers Ltd' }

async function signUpAs(user: ProviderUser) {
  const { client, answer } = await signInAs(user)
  await client.ask(oauth.register, { ...company, ticket: answer.next!.ticket })
  return client
}

const codeFrom = async (email: string) => {
  const texts = (await t.letters(email)).map(({ text }) => text).join('\n')
  return /^(\d{4} \d{4})$/m.exec(texts)?.[1] ?? ''
}

describe('the redirect to a provider', () => {
  test('has state, nonce and PKCE challenge, but neither the verifier nor the secret', async () => {
    const address = new URL(await leave(t.stranger()))
    expect(address.origin).toBe(idp.issuer)
    const sent = Object.fromEntries(address.searchParams)
    expect(sent).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: back('harbour'),
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/)
    expect(Object.keys(sent)).not.toContain('client_secret')
  })

  test('leaves no readable secrets in the database', async () => {
    const address = new URL(await leave(t.stranger()))
    const rows = JSON.stringify(await t.server.db.global.selectFrom('oauth_flow').selectAll().execute())
    for (const name of ['state', 'nonce']) expect(rows).not.toContain(address.searchParams.get(name))
    const providers = await t.server.db.global.selectFrom('identity_provider').selectAll().execute()
    expect(providers.some((row) => row.sealed_secret.includes(CLIENT_SECRET))).toBe(false)
  })

  test.each(['nobody', 'a%20b', '0190a6c0-0000-7000-8000-000000000000'])(
    'of an unknown provider (%s) leads to the error page',
    async (slug) => {
      const answer = await t.stranger().open(`/api/v1/oauth/render/login/${slug}/simwright`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/signerror?reason=oauth_unknown'])
    },
  )

  test('leads to the error page when the provider does not answer', async () => {
    await offer('sunken', { issuer: 'http://127.0.0.1:1' })
    const answer = await t.stranger().open(renderPath('login', 'sunken', 'simwright'))
    expect(answer.headers.get('location')).toBe('/signerror?reason=oauth_unreachable')
  })
})

describe('signing up by a provider', () => {
  test('asks for names and company, then opens an enterprise account and signs in its owner', async () => {
    const user = somebody({ given_name: 'Gra\u202Ece' })
    const { client, answer } = await signInAs(user)
    expect(answer.next).toMatchObject({ kind: 'REGISTER', email: user.email, firstName: 'Grace', provider: 'Harbour' })
    const { ticket } = answer.next!
    const survey = { industry: 'MVNO' as const }
    const done = await client.ask(oauth.register, { ...company, ticket, survey })
    expect(done.signIn?.token).toBe(client.token)
    expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({ name: 'Compilers Ltd', role: 'Owner' })
    const again = await client.refusal(oauth.register, { ...company, ticket })
    expect(again.code).toBe(problems.oauth_gone.code)
  })

  test('uses the invitation code; a code that cannot be used is refused at its field, and can be corrected', async () => {
    const staff = await t.staff()
    const { id } = await staff.ask(invitation.add, {
      fields: {
        platformId: t.server.platforms.standard.id,
        plan: 'PRO',
        planDays: 30,
        trialDays: null,
        maxUses: 1,
        until: null,
        note: '',
      },
    })
    const { code } = await staff.ask(invitation.get, { id })
    const { client, answer } = await signInAs(somebody())
    const { ticket } = answer.next!
    const refused = await client.refusal(oauth.register, { ...company, ticket, invitation: `${code}9` })
    expect(refused.obj).toMatchObject({ faults: [{ path: 'invitation', rule: 'unknown' }] })
    await client.ask(oauth.register, { ...company, ticket, invitation: code })
    expect((await client.ask(plan.queryOrder, {})).plan).toBe('PRO')
    expect(await staff.ask(invitation.get, { id })).toMatchObject({ uses: 1, came: [{ name: 'Compilers Ltd' }] })
  })

  test('creates an account without a password', async () => {
    const user = somebody()
    await signUpAs(user)
    const { client, answer } = await signInAs(user)
    expect(answer.signIn?.token).toBe(client.token)
    const tried = await t.stranger().refusal(account.login, { email: user.email!, password: 'Quiet-Harbour-7' })
    expect(tried.code).toBe(problems.credentials_wrong.code)
  })

  test('a ticket works only in the browser that got it, for half an hour', async () => {
    const { answer, client } = await signInAs(somebody())
    const stolen = t.stranger()
    await leave(stolen)
    const input = { ...company, ticket: answer.next!.ticket }
    expect((await stolen.refusal(oauth.register, input)).code).toBe(problems.oauth_gone.code)
    t.clock.moveMs(30 * 60_000)
    expect((await client.refusal(oauth.register, input)).code).toBe(problems.oauth_gone.code)
  })

  test('an account that waits for activation is replaced, and its links become invalid', async () => {
    const user = somebody()
    const other = { ...company, email: user.email!, password: 'Quiet-Harbour-7' }
    await t.stranger().ask(account.register, other)
    const token = new URL(await t.lastLink(user.email!)).searchParams.get('token') ?? ''
    await signUpAs(user)
    expect((await t.stranger().refusal(account.verify, { token })).code).toBe(problems.activation_invalid.code)
    expect((await t.stranger().refusal(account.login, other)).code).toBe(problems.credentials_wrong.code)
  })

  test("a provider that gives no address can't be used", async () => {
    const client = t.stranger()
    const query = await visit(client, { sub: `mute-${++count}` })
    const refused = await client.refusal(oauth.finish, { provider: 'harbour', query })
    expect(refused.code).toBe(problems.oauth_no_email.code)
  })
})

describe('an address that has an account already', () => {
  test('is linked by its password', async () => {
    const { person } = await t.signUpAndIn()
    const { client, answer } = await signInAs(somebody({ email: person.email }))
    expect(answer.next).toMatchObject({ kind: 'LINK', hasPassword: true })
    const { ticket } = answer.next!
    const wrong = await client.refusal(oauth.linkByPassword, { ticket, password: 'Wrong-Harbour-7' })
    expect(wrong.code).toBe(problems.credentials_wrong.code)
    const done = await client.ask(oauth.linkByPassword, { ticket, password: person.password })
    expect(done.signIn?.token).toBe(client.token)
    expect((await client.ask(account.me, {})).email).toBe(person.email)
  })

  test('is linked by a code sent there, and its owner is notified', async () => {
    const { person } = await t.signUpAndIn()
    const user = somebody({ email: person.email })
    const { client, answer } = await signInAs(user)
    const { ticket } = answer.next!
    await client.ask(oauth.sendCode, { ticket })
    const done = await client.ask(oauth.prove, { ticket, code: await codeFrom(person.email) })
    expect(done.signIn?.token).toBe(client.token)
    const texts = (await t.letters(person.email)).map(({ text }) => text).join('\n')
    expect(texts).toContain('Signing in by Harbour was linked')
    expect((await signInAs(user)).answer.signIn).toBeDefined()
  })

  test('is never linked by signing up', async () => {
    const { person } = await t.signUpAndIn()
    const { client, answer } = await signInAs(somebody({ email: person.email }))
    const refused = await client.refusal(oauth.register, { ...company, ticket: answer.next!.ticket })
    expect(refused.code).toBe(problems.conflict.code)
  })

  test('is protected from guesses of the code', async () => {
    const { person } = await t.signUpAndIn()
    const { client, answer } = await signInAs(somebody({ email: person.email }))
    const { ticket } = answer.next!
    await client.ask(oauth.sendCode, { ticket })
    for (let i = 0; i < 5; i += 1) {
      const wrong = await client.refusal(oauth.prove, { ticket, code: '0000 0000' })
      expect(wrong.code).toBe(problems.code_wrong.code)
    }
    const slowed = await client.refusal(oauth.prove, { ticket, code: await codeFrom(person.email) })
    expect(slowed.code).toBe(problems.sign_in_slowed.code)
  })

  test.each([
    ['that the provider has not verified', 'harbour', false],
    ['of a provider that is not trusted to verify addresses', 'contoso', true],
  ])(
    'an address %s needs a code first, and nothing is revealed about it before',
    async (_why, slug, email_verified) => {
      const { person } = await t.signUpAndIn()
      const known = await signInAs(somebody({ email: person.email, email_verified }), { slug })
      const unknown = await signInAs(somebody({ email_verified }), { slug })
      const shown = [known, unknown].map(({ answer }) => ({ ...answer.next, ticket: '', email: '' }))
      expect(shown[0]).toEqual(shown[1])
      expect(shown[0]).toMatchObject({ kind: 'PROVE', hasPassword: false })
      const { ticket, email } = unknown.answer.next!
      expect((await unknown.client.refusal(oauth.register, { ...company, ticket })).code).toBe(problems.oauth_gone.code)
      const refused = await known.client.refusal(oauth.linkByPassword, {
        ticket: known.answer.next!.ticket,
        password: person.password,
      })
      expect(refused.code).toBe(problems.oauth_gone.code)
      await unknown.client.ask(oauth.sendCode, { ticket })
      const proved = await unknown.client.ask(oauth.prove, { ticket, code: await codeFrom(email) })
      expect(proved.next).toMatchObject({ kind: 'REGISTER', ticket })
      expect((await unknown.client.ask(oauth.register, { ...company, ticket })).signIn?.token).toBeDefined()
    },
  )
})

describe('an unexpected answer', () => {
  const finishCode = async (client: Client, query: string, provider = 'harbour') =>
    (await client.refusal(oauth.finish, { provider, query })).code

  test('another state is refused', async () => {
    const client = t.stranger()
    const query = new URLSearchParams(await visit(client, somebody()))
    query.set('state', 'A'.repeat(43))
    expect(await finishCode(client, query.toString())).toBe(problems.oauth_gone.code)
  })

  test('a missing or doubled state is refused', async () => {
    const client = t.stranger()
    const query = new URLSearchParams(await visit(client, somebody()))
    expect(await finishCode(client, `${query}&state=x`)).toBe(problems.oauth_gone.code)
    query.delete('state')
    expect(await finishCode(client, query.toString())).toBe(problems.oauth_gone.code)
  })

  test('the state of another browser is refused, and remains valid in its own', async () => {
    const [mine, theirs] = [t.stranger(), t.stranger()]
    const query = await visit(mine, somebody())
    await leave(theirs)
    expect(await finishCode(theirs, query)).toBe(problems.oauth_gone.code)
    expect(await finishCode(t.stranger(), query)).toBe(problems.oauth_gone.code)
    expect((await mine.ask(oauth.finish, { provider: 'harbour', query })).next).toBeDefined()
  })

  test('the same answer a second time is refused', async () => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    await client.ask(oauth.finish, { provider: 'harbour', query })
    expect(await finishCode(client, query)).toBe(problems.oauth_gone.code)
  })

  test('a code that was already used is refused', async () => {
    const client = t.stranger()
    const first = new URLSearchParams(await visit(client, somebody()))
    await client.ask(oauth.finish, { provider: 'harbour', query: first.toString() })
    const second = new URLSearchParams(await visit(client, somebody()))
    second.set('code', first.get('code') ?? '')
    expect(await finishCode(client, second.toString())).toBe(problems.oauth_refused.code)
  })

  test("the code of another browser's sign-in is refused, because the PKCE verifier differs", async () => {
    const victim = new URLSearchParams(await visit(t.stranger(), somebody()))
    const client = t.stranger()
    const mine = new URLSearchParams(await visit(client, somebody()))
    mine.set('code', victim.get('code') ?? '')
    expect(await finishCode(client, mine.toString())).toBe(problems.oauth_refused.code)
  })

  test('an answer after ten minutes is refused', async () => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    t.clock.moveMs(10 * 60_000)
    expect(await finishCode(client, query)).toBe(problems.oauth_gone.code)
  })

  test('an answer at the callback of another provider is refused', async () => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    expect(await finishCode(client, query, 'lighthouse')).toBe(problems.oauth_gone.code)
  })

  test('an answer from another issuer is refused', async () => {
    const client = t.stranger()
    const query = new URLSearchParams(await visit(client, somebody()))
    query.set('iss', 'https://elsewhere.example')
    expect(await finishCode(client, query.toString())).toBe(problems.oauth_refused.code)
  })

  test('a canceled sign-in is reported as canceled', async () => {
    const client = t.stranger()
    const query = new URL(await idp.signIn(await leave(client), somebody(), { refuse: true })).search
    expect(await finishCode(client, query)).toBe(problems.oauth_denied.code)
  })

  const seconds = () => Math.floor(t.clock.now().getTime() / 1000)

  test.each([
    ['another nonce', () => ({ claims: { nonce: 'B'.repeat(43) } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['an expired token', () => ({ claims: { exp: seconds() - 60 } })],
    ['another issuer', () => ({ claims: { iss: 'https://elsewhere.example' } })],
    ['another audience', () => ({ claims: { aud: 'somebody-else' } })],
    ['another audience next to ours, as the authorized party', () => ({ claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ["a key that is not the provider's", () => ({ foreignKey: true })],
  ])('an ID token with %s is refused', async (_what, forgery) => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    idp.forgery = forgery()
    try {
      expect(await finishCode(client, query)).toBe(problems.oauth_refused.code)
    } finally {
      idp.forgery = undefined
    }
    expect(client.token).toBeUndefined()
  })

  test('the same exchange without a forgery is accepted', async () => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    idp.forgery = { claims: {} }
    expect((await client.ask(oauth.finish, { provider: 'harbour', query })).next?.kind).toBe('REGISTER')
    idp.forgery = undefined
  })

  test('a token that has expired by our clock is refused', async () => {
    const client = t.stranger()
    const query = await visit(client, somebody())
    idp.forgery = { claims: { exp: seconds() + 120 } }
    t.clock.moveMs(5 * 60_000)
    expect(await finishCode(client, query)).toBe(problems.oauth_refused.code)
    idp.forgery = undefined
  })

  test('no code, token or state is in the log', async () => {
    const client = t.stranger()
    const query = new URLSearchParams(await visit(client, somebody()))
    await client.ask(oauth.finish, { provider: 'harbour', query: query.toString() })
    const log = t.logged.join('\n')
    for (const name of ['code', 'state']) expect(log).not.toContain(query.get(name))
    expect(log).not.toContain(CLIENT_SECRET)
  })
})

describe('identities of an account', () => {
  test('a signed-in user can link one, and then sign in by it', async () => {
    const client = await t.signUpAndIn()
    const user = somebody({ email: 'elsewhere@example.org', email_verified: false })
    const { url } = await client.ask(oauth.beginLink, { provider: 'harbour' })
    const query = new URL(await idp.signIn(url, user)).search
    expect(await client.ask(oauth.finish, { provider: 'harbour', query })).toEqual({ linked: 'Harbour' })
    const { items } = await client.ask(oauth.identities, {})
    expect(items).toMatchObject([{ provider: 'Harbour', email: 'elsewhere@example.org' }])
    const { client: other } = await signInAs(user)
    expect((await other.ask(account.me, {})).email).toBe(client.person.email)
  })

  test('linking needs the session that started it', async () => {
    const client = await t.signUpAndIn()
    const { url } = await client.ask(oauth.beginLink, { provider: 'harbour' })
    const query = new URL(await idp.signIn(url, somebody())).search
    const refused = await client.refusal(oauth.finish, { provider: 'harbour', query }, { token: null })
    expect(refused.code).toBe(problems.session_missing.code)
  })

  test('linking and unlinking need a recent step-up', async () => {
    const client = await t.signUpAndIn()
    t.clock.moveMs(10 * 60_000 + 1)
    const codes = [
      await client.refusal(oauth.beginLink, { provider: 'harbour' }),
      await client.refusal(oauth.unlink, { id: crypto.randomUUID() }),
    ].map(({ code }) => code)
    expect(codes).toEqual([problems.step_up_needed.code, problems.step_up_needed.code])
  })

  test('an identity belongs to one account', async () => {
    const user = somebody()
    await signUpAs(user)
    const client = await t.signUpAndIn()
    const { url } = await client.ask(oauth.beginLink, { provider: 'harbour' })
    const query = new URL(await idp.signIn(url, user)).search
    const refused = await client.refusal(oauth.finish, { provider: 'harbour', query })
    expect(refused.code).toBe(problems.identity_taken.code)
  })

  test("the last way to sign in can't be removed", async () => {
    const client = await signUpAs(somebody())
    const { items } = await client.ask(oauth.identities, {})
    expect((await client.refusal(oauth.unlink, { id: items[0]!.id })).code).toBe(problems.last_way_in.code)
  })

  test("an unlinked identity signs nobody in, and nobody can unlink another user's identity", async () => {
    const { person } = await t.signUpAndIn()
    const user = somebody({ email: person.email })
    const { client, answer } = await signInAs(user)
    await client.ask(oauth.linkByPassword, { ticket: answer.next!.ticket, password: person.password })
    const id = (await client.ask(oauth.identities, {})).items[0]?.id ?? ''
    const stranger = await t.signUpAndIn()
    expect((await stranger.refusal(oauth.unlink, { id })).code).toBe(problems.not_found.code)
    await client.ask(oauth.unlink, { id })
    expect((await signInAs(user)).answer.signIn).toBeUndefined()
  })

  test('the same subject at another provider is another identity', async () => {
    const user = somebody()
    await signUpAs(user)
    const { answer } = await signInAs(user, { slug: 'lighthouse' })
    expect(answer.next?.kind).toBe('LINK')
  })
})
