import * as openid from 'openid-client'
import { z } from 'zod'
import type { OauthServer as Server } from '../../../port/module.ts'
import { addressOf, type Exchange, namesOf, type VerifiedClaims } from './claims.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { providerProblem } from './openid.ts'

/**
 * GitHub supports OAuth 2.0 without OpenID Connect: there is no ID token and no nonce. The user is read from its API over
 * TLS with the new access token; state and PKCE bind the answer to the browser.
 */
function endpointsOf(issuer: string): { authorize: string; token: string; api: string } {
  const base = issuer.replace(/\/$/, '')
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  return { authorize: `${base}/login/oauth/authorize`, token: `${base}/login/oauth/access_token`, api }
}

type Party = Pick<Server, 'log' | 'outside'>

export async function githubAddress(idp: IdentityProvider, exchange: Omit<Exchange, 'query'>): Promise<string> {
  const url = new URL(endpointsOf(idp.issuer).authorize)
  url.search = new URLSearchParams({
    client_id: idp.clientId,
    redirect_uri: exchange.redirectUri,
    scope: 'read:user user:email',
    state: exchange.state,
    code_challenge: await openid.calculatePKCECodeChallenge(exchange.verifier),
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}

const Token = z.object({ access_token: z.string().min(1), token_type: z.literal('bearer') })
const User = z.object({ id: z.int().positive(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** @throws Problem oauth_denied, oauth_refused, oauth_unreachable */
export async function githubClaims(server: Party, idp: IdentityProvider, exchange: Exchange): Promise<VerifiedClaims> {
  const { query } = exchange
  try {
    if (query.get('error') !== null) throw new openid.AuthorizationResponseError('refused', { cause: query })
    const { token, api } = endpointsOf(idp.issuer)
    const { access_token } = Token.parse(
      await ask(server, token, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_id: idp.clientId,
          client_secret: idp.clientSecret.reveal(),
          code: query.get('code') ?? '',
          redirect_uri: exchange.redirectUri,
          code_verifier: exchange.verifier,
        }),
      }),
    )
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${access_token}`,
      'user-agent': 'Simwright',
      'x-github-api-version': '2022-11-28',
    }
    const user = User.parse(await ask(server, `${api}/user`, { method: 'GET', headers }))
    const emails = Emails.parse(await ask(server, `${api}/user/emails`, { method: 'GET', headers }))
    const primary = emails.find((email) => email.primary)
    return {
      subject: String(user.id),
      email: addressOf(primary?.email),
      userName: undefined,
      emailVerified: primary?.verified === true,
      ...namesOf({ whole: user.name }),
      claimNames: [],
    }
  } catch (error) {
    throw providerProblem(server, idp, error)
  }
}

async function ask(
  server: Party,
  url: string,
  options: Parameters<Party['outside']['callAnywhere']>[1],
): Promise<unknown> {
  const answer = await server.outside.callAnywhere(url, options)
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return await answer.json()
}
