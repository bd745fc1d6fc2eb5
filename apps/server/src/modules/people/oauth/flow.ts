import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { callbackPath } from '@simwright/contract/platform/provider'
import { z } from 'zod'
import type { Browser } from '../../../http/call.ts'
import { Secret } from '../../../secret/secret.ts'
import type { Server } from './port.ts'
import { type FlowRecord, insertFlow, takeFlow } from './queries.ts'
import type { Source } from './source.ts'
import type { Vouched } from './vouched.ts'

/** How long a user may take to sign in at the provider. */
const FLOW_LIFE_MS = 10 * 60_000

const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/

const Sealed = z.object({ nonce: z.string(), verifier: z.string() })

/** The library of OpenID Connect is loaded when somebody signs in by a provider. */
const loadOpenid = () => import('./openid.ts')
const loadGithub = () => import('./github.ts')

type Begun = { source: Source; platformId: string; userId?: string; origin: string }

/** Starts a flow that only this browser can finish. @returns the address to redirect the browser to */
export async function beginFlow(
  server: Server,
  browser: Browser,
  { source, platformId, userId, origin }: Begun,
): Promise<string> {
  const [state, nonce, verifier] = [randomText(server), randomText(server), randomText(server)]
  const exchange = { state, nonce, verifier, redirectUri: redirectUriOf(origin, source) }
  const address =
    source.preset === 'GITHUB'
      ? await (await loadGithub()).githubAddress(source, exchange)
      : await (await loadOpenid()).openidAddress(server, source, exchange)
  const stateHash = hashOf(state)
  const now = server.clock.now()
  await insertFlow(server.db.global, {
    state_hash: stateHash,
    browser_hash: hashOf(keepBrowserId(server, browser)),
    source_id: source.id,
    enterprise_id: source.enterpriseId,
    platform_id: platformId,
    user_id: userId ?? null,
    sealed: server.sealer.seal(placeOf(stateHash), new Secret(JSON.stringify({ nonce, verifier }))),
    created_at: now,
    expires_at: new Date(now.getTime() + FLOW_LIFE_MS),
  })
  return address
}

/** Takes the flow that this browser started. @throws Problem oauth_gone for any other flow, or a second time */
export async function endFlow(server: Server, browser: Browser, query: URLSearchParams): Promise<FlowRecord> {
  const [state, ...more] = query.getAll('state')
  if (!state || more.length > 0) throw new Problem('oauth_gone')
  const [stateHash, browserHash] = [hashOf(state), browserHashOf(browser)]
  const flow = await takeFlow(server.db.global, { stateHash, browserHash, now: server.clock.now() })
  if (!flow) throw new Problem('oauth_gone')
  return flow
}

/** The user's identity, after all checks of the provider's answer have passed. @throws Problem */
export async function vouchedBy(
  server: Server,
  source: Source,
  { flow, query, origin }: { flow: FlowRecord; query: URLSearchParams; origin: string },
): Promise<Vouched> {
  const sealed = server.sealer.openText(placeOf(flow.state_hash), flow.sealed).reveal()
  const state = query.get('state') ?? ''
  const exchange = { query, state, redirectUri: redirectUriOf(origin, source), ...Sealed.parse(JSON.parse(sealed)) }
  return source.preset === 'GITHUB'
    ? await (await loadGithub()).githubVouched(server, source, exchange)
    : await (await loadOpenid()).openidVouched(server, source, exchange)
}

/** The redirect URI of a provider: the only address of one of our origins that it may send browsers back to. */
export function redirectUriOf(origin: string, source: Pick<Source, 'pathId'>): string {
  return `${origin}${callbackPath(source.pathId)}`
}

/** @throws Problem oauth_gone when the browser has not started a flow */
export function browserHashOf(browser: Browser): Buffer {
  if (browser.flow === undefined || !BROWSER_ID.test(browser.flow)) throw new Problem('oauth_gone')
  return hashOf(browser.flow)
}

/** Several tabs of one browser share its id. */
function keepBrowserId(server: Server, browser: Browser): string {
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

const placeOf = (stateHash: Buffer) => ({
  enterpriseId: null,
  table: 'oauth_flow',
  row: stateHash.toString('hex'),
  field: 'sealed',
})
