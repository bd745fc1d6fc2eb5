import { Problem } from '@simwright/contract'
import * as openid from 'openid-client'
import { CallOutError } from '../../../outside/outside.ts'
import { systemClock } from '../../../runtime/clock.ts'
import type { Server } from './port.ts'
import type { Source } from './source.ts'
import { addressOf, type Exchange, namesOf, type Vouched } from './vouched.ts'

const TIMEOUT_SECONDS = 10

type Party = Pick<Server, 'clock' | 'config' | 'log' | 'outside'>

/** The address to redirect the browser to. @throws Problem oauth_unreachable, oauth_refused */
export async function openidAddress(
  server: Party,
  source: Source,
  { state, nonce, verifier, redirectUri }: Omit<Exchange, 'query'>,
): Promise<string> {
  const config = await discover(server, source)
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const isSafe = url.protocol === 'https:' || (server.config.callLoopback && url.protocol === 'http:')
  if (!isSafe) throw refusal(server, source, new Error('the authorization endpoint is not https'))
  return url.href
}

/**
 * Checks the provider's answer: state, issuer, code, then the ID token with its signature, issuer, audience, times and nonce.
 * @throws Problem oauth_denied, oauth_refused, oauth_unreachable
 */
export async function openidVouched(server: Party, source: Source, exchange: Exchange): Promise<Vouched> {
  const config = await discover(server, source)
  try {
    const url = new URL(exchange.redirectUri)
    url.search = exchange.query.toString()
    const tokens = await openid.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: exchange.verifier,
      expectedState: exchange.state,
      expectedNonce: exchange.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no ID token')
    const more =
      claims.email === undefined && config.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
    return vouchedOf(source, { ...more, ...claims })
  } catch (error) {
    throw refusal(server, source, error)
  }
}

/** Checks that an issuer can be used: it answers, and its metadata names it. @throws Problem */
export async function checkIssuer(server: Party, source: Source): Promise<void> {
  await discover(server, source)
}

async function discover(server: Party, source: Source): Promise<openid.Configuration> {
  const { callLoopback } = server.config
  const call = source.enterpriseId === null ? server.outside.callAnywhere : server.outside.callPublic
  try {
    const skewSeconds = Math.round((server.clock.now().getTime() - systemClock.now().getTime()) / 1000)
    const config = await openid.discovery(
      new URL(source.issuer),
      source.clientId,
      { [openid.clockSkew]: skewSeconds, [openid.clockTolerance]: 30 },
      secretAsWanted(source),
      {
        timeout: TIMEOUT_SECONDS,
        [openid.customFetch]: call,
        execute: [openid.enableNonRepudiationChecks, ...(callLoopback ? [openid.allowInsecureRequests] : [])],
      },
    )
    if (source.enterpriseId !== null && config.serverMetadata().issuer.includes('{')) {
      throw new Error('an issuer that stands for many others')
    }
    return config
  } catch (error) {
    throw refusal(server, source, error)
  }
}

/** In the body if the provider accepts it there, else by HTTP Basic, which all must support (OpenID Connect Core, 9). */
function secretAsWanted(source: Source): openid.ClientAuth {
  const secret = source.clientSecret.reveal()
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (as, client, body, headers) => {
    const takesPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(as, client, body, headers)
  }
}

/** Anyone can have a Microsoft tenant that claims any address, so Microsoft does not vouch for addresses. */
function vouchedOf(source: Source, claims: Record<string, unknown> & { sub: string }): Vouched {
  const named = { given: claims.given_name, family: claims.family_name, whole: claims.name }
  return {
    subject: claims.sub,
    email: addressOf(claims.email),
    emailProved: claims.email_verified === true && source.preset !== 'MICROSOFT',
    ...namesOf(named),
  }
}

/** The problem for an answer that could not be used; the log has the details. */
export function refusal(server: Pick<Server, 'log'>, source: Pick<Source, 'id' | 'name'>, error: unknown): Problem {
  if (error instanceof Problem) return error
  const provider = source.name
  const causes = causesOf(error)
  const denied = causes.some(
    (cause) => cause instanceof openid.AuthorizationResponseError && cause.error === 'access_denied',
  )
  if (denied) return new Problem('oauth_denied', { provider })
  server.log.warn({ err: error, providerId: source.id }, 'an identity provider could not be used')
  const silent = causes.some((cause) => cause instanceof CallOutError || (cause as Error)?.name === 'TimeoutError')
  return new Problem(silent ? 'oauth_unreachable' : 'oauth_refused', { provider }, { cause: error })
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
