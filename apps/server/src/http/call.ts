import type { Readable } from 'node:stream'
import type { Endpoint, OutputOf, ParsedInputOf, PermissionId } from '@simwright/contract'
import type { Visited } from '../port/platforms.ts'
import type { Once, Recorded } from './once.ts'

/** The signed-in user in the current enterprise account, with the rights that hold at this moment. */
export type Who = {
  readonly userId: string
  readonly enterpriseId: string
  readonly sessionId: string
  /** The platform that the enterprise account belongs to. */
  readonly platformId: string
  /** First and last name. */
  readonly name: string
  readonly email: string
  /** The name of the role; empty without one. */
  readonly role: string
  /** Holds the built-in role of owners, which is more than its permissions. */
  readonly isOwner: boolean
  /** The enterprise account is suspended: only what looks, and what pays, is held. */
  readonly suspended: boolean
  /** When the enterprise account will be deleted, if an owner asked for it: only what looks is held. */
  readonly deletionAt: Date | null
  /** Beyond the members that the plan has: nothing is held until there is room. */
  readonly frozen: boolean
  readonly permissions: ReadonlySet<PermissionId>
  /** When this session's user last proved who they are. */
  readonly provedAt: Date
  /** The enterprise account demands a second factor that this user has yet to set up. */
  readonly lacksSecondFactor: boolean
  /** The enterprise account whose own provider vouched for the user; the session is good there only. */
  readonly ssoEnterpriseId: string | null
}

/** The file of a form, as it arrives: its stream fails with a Problem when it grows too large. */
export type UploadedFile = {
  /** As the browser named it, without folders or control characters; never a path. */
  readonly fileName: string
  readonly stream: Readable
}

/** What an endpoint with `answer: 'file'` gives back. */
export type FileAnswer = {
  fileName: string
  contentType: string
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/**
 * What the browser holds of a session: the readable token and the cookie that binds it to this browser; after a sign-in
 * also the cookie by which this browser is known the next time.
 */
export type SessionCookies = { token: string; binding: string; device?: string }

export type Browser = {
  readonly userAgent: string
  /** From the Authorization header; a token that is only in the cookie counts for nothing. */
  readonly token: string | undefined
  readonly binding: string | undefined
  /** A browser that somebody has signed in with before. */
  readonly device: string | undefined
  /** What tells this browser from others while it is with an identity provider. */
  readonly flow: string | undefined
  keepFlow(id: string): void
  keepDevice(device: string): void
  keepSession(cookies: SessionCookies): void
  forgetSession(): void
}

/** One call as its handler sees it. */
export type Call<E extends Endpoint> = {
  readonly input: ParsedInputOf<E>
  readonly who: E extends { access: 'public' } ? undefined : Who
  /** Of the client, as TRUST_PROXY decides. */
  readonly address: string
  /** IANA name; UTC when the caller names none. */
  readonly timeZone: string
  /** The platform that was called, by its host or short name. */
  readonly visited: Visited
  readonly requestId: string
  /** Aborts when the client goes away; for a stream also when the server stops or the session ends. */
  readonly signal: AbortSignal
  readonly browser: Browser
  readonly file: E extends { body: 'form-data' } ? UploadedFile : undefined
  /** The one transaction of a call that must not happen twice. */
  readonly once: E extends { once: true } ? Once<OutputOf<E>> : undefined
}

/** What the service of a call that must not happen twice gets. */
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
