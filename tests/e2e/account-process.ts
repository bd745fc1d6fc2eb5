import * as oauth from '@simwright/contract/people/oauth'
import * as sso from '@simwright/contract/people/sso'
import { createEnterprise, createMember } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { verifyDomain } from '../../apps/server/src/modules/people/oauth/service.ts'
import { setProvider } from '../../apps/server/src/modules/platform/providers/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { CLIENT_ID, CLIENT_SECRET, openIdentityProvider } from '../../apps/server/src/testing/identity-provider.ts'
import { openMailServer } from '../../apps/server/src/testing/mail-server.ts'
import type { AccountFacts, AccountRequest } from './account.ts'
import { sessionOf, startServer } from './server-process.ts'
import { clientOf } from './user.ts'

/**
 * A server with a mail server on loopback, a clock that can be advanced, and a sign-in provider that can send false
 * tokens.
 */
const mailServer = await openMailServer()

let aheadMs = 0
const { server, answer } = await startServer({
  settings: { LOG_LEVEL: 'error', SMTP_URL: mailServer.url },
  clock: { now: () => new Date(Date.now() + aheadMs) },
  close: async () => {
    await idp.close()
    await mailServer.close()
  },
})
const { publicUrl } = server.config

let ssoCallback = ''
const idp = await openIdentityProvider(() => [`${publicUrl}/oauth/callback/google`, ssoCallback])
const names = { email_verified: true, given_name: 'Wanda', family_name: 'Worker' }
for (const sub of ['liar', 'linked', 'replayed']) idp.addUser({ ...names, sub, email: `${sub}@example.com` })
idp.addUser({ ...names, sub: 'wanda', email: 'wanda@worker.example' })
const clientSecret = new Secret(CLIENT_SECRET)
const google = { sys: undefined, slug: 'google', preset: 'GOOGLE', name: 'Google', enabled: true } as const
await setProvider(server, { ...google, issuer: idp.issuer, clientId: CLIENT_ID, clientSecret })

const password = 'Quiet-Harbour-7'

/** An enterprise that requires its own sign-in provider, with a member who also has a password. */
async function openWorkers(): Promise<void> {
  const owner = await createEnterprise(server, { name: 'Worker Mobile', plan: 'LAB', email: 'owner@worker.example' })
  const { enterpriseId } = owner
  await createMember(server, enterpriseId, { role: 'Operator', email: 'pete@worker.example', password })
  const client = clientOf(publicUrl, await sessionOf(server, owner))
  const provider = { issuer: idp.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const settings = { version: 0, defaultRole: 'Viewer', enabled: true, only: true } as const
  await client.ask(sso.addDomain, { domain: 'worker.example' })
  await verifyDomain(server, enterpriseId, { domain: 'worker.example', by: 'STAFF' })
  ssoCallback = (await client.ask(sso.query, {})).redirectUri
  const { url } = await client.ask(sso.beginTest, provider)
  const query = new URL(await idp.signIn(url, { ...names, sub: 'wanda', email: 'wanda@worker.example' })).search
  await client.ask(oauth.finish, { provider: ssoCallback.split('/').at(-1)!, query })
  await client.ask(sso.save, { ...provider, ...settings })
}

let accounts = 0

const actions = {
  /** Creates a user with one or two enterprises. */
  open: async (plan: 'DEMO' | 'LAB') => {
    const email = `person-${++accounts}@example.com`
    await createEnterprise(server, { name: `Harbour ${accounts}`, plan, email, password })
    return email
  },
  letters: (to: string) =>
    mailServer.received
      .filter((mail) => mail.to.includes(to))
      .map(({ email }) => email.text ?? '')
      .reverse(),
  moveMs: (ms: number) => {
    aheadMs += ms
    return null
  },
  /** Claims for the provider's next ID tokens; times are in seconds from now. */
  forge: (claims: { nonce?: string; exp?: number; iat?: number } | null) => {
    const now = Math.floor(Date.now() / 1000)
    const at = (seconds: number | undefined) => (seconds === undefined ? undefined : now + seconds)
    const { exp, iat, ...others } = claims ?? {}
    idp.forgery = claims
      ? { claims: { ...others, ...(exp && { exp: at(exp) }), ...(iat && { iat: at(iat) }) } }
      : undefined
    return null
  },
}

await openWorkers()
answer({ url: publicUrl, password } satisfies AccountFacts, ({ action, given }: AccountRequest) =>
  (actions[action] as (given: unknown) => unknown)(given),
)
