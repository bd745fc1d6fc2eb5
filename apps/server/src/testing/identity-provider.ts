import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, exportJWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { identityStore } from './identity-store.ts'

export type ProviderUser = {
  sub: string
  email?: string
  email_verified?: boolean
  preferred_username?: string
  upn?: string
  given_name?: string
  family_name?: string
  name?: string
}

/** Manipulations of the ID token, as by a dishonest or broken provider. */
export type Forgery = {
  claims?: JWTPayload
  /** Signs with a key that the provider has not published. */
  foreignKey?: boolean
}

export const CLIENT_ID = 'simwright'
export const CLIENT_SECRET = 'a secret between the two of us'

/** An OpenID provider on loopback (oidc-provider). */
export class IdentityProvider {
  readonly issuer: string
  /** When set, the ID token of each token response is replaced. */
  forgery: Forgery | undefined
  readonly #http: HttpServer
  readonly #users: Map<string, ProviderUser>

  constructor(issuer: string, http: HttpServer, users: Map<string, ProviderUser>) {
    this.issuer = issuer
    this.#http = http
    this.#users = users
  }

  /** Signs in and consents as a person would. @returns the redirect URL with the authorization code */
  async signIn(address: string, user: ProviderUser, { refuse = false } = {}): Promise<string> {
    this.addUser(user)
    const jar = new Map<string, string>()
    let at = address
    for (let step = 0; step < 12; step += 1) {
      const answer = await browse(at, jar)
      const location = answer.headers.get('location')
      if (location) {
        at = new URL(location, at).href
        if (!at.startsWith(this.issuer)) return at
        continue
      }
      if (!/\/interaction\/[^/]+$/.test(at)) throw new Error(`the provider stopped at ${at}: ${await answer.text()}`)
      at = `${at}/${refuse ? 'abort' : `as?sub=${encodeURIComponent(user.sub)}`}`
    }
    throw new Error('the provider redirects in a loop')
  }

  /** Adds an account. */
  addUser(user: ProviderUser): void {
    this.#users.set(user.sub, user)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((done) => this.#http.close(done))
  }
}

async function browse(url: string, jar: Map<string, string>): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return answer
}

/** Opens a provider on a free port. `redirectUris` is called at each sign-in, because ports and ids are known late. */
export async function openIdentityProvider(redirectUris: () => string[]): Promise<IdentityProvider> {
  // no connection is closed at the moment of its reuse
  const http = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const users = new Map<string, ProviderUser>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const idp = new IdentityProvider(issuer, http, users)
  const provider = new Provider(issuer, await configurationOf(users, privateKey))
  Object.assign(provider.Client.prototype, { redirectUriAllowed: (uri: string) => redirectUris().includes(uri) })
  http.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    if (idp.forgery && request.url === '/token') forgeAnswer(response, idp.forgery, privateKey)
    const [, uid, purpose] = /^\/interaction\/([^/?]+)(?:\/(as|abort))?/.exec(request.url ?? '') ?? []
    if (!uid) return void provider.callback()(request, response)
    const { prompt } = await provider.interactionDetails(request, response)
    if (!purpose && prompt.name === 'login') return void signInPage(response, [...users.keys()])
    await interact(provider, { request, response, purpose })
  })
  return idp
}

/** A page for people: one sign-in link for each account. */
function signInPage(response: ServerResponse, subs: readonly string[]): void {
  const links = subs.map((sub) => `<p><a href="${response.req.url}/as?sub=${encodeURIComponent(sub)}">${sub}</a></p>`)
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>${links.join('')}
<p><a href="${response.req.url}/abort">Cancel</a></p></html>`)
}

type Interaction = { request: IncomingMessage; response: ServerResponse; purpose: string | undefined }

async function interact(provider: Provider, { request, response, purpose }: Interaction): Promise<void> {
  if (purpose === 'abort') {
    const refused = { error: 'access_denied', error_description: 'the person said no' }
    return void (await provider.interactionFinished(request, response, refused))
  }
  const sub = new URL(request.url ?? '', 'http://x').searchParams.get('sub') ?? ''
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    return void (await provider.interactionFinished(request, response, { login: { accountId: sub } }))
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? sub, clientId: String(params.client_id) })
  grant.addOIDCScope('openid email profile')
  const consent = { consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
}

async function configurationOf(users: Map<string, ProviderUser>, key: KeyObject): Promise<Configuration> {
  return {
    adapter: identityStore(),
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: ['https://replaced.example'] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'preferred_username', 'upn'],
    },
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...(await exportJWK(key)), use: 'sig', kid: 'one', alg: 'RS256' }] as never },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: [createHash('sha256').update('test').digest('hex')] },
    // tests move the clock of the portal on by hours; the provider keeps its own
    ttl: { AccessToken: 86_400, Grant: 86_400, IdToken: 86_400, Interaction: 86_400, Session: 86_400 },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...users.get(id), sub: id }) }),
  }
}

/** Replaces the ID token in the response. */
function forgeAnswer(response: ServerResponse, forgery: Forgery, key: KeyObject): void {
  const end = response.end.bind(response)
  response.end = ((body?: unknown) => {
    void forged(String(body), forgery, key).then((text) => {
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}

async function forged(body: string, { claims, foreignKey }: Forgery, own: KeyObject): Promise<string> {
  const answer = JSON.parse(body) as { id_token?: string }
  if (answer.id_token === undefined) return body
  const key = foreignKey ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : own
  const { alg = 'RS256', kid } = decodeProtectedHeader(answer.id_token)
  const token = new SignJWT({ ...decodeJwt(answer.id_token), ...claims }).setProtectedHeader({ alg, kid })
  return JSON.stringify({ ...answer, id_token: await token.sign(key) })
}
