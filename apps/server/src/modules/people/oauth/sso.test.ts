import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as oauth from '@simwright/contract/people/oauth'
import * as session from '@simwright/contract/people/session'
import * as sso from '@simwright/contract/people/sso'
import * as team from '@simwright/contract/people/team'
import * as approval from '@simwright/contract/platform/approval'
import * as legal from '@simwright/contract/platform/legal'
import { renderPath } from '@simwright/contract/platform/provider'
import { afterAll, describe, expect, test } from 'vitest'
import { openOutside } from '../../../outside/outside.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  openIdentityProvider,
  type ProviderUser,
} from '../../../testing/identity-provider.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { verifyDomain } from './service.ts'

/** The TXT records that the DNS returns. */
const records = new Map<string, string[]>()
const t = await testServer({
  settings: { CALL_LOOPBACK: 'on' },
  outside: { ...openOutside({ loopback: true }), txtRecords: async (name) => records.get(name) ?? [] },
})
const redirectUris: string[] = []
const idp = await openIdentityProvider(() => redirectUris)
afterAll(() => idp.close())

let count = 0
const person = (domain: string, given: Partial<ProviderUser> = {}): ProviderUser => {
  const sub = `worker-${++count}`
  return { sub, email: `${sub}@${domain}`, given_name: 'Wanda', family_name: 'Worker', ...given }
}

const credentials = { issuer: idp.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }

const settings = (given: Partial<(typeof sso.save)['input']['_input']> = {}) => ({
  version: 0,
  ...credentials,
  defaultRole: 'Viewer' as const,
  enabled: true,
  only: false,
  ...given,
})

async function prove(owner: Client, domain: string): Promise<void> {
  const { recordName, recordText } = await owner.ask(sso.addDomain, { domain })
  records.set(recordName, ['v=spf1 -all', recordText])
  await owner.ask(sso.checkDomain, { domain })
}

/** A test sign-in with these settings. @returns the client's answer at the end */
async function testSignIn(owner: Client, { issuer, clientId, clientSecret }: Credentials, user: ProviderUser) {
  const { redirectUri } = await owner.ask(sso.query, {})
  redirectUris.push(redirectUri)
  const { url } = await owner.ask(sso.beginTest, { issuer, clientId, clientSecret })
  const query = new URL(await idp.signIn(url, user)).search
  return { provider: redirectUri.split('/').at(-1)!, query }
}
type Credentials = Pick<ReturnType<typeof settings>, 'issuer' | 'clientId'> & { clientSecret?: string | undefined }

/** Tests the settings and saves them. */
async function saveTested(owner: Client, domain: string, given: Partial<ReturnType<typeof settings>> = {}) {
  await owner.ask(oauth.finish, await testSignIn(owner, settings(given), person(domain)))
  return await owner.ask(sso.save, settings(given))
}

/** An enterprise account with single sign-on for a verified mail domain. All are created before the first sign-in. */
async function withSso(domain: string, given: Partial<ReturnType<typeof settings>> = {}) {
  const made = await t.enterprise()
  await prove(made.owner, domain)
  await saveTested(made.owner, domain, given)
  const { provider } = await t.stranger().ask(oauth.findSso, { email: `anyone@${domain}` })
  return { ...made, domain, provider }
}
type Sso = TestEnterprise & { domain: string; provider: string }

const north: Sso = await withSso('north.example')
const south: Sso = await withSso('south.example', { defaultRole: 'Operator' })
const closed: Sso = await withSso('closed.example')
const guarded: Sso = await withSso('guarded.example')

async function visit(to: Sso, user: ProviderUser, client = t.stranger()) {
  const redirect = await client.open(renderPath('login', to.provider, 'simwright'))
  const query = new URL(await idp.signIn(redirect.headers.get('location') ?? '', user)).search
  return { client, query, finish: () => client.ask(oauth.finish, { provider: to.provider, query }) }
}

const signInAs = async (to: Sso, user: ProviderUser) => {
  const { client, finish } = await visit(to, user)
  await finish()
  return client
}

const refusalOf = async (to: Sso, user: ProviderUser) => {
  const { client, query } = await visit(to, user)
  return (await client.refusal(oauth.finish, { provider: to.provider, query })).code
}

describe('signing in by single sign-on', () => {
  test('a new user becomes a member with the default role', async () => {
    const client = await signInAs(south, person('south.example'))
    expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({ id: south.id, role: 'Operator' })
    expect((await client.ask(enterprise.list, {})).items).toHaveLength(1)
  })

  test('the second sign-in finds the same member', async () => {
    const user = person('north.example')
    await signInAs(north, user)
    const me = await (await signInAs(north, user)).ask(account.me, {})
    expect(me).toMatchObject({ email: user.email, firstName: 'Wanda', hasPassword: false })
    const members = await north.owner.ask(team.list, { filter: { search: user.email } })
    expect(members.total).toBe(1)
  })

  test('the role of an open invitation takes precedence', async () => {
    const user = person('north.example')
    await north.owner.ask(team.invite, { emails: [user.email!], roleId: 'Finance' })
    const client = await signInAs(north, user)
    expect((await client.ask(session.enterpriseInfo, {})).role).toBe('Finance')
    const { items } = await north.owner.ask(team.list, { filter: { search: user.email } })
    expect(items).toMatchObject([{ state: 'ACTIVE' }])
  })

  test('an address of an unverified domain is refused', async () => {
    expect(await refusalOf(north, person('elsewhere.example'))).toBe(problems.sso_foreign_mail.code)
    expect(await refusalOf(north, person('south.example'))).toBe(problems.sso_foreign_mail.code)
    expect(await refusalOf(north, person('north.example.evil.example'))).toBe(problems.sso_foreign_mail.code)
  })

  test('a known member whose address moved to another domain is refused', async () => {
    const user = person('north.example')
    await signInAs(north, user)
    expect(await refusalOf(north, { ...user, email: 'boss@south.example' })).toBe(problems.sso_foreign_mail.code)
  })

  test('without an e-mail claim a known member signs in by issuer and subject', async () => {
    const { email, ...mute } = person('north.example')
    await signInAs(north, { ...mute, email: email! })
    const client = await signInAs(north, mute)
    expect(await client.ask(account.me, {})).toMatchObject({ email })
    expect(await refusalOf(north, { ...mute, sub: `${mute.sub}-x` })).toBe(problems.oauth_no_email.code)
  })

  test.each(['preferred_username', 'upn'] as const)(
    'without an e-mail claim a new member has that of %s',
    async (claim) => {
      const { email, ...mute } = person('north.example')
      await north.owner.ask(team.invite, { emails: [email!], roleId: 'Finance' })
      const client = await signInAs(north, { ...mute, [claim]: email!.toUpperCase() })
      expect(await client.ask(account.me, {})).toMatchObject({ email })
      expect(await client.ask(session.enterpriseInfo, {})).toMatchObject({ id: north.id, role: 'Finance' })
      const again = await signInAs(north, mute)
      expect(await again.ask(account.me, {})).toMatchObject({ email })
    },
  )

  test('a user name that is no address of a verified domain does not replace the e-mail claim', async () => {
    const { email: _, ...mute } = person('north.example')
    for (const name of ['wanda', 'wanda@elsewhere.example', 'wanda@south.example'])
      expect(await refusalOf(north, { ...mute, preferred_username: name })).toBe(problems.oauth_no_email.code)
    expect(problems.oauth_no_email.text).toContain('the claim email')
  })

  test('a user name links no existing account without its password or a code by mail', async () => {
    const { person: existing } = await t.signUpAndIn({ email: 'existing@north.example' })
    const { email: _, ...mute } = person('north.example')
    const { client, query } = await visit(north, { ...mute, preferred_username: existing.email })
    const answer = await client.ask(oauth.finish, { provider: north.provider, query })
    expect(answer).toMatchObject({ next: { kind: 'LINK', email: existing.email } })
    expect(client.token).toBeUndefined()
    await client.ask(oauth.linkByPassword, { ticket: answer.next!.ticket, password: existing.password })
    expect(await client.ask(account.me, {})).toMatchObject({ email: existing.email })
  })

  test('a deactivated member is refused', async () => {
    const user = person('north.example')
    const client = await signInAs(north, user)
    const { items } = await north.owner.ask(team.list, { filter: { search: user.email } })
    await north.owner.ask(team.deactivate, { id: items[0]!.id })
    expect((await client.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect(await refusalOf(north, user)).toBe(problems.account_inactive.code)
  })

  test('an existing account is linked only by its password or a code', async () => {
    const known = await t.signUpAndIn({ email: `boss${++count}@north.example` })
    const { client, finish } = await visit(north, person('north.example', { email: known.person.email }))
    const { next } = await finish()
    expect([next?.kind, client.token]).toEqual(['LINK', undefined])
    await client.ask(oauth.linkByPassword, { ticket: next!.ticket, password: known.person.password })
    expect((await client.ask(session.enterpriseInfo, {})).id).toBe(north.id)
  })

  test('the session is valid in this enterprise account only, and does not count as a step-up', async () => {
    const known = await t.signUpAndIn({ email: `lead${++count}@north.example` })
    const own = (await known.ask(session.enterpriseInfo, {})).id
    const { client, finish } = await visit(north, person('north.example', { email: known.person.email }))
    await client.ask(oauth.linkByPassword, { ticket: (await finish()).next!.ticket, password: known.person.password })
    expect((await client.refusal(enterprise.switchTo, { id: own })).code).toBe(problems.sso_bound.code)
    expect((await client.refusal(account.exportData, {})).code).toBe(problems.step_up_needed.code)
    expect((await client.ask(session.enterpriseInfo, {})).id).toBe(north.id)
  })
})

describe('required single sign-on', () => {
  const member = async () => {
    const known = await t.signUpAndIn({ email: `staff${++count}@closed.example` })
    const user = person('closed.example', { email: known.person.email })
    const { client, finish } = await visit(closed, user)
    await client.ask(oauth.linkByPassword, { ticket: (await finish()).next!.ticket, password: known.person.password })
    await known.ask(enterprise.switchTo, { id: closed.id })
    return { known, client, user }
  }

  test('ends all sessions except those by single sign-on and of owners, and refuses passwords', async () => {
    const { known, client } = await member()
    const { version } = (await closed.owner.ask(sso.query, {})).connection!
    const other = await closed.member('Viewer')
    await closed.owner.ask(sso.save, { ...settings({ version, only: true }) })
    expect((await known.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect((await other.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect((await client.ask(session.enterpriseInfo, {})).id).toBe(closed.id)
    expect((await closed.owner.ask(session.enterpriseInfo, {})).id).toBe(closed.id)
    const again = t.stranger()
    await again.ask(account.login, known.person)
    expect((await again.ask(session.enterpriseInfo, {})).id).not.toBe(closed.id)
    expect((await again.refusal(enterprise.switchTo, { id: closed.id })).code).toBe(problems.sso_only.code)
  })

  test('needs a verified domain, which can not be removed', async () => {
    const made = await t.enterprise()
    const refused = await made.owner.refusal(sso.save, settings({ only: true }))
    expect(refused.code).toBe(problems.sso_unproved.code)
    const removal = await closed.owner.refusal(sso.removeDomain, { domain: 'closed.example' })
    expect(removal.code).toBe(problems.sso_unproved.code)
    expect((await closed.owner.ask(sso.query, {})).domains).toHaveLength(1)
  })
})

describe('mail domains', () => {
  test('one is used once its TXT record is found', async () => {
    const { owner } = await t.enterprise()
    await prove(owner, 'ready.example')
    await saveTested(owner, 'ready.example')
    const named = await owner.ask(sso.addDomain, { domain: 'Waiting.example' })
    expect(named).toMatchObject({ domain: 'waiting.example', provedAt: null })
    records.set(named.recordName, ['simwright-verification=something-else'])
    expect((await owner.refusal(sso.checkDomain, { domain: 'waiting.example' })).code).toBe(
      problems.domain_unproved.code,
    )
    const lost = await t.stranger().refusal(oauth.findSso, { email: 'a@waiting.example' })
    expect(lost.code).toBe(problems.sso_unknown.code)
    records.set(named.recordName, [named.recordText])
    expect((await owner.ask(sso.checkDomain, { domain: 'waiting.example' })).provedBy).toBe('DNS')
    expect((await t.stranger().ask(oauth.findSso, { email: 'a@waiting.example' })).provider).toBeDefined()
  })

  test('one belongs to the first enterprise account that verifies it', async () => {
    const { owner, id } = await t.enterprise()
    const { recordName, recordText } = await owner.ask(sso.addDomain, { domain: 'north.example' })
    records.set(recordName, [...(records.get(recordName) ?? []), recordText])
    expect((await owner.refusal(sso.checkDomain, { domain: 'north.example' })).code).toBe(problems.domain_taken.code)
    await expect(verifyDomain(t.server, id, { domain: 'north.example', by: 'STAFF' })).rejects.toMatchObject({
      kind: 'domain_taken',
    })
  })

  test('platform staff can verify one, too', async () => {
    const { owner, id } = await t.enterprise()
    await owner.ask(sso.addDomain, { domain: 'trusted.example' })
    await verifyDomain(t.server, id, { domain: 'trusted.example', by: 'STAFF' })
    expect((await owner.ask(sso.query, {})).domains).toMatchObject([{ provedBy: 'STAFF' }])
  })

  test.each([
    'example',
    'a b.example',
    'http://x.example',
    '-x.example',
    'x..example',
    '10.0.0.1',
    `${'a'.repeat(64)}.example`,
  ])('"%s" is not a valid one', async (domain) => {
    expect((await north.owner.refusal(sso.addDomain, { domain })).code).toBe(problems.invalid.code)
  })
})

describe('the settings', () => {
  test('the secret is never shown, and is stored sealed', async () => {
    expect(JSON.stringify(await north.owner.ask(sso.query, {}))).not.toContain(CLIENT_SECRET)
    const rows = await t.server.db.tenantTx(north.id, (db) => db.selectFrom('sso_connection').selectAll().execute())
    expect(rows[0]?.sealed_secret.includes(CLIENT_SECRET)).toBe(false)
  })

  test('a stored secret is not sent to another issuer', async () => {
    const { owner } = await t.enterprise()
    const { version } = await owner.ask(sso.save, settings({ enabled: false }))
    const { clientSecret: _, ...rest } = settings({ version, defaultRole: 'Finance', enabled: false })
    expect((await owner.ask(sso.save, rest)).version).toBe(2)
    const moved = await owner.refusal(sso.save, { ...rest, version: 2, issuer: 'https://evil.example' })
    expect(moved.obj.faults).toMatchObject([{ path: 'clientSecret', rule: 'required' }])
  })

  test('who arrives as what needs approval where roles do; switching off does not', async () => {
    const { owner, member } = guarded
    await member('Admin')
    await owner.ask(approval.setPolicy, { version: 0, fields: { rules: [{ operation: 'ROLE' }] } })
    const { version } = (await owner.ask(sso.query, {})).connection!
    const refused = await owner.refusal(sso.save, settings({ version, defaultRole: 'Admin' }))
    expect(refused.code).toBe(problems.approval_needed.code)
    expect((await owner.ask(sso.query, {})).connection).toMatchObject({ defaultRole: 'Viewer', version })
    const { items } = await owner.ask(approval.list, {})
    expect(items).toMatchObject([{ operation: 'ROLE', sentence: expect.stringContaining('the role Admin') }])
    await owner.ask(sso.save, settings({ version, enabled: false }))
    const again = await owner.refusal(sso.save, settings({ version: version + 1 }))
    expect(again.code).toBe(problems.approval_needed.code)
  })

  test('of two saves with the same version the second is refused', async () => {
    const { owner } = await t.enterprise()
    await owner.ask(sso.save, settings({ enabled: false }))
    expect((await owner.refusal(sso.save, settings())).code).toBe(problems.changed_meanwhile.code)
  })

  test('an issuer whose metadata has another name is refused', async () => {
    const { owner } = await t.enterprise()
    const issuer = idp.issuer.replace('127.0.0.1', 'localhost')
    const { obj } = await owner.refusal(sso.save, settings({ issuer }))
    expect(obj.faults).toMatchObject([{ path: 'issuer', rule: 'refused' }])
  })

  test('an issuer that does not answer marks its field and says which address was tried', async () => {
    const { owner } = await t.enterprise()
    const { obj } = await owner.refusal(sso.save, settings({ issuer: 'http://127.0.0.1:9/realm/' }))
    const text = expect.stringContaining('http://127.0.0.1:9/realm/.well-known/openid-configuration') as string
    expect(obj.faults).toMatchObject([{ path: 'issuer', rule: 'unreachable', text }])
  })

  test('the redirect URI is known before the connection is saved, and stays the same', async () => {
    const { owner } = await t.enterprise()
    const before = await owner.ask(sso.query, {})
    expect(before.signOutUri).toMatch(/\/login$/)
    await owner.ask(sso.save, settings({ enabled: false }))
    expect((await owner.ask(sso.query, {})).redirectUri).toBe(before.redirectUri)
  })

  test.each(['Viewer', 'Operator'] as const)('the role %s cannot change them', async (role) => {
    const client = await north.member(role)
    for (const refused of [
      await client.refusal(sso.save, settings()),
      await client.refusal(sso.beginTest, credentials),
      await client.refusal(sso.addDomain, { domain: 'mine.example' }),
      await client.refusal(sso.remove, { version: 1 }),
    ]) {
      expect(refused.code).toBe(problems.forbidden.code)
    }
  })

  test('after its removal nobody can sign in by it, and its identities are deleted', async () => {
    const made = await withSso('gone.example')
    const { version } = (await made.owner.ask(sso.query, {})).connection!
    await made.owner.ask(sso.remove, { version })
    const redirect = await t.stranger().open(renderPath('login', made.provider, 'simwright'))
    expect(redirect.headers.get('location')).toBe('/signerror?reason=oauth_unknown')
    expect((await made.owner.ask(sso.query, {})).connection).toBeNull()
  })
})

describe('a test sign-in', () => {
  const fresh = async () => {
    const { owner, id } = await t.enterprise()
    const domain = `tested-${++count}.example`
    await prove(owner, domain)
    return { owner, id, domain }
  }
  const resultOf = async (owner: Client) => (await owner.ask(sso.query, {})).test

  test('shows who signed in, signs nobody in, and lets the settings be turned on', async () => {
    const { owner, domain } = await fresh()
    expect((await owner.refusal(sso.save, settings())).code).toBe(problems.sso_untested.code)
    const [before, user] = [owner.token, person(domain)]
    const answer = await testSignIn(owner, settings(), user)
    expect(await resultOf(owner)).toMatchObject({ state: 'RUNNING', result: null })
    expect(await owner.ask(oauth.finish, answer)).toEqual({ tested: true })
    expect(owner.token).toBe(before)
    const passed = await resultOf(owner)
    expect(passed).toMatchObject({ state: 'PASSED', ofSaved: false, issuer: idp.issuer, clientId: CLIENT_ID })
    const claims = expect.arrayContaining(['sub', 'email', 'given_name', 'family_name']) as string[]
    expect(passed?.result).toMatchObject({ failure: null, email: user.email, name: 'Wanda Worker', claims })
    expect((await owner.ask(team.list, { filter: { search: user.email! } })).total).toBe(0)
    expect((await owner.ask(sso.save, settings())).version).toBe(1)
    expect((await owner.ask(sso.query, {})).connection?.testedAt).not.toBeNull()
    expect((await owner.refusal(oauth.finish, answer)).code).toBe(problems.oauth_gone.code)
  })

  test('counts only for the tested issuer, client ID and secret', async () => {
    const { owner, domain } = await fresh()
    await owner.ask(oauth.finish, await testSignIn(owner, settings(), person(domain)))
    for (const other of [{ clientId: 'other' }, { clientSecret: 'other' }]) {
      expect((await owner.refusal(sso.save, settings(other))).code).toBe(problems.sso_untested.code)
    }
    const { version } = await owner.ask(sso.save, settings({ only: true }))
    const changed = settings({ version, clientSecret: 'rotated' })
    expect((await owner.refusal(sso.save, changed)).code).toBe(problems.sso_untested.code)
    expect((await owner.ask(sso.save, { ...changed, enabled: false })).version).toBe(2)
    expect((await owner.ask(sso.query, {})).connection?.testedAt).toBeNull()
  })

  test('of an address outside of the verified mail domains fails', async () => {
    const { owner } = await fresh()
    await owner.ask(oauth.finish, await testSignIn(owner, settings(), person('elsewhere.example')))
    expect(await resultOf(owner)).toMatchObject({ state: 'FAILED', result: { failure: 'FOREIGN_DOMAIN' } })
    expect((await owner.refusal(sso.save, settings())).code).toBe(problems.sso_untested.code)
  })

  test('without an address fails', async () => {
    const { owner } = await fresh()
    await owner.ask(oauth.finish, await testSignIn(owner, settings(), { sub: `nameless-${++count}` }))
    expect(await resultOf(owner)).toMatchObject({ state: 'FAILED', result: { failure: 'NO_EMAIL' } })
  })

  test('with a wrong secret shows the error of the provider and what was called', async () => {
    const { owner, domain } = await fresh()
    await owner.ask(oauth.finish, await testSignIn(owner, settings({ clientSecret: 'wrong' }), person(domain)))
    const result = { failure: 'REFUSED', error: expect.stringMatching(/^invalid_client/) as string }
    expect(await resultOf(owner)).toMatchObject({ state: 'FAILED', result })
    expect(JSON.stringify(await resultOf(owner))).not.toContain('wrong')
  })

  test('canceled at the provider fails', async () => {
    const { owner, domain } = await fresh()
    const { redirectUri } = await owner.ask(sso.query, {})
    redirectUris.push(redirectUri)
    const { url } = await owner.ask(sso.beginTest, credentials)
    expect(url).not.toContain(encodeURIComponent(CLIENT_SECRET))
    const query = new URL(await idp.signIn(url, person(domain), { refuse: true })).search
    await owner.ask(oauth.finish, { provider: redirectUri.split('/').at(-1)!, query })
    expect(await resultOf(owner)).toMatchObject({
      result: { failure: 'DENIED', error: expect.stringContaining('access_denied') as string },
    })
  })

  test('is finished only by the user and the browser that began it, and is shown to that user', async () => {
    const { owner, domain, id } = await fresh()
    const answer = await testSignIn(owner, settings(), person(domain))
    const other = await t.enterprise()
    expect((await other.owner.refusal(oauth.finish, answer)).code).toBe(problems.oauth_gone.code)
    const { query } = await testSignIn(owner, settings(), person(domain))
    const sameBrowser = { ...Object.fromEntries(owner.cookies), ...Object.fromEntries(other.owner.cookies) }
    const refused = await other.owner.refusal(oauth.finish, { ...answer, query }, { cookies: sameBrowser })
    expect(refused.code).toBe(problems.oauth_gone.code)
    const again = await testSignIn(owner, settings(), person(domain))
    expect((await owner.refusal(oauth.finish, answer)).code).toBe(problems.oauth_gone.code)
    await owner.ask(oauth.finish, again)
    expect(id).not.toBe(other.id)
    expect((await other.owner.ask(sso.query, {})).test).toBeNull()
  })

  test('is not needed by a connection that was in use before', async () => {
    const { owner, domain, id } = await fresh()
    await saveTested(owner, domain)
    await t.server.db.tenantTx(id, async (db) => {
      await db.updateTable('sso_connection').set({ tested_at: null }).execute()
      await db.deleteFrom('sso_test').execute()
    })
    const { clientSecret: _, ...kept } = settings({ version: 1, defaultRole: 'Operator' })
    expect((await owner.ask(sso.save, kept)).version).toBe(2)
    const required = await owner.refusal(sso.save, { ...kept, version: 2, only: true })
    expect(required.code).toBe(problems.sso_untested.code)
  })
})

describe('where the platform publishes terms', () => {
  const publish = async (version: number) => {
    const platformId = t.server.platforms.standard.id
    const fields = { body: `# Terms ${version + 1}`, publishedAt: null }
    await (await t.staff()).ask(legal.publish, { platformId, kind: 'TERMS', version, fields })
  }
  const accountsOf = async ({ email }: ProviderUser) =>
    (await north.owner.ask(team.list, { filter: { search: email! } })).total

  test('a new user accepts them before the account is created', async () => {
    const [known, user] = [person('north.example'), person('north.example')]
    await signInAs(north, known)
    await publish(0)
    const { client, finish } = await visit(north, user)
    const { next, signIn } = await finish()
    expect([next?.kind, next?.email, signIn, client.token]).toEqual(['ACCEPT', user.email, undefined, undefined])
    const { ticket } = next!
    for (const accepted of [{}, { TERMS: 2 }]) {
      const { obj } = await client.refusal(oauth.accept, { ticket, accepted })
      expect(obj).toMatchObject({ faults: [{ path: 'accepted', rule: 'current' }] })
    }
    const company = { firstName: 'Wanda', lastName: 'Worker', companyName: 'Mine', accepted: { TERMS: 1 } }
    const accepting = { ticket, accepted: { TERMS: 1 } }
    for (const refused of [
      await client.refusal(oauth.register, { ...company, ticket }),
      await t.stranger().refusal(oauth.accept, accepting),
    ])
      expect(refused.code).toBe(problems.oauth_gone.code)
    expect(await accountsOf(user)).toBe(0)

    expect((await client.ask(oauth.accept, accepting)).signIn?.token).toBeDefined()
    expect((await client.ask(session.enterpriseInfo, {})).id).toBe(north.id)
    const { text } = await client.file(account.exportData, {})
    expect(JSON.parse(text)).toMatchObject({ acceptedTexts: [{ kind: 'TERMS', version: 1, orderId: null }] })
    expect((await client.refusal(oauth.accept, accepting)).code).toBe(problems.oauth_gone.code)
    for (const again of [known, user]) expect((await signInAs(north, again)).token).toBeDefined()
  })

  test('nobody joins whose mail domain was removed meanwhile', async () => {
    const user = person('south.example')
    const { client, finish } = await visit(south, user)
    const { ticket } = (await finish()).next!
    await south.owner.ask(sso.removeDomain, { domain: 'south.example' })
    const refused = await client.refusal(oauth.accept, { ticket, accepted: { TERMS: 1 } })
    expect(refused.code).toBe(problems.sso_foreign_mail.code)
  })
})
