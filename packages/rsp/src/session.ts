import { RspRefusal } from './refusal.ts'

/** The session data that every later call needs. */
export interface SessionLife {
  transactionId: Uint8Array
  endsAt: Date
}

/** The session data that the calls after AuthenticateClient need. */
export interface AuthenticatedSession extends SessionLife {
  /** SubjectPublicKeyInfo of the eUICC, DER. */
  euiccPublicKeyInfo: Uint8Array
  /** 64 bytes. Absent if no profile was offered. */
  smdpSignature2?: Uint8Array | undefined
}

/**
 * Returns the session if it exists and has not ended.
 * @throws RspRefusal transaction_unknown
 */
export function requireOpen<S extends SessionLife>(session: S | undefined, at: Date): S {
  if (!session) throw new RspRefusal('transaction_unknown', { detail: 'no session exists for this step' })
  if (at.getTime() >= session.endsAt.getTime()) {
    throw new RspRefusal('transaction_unknown', { detail: 'the session has ended' })
  }
  return session
}
