import { API_PREFIX, type Endpoint } from '@simwright/contract/endpoint'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { timeZone } from '../base/time-zone.ts'
import { apiTexts } from '../texts/api.ts'
import { isIdle, noteActivity } from './activity.ts'
import { Problem, type TransportFailure } from './problem.ts'
import { endSession, isSignedIn, type SessionEnd, sessionToken } from './session.ts'
import { currentSys } from './sys.ts'

export type RequestOptions = {
  /** Not caused by the user (polling, streams), so it does not count as activity. */
  background?: boolean
  signal?: AbortSignal
  /** An idempotent endpoint returns the first outcome when it is called again with the same id. */
  requestId?: string
}

const sessionEnds: Record<string, SessionEnd> = {
  [problemCodes.session_missing]: 'missing',
  [problemCodes.session_expired]: 'expired',
  [problemCodes.session_ended]: 'ended',
}

/** The headers of every call (specification, section 7). */
export function headersOf(options: RequestOptions, requestId: string): Record<string, string> {
  const token = sessionToken()
  const sys = currentSys()
  return {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    'X-Timestamp': String(Date.now()),
    'X-Request-Id': requestId,
    'X-Time-Zone': timeZone(),
    ...(sys === undefined ? {} : { 'X-Platform': sys }),
    ...(options.background ? { 'X-Background': '1' } : {}),
  }
}

export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** URL of a call; a GET has its input in the query string, arrays as repeated fields. */
export function urlOf(endpoint: Endpoint, sent: unknown): string {
  const url = `${API_PREFIX}${endpoint.path}`
  if (endpoint.method !== 'GET') return url
  const query = new URLSearchParams(fieldsOf(sent)).toString()
  return query === '' ? url : `${url}?${query}`
}

/** Name and value of each field that has a value; an array yields one pair per element. */
export function fieldsOf(sent: unknown): [string, string][] {
  return Object.entries((sent ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  )
}

/** Counts the call as activity of the user. @throws Problem and ends the session when the user was idle for too long */
export function beforeRequest(options: RequestOptions, requestId: string): void {
  if (options.background) return
  if (isSignedIn() && isIdle()) {
    endSession('idle')
    throw new Problem(apiTexts.expired, { code: problemCodes.session_expired, requestId })
  }
  noteActivity()
}

/**
 * Returns the `obj` of the envelope. A session code also ends the session, unless another session has replaced the one
 * whose token the call carried. @throws Problem
 */
export function openEnvelope(text: string, requestId: string, token: string | undefined): unknown {
  const envelope = parseEnvelope(text)
  if (envelope === undefined) throw transportProblem('unreadable', requestId)
  if (envelope.success) return envelope.obj
  const end = sessionEnds[envelope.code]
  if (end !== undefined && token === sessionToken()) endSession(end)
  const detail = (envelope.obj ?? {}) as Record<string, unknown>
  throw new Problem(envelope.msg, { code: envelope.code, requestId, detail })
}

/** The Problem of a call without a readable answer. */
export function transportProblem(transportFailure: TransportFailure, requestId: string, cause?: unknown): Problem {
  return new Problem(apiTexts[transportFailure], { transportFailure, requestId, cause })
}

/** Why the session ended, if the error says so. */
export function sessionEndOf(error: unknown): SessionEnd | undefined {
  return error instanceof Problem ? sessionEnds[error.code] : undefined
}

export function isSessionCode(code: string): boolean {
  return code in sessionEnds
}

type OpenedEnvelope = { success: boolean; code: string; msg: string; obj: unknown }

function parseEnvelope(text: string): OpenedEnvelope | undefined {
  try {
    const parsed = JSON.parse(text) as OpenedEnvelope
    return typeof parsed.success === 'boolean' ? parsed : undefined
  } catch {
    return undefined
  }
}
