import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '@simwright/contract'
import type { PasskeyAnswer, PasskeyChallenge } from '@simwright/contract/people/account'
import type { z } from 'zod'
import type { Server } from './port.ts'
import { type Holder, type PasskeyRecord, selectPasskey, selectPasskeys, updatePasskeyUsed } from './queries.ts'
import { beginStep, takeStep } from './step.ts'

type Challenge = z.infer<typeof PasskeyChallenge>
type Answer = z.infer<typeof PasskeyAnswer>

/** Loaded when the first passkey is used, because it is large. */
const webAuthn = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA with P-256, RSA with SHA-256 (COSE): every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The relying party is the host that the browser sees (WebAuthn Level 3, 4: RP ID); `origin` is one of our own. */
const partyAt = (origin: string) => new URL(origin).hostname

/**
 * A challenge for a passkey: of the given user, or of any user. Without a user the device must verify its user, since
 * there is no other proof.
 */
export async function challengePasskey(
  server: Server,
  purpose: 'PASSKEY' | 'STEP_UP',
  { userId, origin }: { userId?: string; origin: string },
): Promise<Challenge> {
  const own = userId === undefined ? [] : await selectPasskeys(server.db.global, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: partyAt(origin),
    challenge: challengeBytes(server),
    allowCredentials: own.map(descriptorOf),
    userVerification: userId === undefined ? 'required' : 'preferred',
  })
  const ticket = await beginStep(server, { userId, purpose, challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** The owner of the passkey that answered the challenge. @throws Problem sign_in_step_gone, passkey_refused */
export async function verifyPasskey(
  server: Server,
  purpose: 'PASSKEY' | 'STEP_UP',
  { answer: { ticket, response }, origin }: { answer: Answer; origin: string },
): Promise<{ userId: string }> {
  const step = await takeStep(server, ticket, purpose)
  const passkey = await selectPasskey(server.db.global, String(response.id ?? ''))
  if (!passkey || (step.user_id !== null && step.user_id !== passkey.user_id)) throw new Problem('passkey_refused')
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await refusing(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: step.challenge ?? '',
      expectedOrigin: origin,
      expectedRPID: partyAt(origin),
      requireUserVerification: step.user_id === null,
      credential: { ...descriptorOf(passkey), publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    }),
  )
  if (!verified.verified) throw new Problem('passkey_refused')
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const used = { counter: newCounter, synced: credentialBackedUp, at: server.clock.now() }
  if (!(await updatePasskeyUsed(server.db.global, passkey, used))) throw new Problem('passkey_refused')
  return { userId: passkey.user_id }
}

/** A challenge to create a passkey. */
export async function challengeNewPasskey(server: Server, holder: Holder, origin: string): Promise<Challenge> {
  const own = await selectPasskeys(server.db.global, holder.id)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: holder.app_name,
    rpID: partyAt(origin),
    userID: new Uint8Array(Buffer.from(holder.id.replaceAll('-', ''), 'hex')),
    userName: holder.email,
    userDisplayName: `${holder.first_name} ${holder.last_name}`,
    challenge: challengeBytes(server),
    attestationType: 'none',
    excludeCredentials: own.map(descriptorOf),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const ticket = await beginStep(server, { userId: holder.id, purpose: 'PASSKEY_ADD', challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** What is stored of a new passkey. */
export type MadePasskey = {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  synced: boolean
}

/** @throws Problem sign_in_step_gone, passkey_refused */
export async function verifyNewPasskey(
  server: Server,
  userId: string,
  { answer: { ticket, response }, origin }: { answer: Answer; origin: string },
): Promise<MadePasskey> {
  const step = await takeStep(server, ticket, 'PASSKEY_ADD')
  if (step.user_id !== userId) throw new Problem('sign_in_step_gone')
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await refusing(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: step.challenge ?? '',
      expectedOrigin: origin,
      expectedRPID: partyAt(origin),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified.verified) throw new Problem('passkey_refused')
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 8).map(String),
    synced: credentialBackedUp,
  }
}

/** The library throws a different error for each fault of a response; the caller gets the same refusal for all. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new Problem('passkey_refused', {}, { cause })
  }
}

const challengeBytes = (server: Server) => new Uint8Array(server.random.bytes(32))

function descriptorOf({ credential_id, transports }: PasskeyRecord) {
  return { id: credential_id, transports: Array.isArray(transports) ? transports.map(String) : [] }
}
