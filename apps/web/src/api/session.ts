import { type TokenPayload, TokenPayload as TokenPayloadSchema } from '@simwright/contract/people/sign-in'
import { createSignal, useStore } from '../base/store.ts'
import { pages } from '../paths.ts'
import { forgetVisit, isVisit, visitToken } from './visit.ts'

/** Why a session ended; the sign-in page shows it. */
export type SessionEnd = 'signed-out' | 'missing' | 'expired' | 'ended' | 'idle'

const COOKIE = 'token'
const changed = createSignal<SessionEnd | undefined>()
const otherTabs = new BroadcastChannel('simwright.session')

let cached: { token: string; user: TokenPayload | undefined } | undefined
/** What the running script has read of the cookie; forgotten when it waits, since other tabs and the server change it. */
let read: { token: string | undefined } | undefined

/** The session token: that of this tab's visit, else the one in the cookie that scripts can read. */
export function sessionToken(): string | undefined {
  const visit = visitToken()
  if (visit !== undefined) return visit
  if (!read) {
    read = { token: readCookie() }
    queueMicrotask(forgetRead)
  }
  return read.token
}

/** Waits for another process of the browser; a page that is rendered asks for the session a hundred times. */
function readCookie(): string | undefined {
  const found = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1]
  return found ? decodeURIComponent(found) : undefined
}

function forgetRead(): void {
  read = undefined
}

/** Whether there is a session token; the server decides whether it is valid. */
export function isSignedIn(): boolean {
  return sessionToken() !== undefined
}

/** The signed-in user, read from the payload of the token. */
export function currentUser(): TokenPayload | undefined {
  const token = sessionToken()
  if (token === undefined) return undefined
  if (cached?.token !== token) cached = { token, user: readPayload(token) }
  return cached.user
}

export function useCurrentUser(): TokenPayload | undefined {
  return useStore({ get: currentUser, listen: changed.listen })
}

/** Listens to sessions of all tabs: called with the reason when a session ended, with undefined when one began. */
export const onSessionChange = changed.listen

/** Notifies every tab that a session has begun. */
export function notifySessionStart(): void {
  forgetRead()
  changed.emit(undefined)
  otherTabs.postMessage({ begun: true })
}

/** Removes the token cookie and notifies every tab. Does nothing without a session. */
export function endSession(reason: SessionEnd): void {
  if (isSignedIn()) leaveSession(reason)
}

/** `endSession` that also notifies when the server has already removed the cookie. */
export function leaveSession(reason: SessionEnd): void {
  if (isVisit()) {
    leaveVisit()
    return
  }
  // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, and asynchronous
  document.cookie = `${COOKIE}=; path=/; max-age=0`
  document.cookie = `${COOKIE}=; path=/; domain=${location.hostname}; max-age=0`
  // biome-ignore-end lint/suspicious/noDocumentCookie: as above
  forgetRead()
  changed.emit(reason)
  otherTabs.postMessage({ end: reason })
}

/** Returns this tab to the session of the staff member, if it goes on. */
function leaveVisit(): void {
  forgetVisit()
  location.assign(pages.clients.path)
}

otherTabs.addEventListener('message', (event: MessageEvent<{ begun?: true; end?: SessionEnd }>) =>
  changed.emit(event.data.end),
)

function readPayload(token: string): TokenPayload | undefined {
  try {
    const middle = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(middle.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    return TokenPayloadSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
