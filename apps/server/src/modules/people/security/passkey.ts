import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '@simwright/contract'
import type { PasskeyAnswer, PasskeyChallenge } from '@simwright/contract/people/account'
import type { z } from 'zod'
import type { UserId } from '../../../db/row-id.ts'
import type { SecurityServer as Server } from '../../../port/module.ts'
import { platformOf } from '../../platform/brand/service.ts'
import type { UserRecord } from '../../platform/tenancy/service.ts'
import { type PasskeyRecord, selectPasskey, selectPasskeys, updatePasskeyUsed } from './queries.ts'
import { beginStep, consumeStep } from './step.ts'

type Challenge = z.infer<typeof PasskeyChallenge>
type Answer = z.infer<typeof PasskeyAnswer>

/** Loaded when the first passkey is used, because the library is large. */
const webAuthn = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA with P-256, RSA with SHA-256 (COSE): every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The RP ID: the host that the browser sees (WebAuthn Level 3, 4). `origin` is one of our own. */
const rpIdOf = (origin: string) => new URL(origin).hostname

/**
 * Creates a challenge for a passkey of the given user, or of any user. Without a user the authenticator must verify its
 * user, because the passkey is the only proof.
 */
export async function challengePasskey(
  server: Server,
  purpose: 'PASSKEY' | 'STEP_UP',
  { userId, origin }: { userId?: UserId; origin: string },
): Promise<Challenge> {
  const own = userId === undefined ? [] : await selectPasskeys(server.db.global, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: challengeBytes(server),
    allowCredentials: own.map(descriptorOf),
    userVerification: userId === undefined ? 'required' : 'preferred',
  })
  const ticket = await beginStep(server, { userId, purpose, challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** Verifies the answer to a challenge. @returns the owner of the passkey @throws Problem sign_in_step_gone, passkey_refused */
export async function verifyPasskey(
  server: Server,
  purpose: 'PASSKEY' | 'STEP_UP',
  { answer: { ticket, response }, origin }: { answer: Answer; origin: string },
): Promise<{ userId: UserId }> {
  const step = await consumeStep(server, ticket, purpose)
  const passkey = await selectPasskey(server.db.global, String(response.id ?? ''))
  if (!passkey || (step.user_id !== null && step.user_id !== passkey.user_id)) throw new Problem('passkey_refused')
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: step.challenge ?? '',
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
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

/** Creates a challenge for the registration of a passkey. */
export async function challengeNewPasskey(server: Server, owner: UserRecord, origin: string): Promise<Challenge> {
  const own = await selectPasskeys(server.db.global, owner.id)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: platformOf(server, owner.platform_id).app_name,
    rpID: rpIdOf(origin),
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    userName: owner.email,
    userDisplayName: `${owner.first_name} ${owner.last_name}`,
    challenge: challengeBytes(server),
    attestationType: 'none',
    excludeCredentials: own.map(descriptorOf),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const ticket = await beginStep(server, { userId: owner.id, purpose: 'PASSKEY_ADD', challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** The data to store of a new passkey. */
export type NewPasskey = {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  synced: boolean
}

/** Verifies the answer to a registration. @throws Problem sign_in_step_gone, passkey_refused */
export async function verifyNewPasskey(
  server: Server,
  userId: UserId,
  { answer: { ticket, response }, origin }: { answer: Answer; origin: string },
): Promise<NewPasskey> {
  const step = await consumeStep(server, ticket, 'PASSKEY_ADD')
  if (step.user_id !== userId) throw new Problem('sign_in_step_gone')
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await orRefuse(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: step.challenge ?? '',
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
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

/** Turns each error of the library into the same refusal. @throws Problem passkey_refused */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
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
