import { withAsciiDomain } from '@simwright/contract/mail-address'
import { withoutDirectionChanges } from '@simwright/contract/text-direction'

/** What a provider says about a user, after its answer was checked. */
export type VerifiedClaims = {
  subject: string
  /** Lower case; undefined when the provider gives none. */
  email: string | undefined
  /**
   * `preferred_username` or `upn`, if it has the form of an address; lower case. Where there is no address, an enterprise
   * account's own provider names its users by it.
   */
  userName: string | undefined
  /** The provider has verified the address, and is trusted to do so. */
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Names of the claims about the user. */
  claimNames: readonly string[]
}

/** What the start of a flow stored, and the answer. */
export type Exchange = {
  /** The query that the browser came back with. */
  query: URLSearchParams
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** @returns the address in lower case, or undefined when it is not valid */
export function addressOf(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined
  const email = withAsciiDomain(claim.trim()).toLowerCase()
  return email.length <= 254 && EMAIL.test(email) ? email : undefined
}

/** First and last name, which providers send separately or as one; cleaned of what a name can't contain. */
export function namesOf(claims: { given?: unknown; family?: unknown; whole?: unknown }): {
  firstName: string
  lastName: string
} {
  const [first = '', ...rest] = clean(claims.whole).split(' ')
  return { firstName: clean(claims.given) || first, lastName: clean(claims.family) || rest.join(' ') }
}

function clean(claim: unknown): string {
  if (typeof claim !== 'string' || /:\/\/|www\./i.test(claim)) return ''
  return withoutDirectionChanges(claim)
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 64)
}
