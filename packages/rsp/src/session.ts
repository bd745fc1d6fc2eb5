import { RspRefusal } from './refusal.ts'

/** What of a session every later call needs. */
export interface SessionLife {
  transactionId: Uint8Array
  endsAt: Date
}

/** What of a session the calls after AuthenticateClient need. */
export interface AuthenticatedSession extends SessionLife {
  /** SubjectPublicKeyInfo of the eUICC, DER */
  euiccPublicKeyInfo: Uint8Array
  /** 64 bytes; absent when no profile was offered */
  smdpSignature2?: Uint8Array | undefined
}

/**
 * A session that is there and has not ended.
 * @throws RspRefusal transaction_unknown
 */
export function requireOpen<S extends SessionLife>(session: S | undefined, at: Date): S {
  if (!session) throw new RspRefusal('transaction_unknown', { detail: 'there is no such session at this step' })
  if (at.getTime() >= session.endsAt.getTime()) {
    throw new RspRefusal('transaction_unknown', { detail: 'the session has ended' })
  }
  return session
}
