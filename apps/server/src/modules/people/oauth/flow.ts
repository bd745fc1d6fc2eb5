import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { callbackPath } from '@simwright/contract/platform/provider'
import { z } from 'zod'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { Browser } from '../../../http/call.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import type { VerifiedClaims } from './claims.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { type FlowRecord, insertFlow, takeFlow } from './queries.ts'

/** How long a user may take to sign in at the provider. */
export const FLOW_LIFE_MS = 10 * 60_000

const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/

const Sealed = z.object({ nonce: z.string(), verifier: z.string() })

/** Loaded at the first sign-in by a provider, because the OpenID Connect library is large. */
const loadOpenid = () => import('./openid.ts')
const loadGithub = () => import('./github.ts')

type NewFlow = { idp: IdentityProvider; platformId: PlatformId; userId?: UserId; ssoTestId?: string; origin: string }

/** Starts a flow that only this browser can finish. @returns the address to redirect the browser to */
export async function beginFlow(
  server: Server,
  browser: Browser,
  { idp, platformId, userId, ssoTestId, origin }: NewFlow,
): Promise<string> {
  const [state, nonce, verifier] = [randomText(server), randomText(server), randomText(server)]
  const exchange = { state, nonce, verifier, redirectUri: redirectUriOf(origin, idp) }
  const address =
    idp.preset === 'GITHUB'
      ? await (await loadGithub()).githubAddress(idp, exchange)
      : await (await loadOpenid()).openidAddress(server, idp, exchange)
  const stateHash = hashOf(state)
  const now = server.clock.now()
  await insertFlow(server.db.global, {
    state_hash: stateHash,
    browser_hash: hashOf(setBrowserId(server, browser)),
    source_id: idp.id,
    enterprise_id: idp.enterpriseId,
    platform_id: platformId,
    user_id: userId ?? null,
    sso_test_id: ssoTestId ?? null,
    sealed: server.sealer.seal(sealContext(stateHash), new Secret(JSON.stringify({ nonce, verifier }))),
    created_at: now,
    expires_at: new Date(now.getTime() + FLOW_LIFE_MS),
  })
  return address
}

/** Finds the flow that this browser started, and deletes it. @throws Problem oauth_gone for any other flow */
export async function endFlow(server: Server, browser: Browser, query: URLSearchParams): Promise<FlowRecord> {
  const [state, ...more] = query.getAll('state')
  if (!state || more.length > 0) throw new Problem('oauth_gone')
  const [stateHash, browserHash] = [hashOf(state), browserHashOf(browser)]
  const flow = await takeFlow(server.db.global, { stateHash, browserHash, now: server.clock.now() })
  if (!flow) throw new Problem('oauth_gone')
  return flow
}

/** Checks the provider's answer. @returns the user's identity @throws Problem oauth_denied, oauth_refused, oauth_unreachable */
export async function verifyAnswer(
  server: Server,
  idp: IdentityProvider,
  { flow, query, origin }: { flow: FlowRecord; query: URLSearchParams; origin: string },
): Promise<VerifiedClaims> {
  const sealed = server.sealer.openText(sealContext(flow.state_hash), flow.sealed).reveal()
  const state = query.get('state') ?? ''
  const exchange = { query, state, redirectUri: redirectUriOf(origin, idp), ...Sealed.parse(JSON.parse(sealed)) }
  return idp.preset === 'GITHUB'
    ? await (await loadGithub()).githubClaims(server, idp, exchange)
    : await (await loadOpenid()).openidClaims(server, idp, exchange)
}

/** The redirect URI of a provider: the one address of this origin to which it may send browsers back. */
export function redirectUriOf(origin: string, idp: Pick<IdentityProvider, 'pathId'>): string {
  return `${origin}${callbackPath(idp.pathId)}`
}

/** @throws Problem oauth_gone when the browser has not started a flow */
export function browserHashOf(browser: Browser): Buffer {
  if (browser.flow === undefined || !BROWSER_ID.test(browser.flow)) throw new Problem('oauth_gone')
  return hashOf(browser.flow)
}

/** Sets the cookie with the browser's id. All tabs of a browser share it. */
function setBrowserId(server: Server, browser: Browser): string {
  const id = browser.flow !== undefined && BROWSER_ID.test(browser.flow) ? browser.flow : randomText(server)
  browser.keepFlow(id)
  return id
}

export function randomText({ random }: Pick<Server, 'random'>): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const sealContext = (stateHash: Buffer) => ({
  enterpriseId: null,
  table: 'oauth_flow',
  row: stateHash.toString('hex'),
  field: 'sealed',
})
