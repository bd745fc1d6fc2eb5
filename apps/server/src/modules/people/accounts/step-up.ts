import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/security'
import type { SessionCookies, Who } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { challengePasskey, consumeCode, factorsOf, verifyPasskey } from '../security/service.ts'
import { stepUpSession } from '../sessions/service.ts'
import { type AttemptRule, countAttempt, forgetAttempts } from './attempt.ts'
import { hasPassword, isPassword } from './password.ts'
import { selectAccountById } from './queries.ts'

/** Limits guesses by anyone who has got hold of an open session; counted before any secret is compared. */
const proofRule: AttemptRule = {
  what: 'step-up',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 30 * 60_000,
}

type Method = OutputOf<typeof contract.beginStepUp>['ways'][number]

/** A user with a second factor has to use it: the password alone would prove less than the sign-in did. */
async function methodsOf(server: Server, who: Who): Promise<Method[]> {
  const { app, passkeys } = await factorsOf(server, who.userId)
  if (app || passkeys > 0) return [...(passkeys > 0 ? (['PASSKEY'] as const) : []), 'CODE']
  const account = await selectAccountById(server.db.global, who.userId)
  return account && hasPassword(account) ? ['PASSWORD'] : []
}

export async function beginStepUp(
  server: Server,
  who: Who,
  origin: string,
): Promise<OutputOf<typeof contract.beginStepUp>> {
  const methods = await methodsOf(server, who)
  if (!methods.includes('PASSKEY')) return { ways: methods }
  return { ways: methods, passkey: await challengePasskey(server, 'STEP_UP', { userId: who.userId, origin }) }
}

type ProofInput = { proof: ParsedInputOf<typeof contract.stepUp>; origin: string }

/** Verifies the identity of the user again, and replaces the session. @throws Problem proof_wrong, sign_in_slowed */
export async function stepUp(
  server: Server,
  who: Who,
  { proof, origin, from }: ProofInput & { from: { address: string; userAgent: string } },
): Promise<SessionCookies> {
  const seconds = await countAttempt(server, proofRule, [who.userId])
  if (seconds > 0) throw new Problem('sign_in_slowed', { seconds }, { detail: { seconds } })
  if (!(await verifyProof(server, who, { proof, origin }))) throw new Problem('proof_wrong')
  await forgetAttempts(server, proofRule, [who.userId])
  return await stepUpSession(server, who, from)
}

async function verifyProof(server: Server, who: Who, { proof, origin }: ProofInput): Promise<boolean> {
  const methods = await methodsOf(server, who)
  if ('passkey' in proof) {
    const { userId } = await verifyPasskey(server, 'STEP_UP', { answer: proof.passkey, origin })
    return userId === who.userId
  }
  if ('code' in proof) return methods.includes('CODE') && (await consumeCode(server, who.userId, proof.code))
  const account = await selectAccountById(server.db.global, who.userId)
  const isRight = await isPassword(proof.password, account?.password_hash, { cost: server.passwordCost })
  return isRight && methods.includes('PASSWORD')
}
