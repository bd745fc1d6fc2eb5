import type { Readable } from 'node:stream'
import type { Endpoint, OutputOf, ParsedInputOf, PermissionId } from '@simwright/contract'
import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { KeyKind } from '@simwright/contract/programs/keys'
import type { EnterpriseId, PlatformId, UserId } from '../db/row-id.ts'
import type { Visited } from '../port/platforms.ts'
import type { Once, Recorded } from './once.ts'

/** An API key that makes a call. `userId`, `name` and `email` of the caller are those of its creator. */
export type CallingKey = {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  /** By the plan; null: no limit. */
  readonly callsASecond: number | null
}

/** The signed-in user in the current enterprise, with the permissions effective now. */
export type Who = {
  readonly userId: UserId
  readonly enterpriseId: EnterpriseId
  /** Empty for an API key. */
  readonly sessionId: string
  /** The platform that the enterprise belongs to. */
  readonly platformId: PlatformId
  /** First and last name. */
  readonly name: string
  readonly email: string
  /** The name of the role; empty without a role. */
  readonly role: string
  /** Has the built-in role Owner, which allows more than its permissions. */
  readonly isOwner: boolean
  /** The enterprise is suspended: `permissions` has only those for reading and paying. */
  readonly suspended: boolean
  /** When the enterprise will be deleted, if an owner requested it: `permissions` has only those for reading. */
  readonly deletionAt: Date | null
  /** The member exceeds the plan's number of members: `permissions` is empty until there is a free seat. */
  readonly frozen: boolean
  readonly permissions: ReadonlySet<PermissionId>
  /** Permissions of the role that the suspension of the enterprise removes; empty while it is not suspended. */
  readonly withheld: ReadonlySet<PermissionId>
  /** When the user of this session last authenticated. */
  readonly provedAt: Date
  /** The enterprise requires a second factor that this user has not set up yet. */
  readonly lacksSecondFactor: boolean
  /** Has a second factor, which each proof of identity needs. */
  readonly hasSecondFactor: boolean
  /** The groups to which the member's view is limited; null: sees all profiles. */
  readonly groups: LimitGroups
  /** Set while platform staff visit the enterprise account: the call may only read, and sees no codes and files. */
  readonly visit: Visit | undefined
  /** The API key of the call; undefined: the call of a browser. */
  readonly key: CallingKey | undefined
  /** The enterprise whose identity provider signed the user in; the session is valid only there. */
  readonly ssoEnterpriseId: string | null
}

export type Visit = { readonly reason: string; readonly endsAt: Date }

/** The file of a form, as a stream; the stream fails with a Problem if the file is too large. */
export type UploadedFile = {
  /** The browser's name for the file, without folders and control characters. */
  readonly fileName: string
  readonly stream: Readable
}

/** The result of an endpoint with `answer: 'file'`. */
export type FileAnswer = {
  fileName: string
  contentType: string
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/**
 * The cookies of a session: the token, which scripts can read, and the binding to this browser. `device` is set after a
 * sign-in and identifies the browser at the next one.
 */
export type SessionCookies = { token: string; binding: string; device?: string }

export type Browser = {
  readonly userAgent: string
  /** From the Authorization header. The cookie alone does not authenticate, which prevents CSRF. */
  readonly token: string | undefined
  readonly binding: string | undefined
  /** Like `binding`, for a visit in the same browser. */
  readonly visitBinding: string | undefined
  /** Identifies a browser in which a user has signed in before. */
  readonly device: string | undefined
  /** Identifies this browser during a sign-in at an identity provider. */
  readonly flow: string | undefined
  keepFlow(id: string): void
  keepDevice(device: string): void
  keepSession(cookies: SessionCookies): void
  /** Keeps the binding of a visit next to the session. The page keeps the token of the visit. */
  keepVisit(binding: string): void
  /** Removes the cookies of the session whose token the call carried: those of the session, or of a visit. */
  forgetSession(): void
}

/** A call, as passed to its handler. */
export type Call<E extends Endpoint> = {
  readonly input: ParsedInputOf<E>
  readonly who: E extends { access: 'public' } ? undefined : Who
  /** The IP address of the client, according to TRUST_PROXY. */
  readonly address: string
  /** IANA name; UTC if the caller sent none. */
  readonly timeZone: string
  /** The platform that was called, determined by host or short name. */
  readonly visited: Visited
  readonly requestId: string
  /** Aborted when the client disconnects; for a stream also when the server stops or the session ends. */
  readonly signal: AbortSignal
  readonly browser: Browser
  readonly file: E extends { body: 'form-data' } ? UploadedFile : undefined
  /** The transaction of an idempotent call. */
  readonly once: E extends { once: true } ? Once<OutputOf<E>> : undefined
}

/** What the service of an idempotent call receives. */
export type OnceCall<E> = { readonly input: ParsedInputOf<E>; readonly once: Once<OutputOf<E>> }

export type OnceAnswer<E> = Promise<Recorded<OutputOf<E>>>

export type AnswerOf<E extends Endpoint> = E extends { answer: 'file' }
  ? FileAnswer
  : E extends { answer: 'events' }
    ? AsyncIterable<OutputOf<E>>
    : E extends { once: true }
      ? Recorded<OutputOf<E>>
      : OutputOf<E>

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>
