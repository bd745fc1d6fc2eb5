import { createSecretKey, hash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { TokenPayload } from '@simwright/contract/people/account'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Secret } from '../../../secret/secret.ts'

const ISSUER = 'simwright'
const AUDIENCE = 'portal'
const TYPE = 'session+jwt'
const ALGORITHM = 'HS256'
const KEY_ID = '1'

/**
 * Signs a session token, a JWT whose payload the web app displays. It grants nothing by itself: authentication also needs
 * the session's row and the binding cookie.
 */
export async function signToken(key: Secret, { exp, ...shown }: TokenPayload, at: Date): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000)
  return await new SignJWT(shown)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: KEY_ID })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(exp)
    .sign(createSecretKey(key.reveal()))
}

/** What a token says once its signature is verified. */
type Verified = { payload: TokenPayload; notBefore: number }

/** Few browsers call at the same time: older tokens are verified again. */
const KNOWN_LIMIT = 5_000

/** By key, the verified tokens by their SHA-256, oldest first: a browser sends the same token with every call. */
const known = new WeakMap<Secret, Map<string, Verified>>()

/**
 * Accepts one algorithm and one key, and never a key named by the token.
 * @throws Problem session_missing when the signature is invalid, session_expired when its absolute lifetime is over.
 */
export async function verifyToken(key: Secret, token: string | undefined, now: Date): Promise<TokenPayload> {
  if (token === undefined) throw new Problem('session_missing')
  const tokens = known.get(key) ?? new Map<string, Verified>()
  known.set(key, tokens)
  const digest = hash('sha256', token, 'base64')
  const found = tokens.get(digest)
  const seconds = Math.floor(now.getTime() / 1000)
  // at any other time it is read again, which says what is wrong
  if (found && found.notBefore <= seconds && seconds < found.payload.exp) return found.payload
  const verified = await readToken(key, token, now)
  tokens.set(digest, verified)
  if (tokens.size > KNOWN_LIMIT) tokens.delete(tokens.keys().next().value!)
  return verified.payload
}

async function readToken(key: Secret, token: string, now: Date): Promise<Verified> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createSecretKey(key.reveal()), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'nbf', 'sid'],
      currentDate: now,
    })
    if (protectedHeader.kid !== KEY_ID) throw new Problem('session_missing')
    return { payload: TokenPayload.parse(payload), notBefore: payload.nbf! }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Problem('session_expired', {}, { cause: error })
    throw new Problem('session_missing', {}, { cause: error })
  }
}
