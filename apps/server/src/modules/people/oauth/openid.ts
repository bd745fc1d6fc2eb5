import { Problem } from '@simwright/contract'
import * as openid from 'openid-client'
import { CallOutError } from '../../../outside/outside.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { addressOf, type Exchange, namesOf, type VerifiedClaims } from './claims.ts'
import type { IdentityProvider } from './identity-provider.ts'

const TIMEOUT_SECONDS = 10

type Party = Pick<Server, 'clock' | 'config' | 'log' | 'outside'>

/** The address to redirect the browser to. @throws Problem oauth_unreachable, oauth_refused */
export async function openidAddress(
  server: Party,
  idp: IdentityProvider,
  { state, nonce, verifier, redirectUri }: Omit<Exchange, 'query'>,
): Promise<string> {
  const config = await discover(server, idp)
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const isSafe = url.protocol === 'https:' || (server.config.callLoopback && url.protocol === 'http:')
  if (!isSafe) throw providerProblem(server, idp, new Error('the authorization endpoint is not https'))
  return url.href
}

/**
 * Checks the provider's answer: state, issuer, code, then the ID token with its signature, issuer, audience, times and nonce.
 * @throws Problem oauth_denied, oauth_refused, oauth_unreachable
 */
export async function openidClaims(server: Party, idp: IdentityProvider, exchange: Exchange): Promise<VerifiedClaims> {
  const config = await discover(server, idp)
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
    return verifiedClaims(idp, { ...more, ...claims })
  } catch (error) {
    throw providerProblem(server, idp, error)
  }
}

/** Checks that the issuer answers, and that its metadata names it. @throws Problem oauth_refused, oauth_unreachable */
export async function checkIssuer(server: Party, idp: IdentityProvider): Promise<void> {
  await discover(server, idp)
}

async function discover(server: Party, idp: IdentityProvider): Promise<openid.Configuration> {
  const { callLoopback } = server.config
  const call = idp.enterpriseId === null ? server.outside.callAnywhere : server.outside.callPublic
  try {
    const skewSeconds = Math.round((server.clock.now().getTime() - systemClock.now().getTime()) / 1000)
    const config = await openid.discovery(
      new URL(idp.issuer),
      idp.clientId,
      { [openid.clockSkew]: skewSeconds, [openid.clockTolerance]: 30 },
      clientAuthOf(idp),
      {
        timeout: TIMEOUT_SECONDS,
        [openid.customFetch]: call,
        execute: [openid.enableNonRepudiationChecks, ...(callLoopback ? [openid.allowInsecureRequests] : [])],
      },
    )
    if (idp.enterpriseId !== null && config.serverMetadata().issuer.includes('{')) {
      throw new Error('the issuer is a template for many tenants')
    }
    return config
  } catch (error) {
    throw providerProblem(server, idp, error)
  }
}

/** Sends the client secret in the body if the provider supports that, else by HTTP Basic (OpenID Connect Core, 9). */
function clientAuthOf(idp: IdentityProvider): openid.ClientAuth {
  const secret = idp.clientSecret.reveal()
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (as, client, body, headers) => {
    const supportsPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (supportsPost ? post : basic)(as, client, body, headers)
  }
}

/** An address from Microsoft is never treated as verified: anyone can have a tenant that claims any address. */
function verifiedClaims(idp: IdentityProvider, claims: Record<string, unknown> & { sub: string }): VerifiedClaims {
  const named = { given: claims.given_name, family: claims.family_name, whole: claims.name }
  return {
    subject: claims.sub,
    email: addressOf(claims.email),
    userName: addressOf(claims.preferred_username) ?? addressOf(claims.upn),
    emailVerified: claims.email_verified === true && idp.preset !== 'MICROSOFT',
    ...namesOf(named),
    claimNames: claimNamesOf(claims),
  }
}

/** Turns a failure at the provider into a problem for the user; the details go to the log. */
export function providerProblem(
  server: Pick<Server, 'log'>,
  idp: Pick<IdentityProvider, 'id' | 'name'>,
  error: unknown,
): Problem {
  if (error instanceof Problem) return error
  const provider = idp.name
  const causes = causesOf(error)
  const denied = causes.some(
    (cause) => cause instanceof openid.AuthorizationResponseError && cause.error === 'access_denied',
  )
  if (denied) return new Problem('oauth_denied', { provider }, { cause: error })
  server.log.warn({ err: error, providerId: idp.id }, 'an identity provider could not be used')
  const isUnreachable = causes.some(
    (cause) => cause instanceof CallOutError || (cause as Error)?.name === 'TimeoutError',
  )
  return new Problem(isUnreachable ? 'oauth_unreachable' : 'oauth_refused', { provider }, { cause: error })
}

/** Claims about the token rather than the user (OpenID Connect Core, 2; RFC 7519, 4.1). */
const TOKEN_CLAIMS = new Set('iss aud exp iat nbf jti nonce azp auth_time acr amr at_hash c_hash s_hash sid'.split(' '))

const CLAIMS_SHOWN_MAX = 30

function claimNamesOf(claims: object): string[] {
  const names = Object.keys(claims).filter((name) => !TOKEN_CLAIMS.has(name) && /^[\w.:/-]{1,64}$/.test(name))
  return names.slice(0, CLAIMS_SHOWN_MAX)
}

const ERROR_LENGTH_MAX = 300

/**
 * Why a provider refused, for the person who set it up: its error code and description, or what is wrong with its answer;
 * and the address that returned it. Both are empty when unknown.
 */
export function describeFailure(problem: Problem): { error: string; tried: string } {
  const causes = causesOf(problem.cause)
  const coded = causes.find(
    (cause) => cause instanceof openid.AuthorizationResponseError || cause instanceof openid.ResponseBodyError,
  )
  const last = causes.at(-1)
  const text = coded
    ? [coded.error, coded.error_description].filter(Boolean).join(': ')
    : last instanceof Error && problem.kind === 'oauth_refused'
      ? last.message
      : ''
  const error = text.replace(/\p{Cc}/gu, ' ').slice(0, ERROR_LENGTH_MAX)
  return { error, tried: coded instanceof openid.ResponseBodyError ? coded.response.url : '' }
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
