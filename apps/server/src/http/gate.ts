import type { Endpoint } from '@simwright/contract'
import type { CallingProgram } from '../port/call-log.ts'
import type { Visited } from '../port/platforms.ts'
import type { Who } from './call.ts'

/** What a browser sends to prove whose session it is. */
export type SessionProof = {
  token: string | undefined
  binding: string | undefined
  /** The binding of a visit. Without it, a visit is not admitted. */
  visitBinding: string | undefined
  /** The call was not caused by the user, so it does not count as activity. */
  background: boolean
}

/** The API key of a call, and its origin. */
export type KeyProof = {
  bearer: string
  address: string
  /** Called when the secret is right, before the key is refused for another reason. */
  onVerified: (program: CallingProgram) => void
}

/** The caller of a call; undefined: a visitor of a public endpoint. */
export type Caller = { who: Who | undefined; address: string; requestId: string }

/** A failed call. */
export type Asked = {
  who: Who
  repeated: { path: string; input: unknown } | undefined
  timeZone: string
}

/** What `serve` needs of the modules: who calls, and what is recorded of the call. `gate.ts` of the server opens it. */
export type Gate = {
  /** The user of a session. @throws Problem session_missing, session_expired or session_ended */
  authenticate(proof: SessionProof): Promise<Who>
  isApiKey(token: string | undefined): token is string
  /** The caller with an API key. @throws Problem */
  authenticateKey(proof: KeyProof): Promise<Who>
  /** @throws Problem step_up_needed */
  requireRecentProof(who: Who): void
  visitedAt(address: { host: string; sys: string | undefined }): Visited
  /** Runs the work with the caller as the actor of its audit entries. @returns also the number of recorded actions */
  countActions<T>(caller: Caller, work: () => Promise<T>): Promise<{ result: T; actions: number }>
  mustBeAudited(endpoint: Endpoint): boolean
  /**
   * What a call is answered that failed with `error`. If it needs the approval of a second person, it becomes a request: the
   * portal repeats the call once it is approved, or, without `repeated`, the requester does.
   */
  refusalOf(error: unknown, asked: Asked): Promise<unknown>
  /** Whether programs read no codes, because taking them out needs the approval of a second person. */
  hidesCodes(who: Who): Promise<boolean>
  /** @throws Problem disk_short */
  refuseUploadBelowReserve(): Promise<void>
}
