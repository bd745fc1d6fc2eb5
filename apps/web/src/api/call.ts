import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { createSignal } from '../base/store.ts'
import { approvalNeeded } from './approval-needed.ts'
import { planRefused } from './plan-refusal.ts'
import { isProblem, isServerFailure, messageNextToId, Problem } from './problem.ts'
import {
  beforeRequest,
  headersOf,
  isSessionCode,
  newRequestId,
  openEnvelope,
  type RequestOptions,
  sessionEndOf,
  transportProblem,
  urlOf,
} from './request.ts'
import { sessionToken } from './session.ts'
import { requestStepUp, secondFactorNeeded } from './step-up.ts'
import { isUnreachable } from './unreachable.ts'

/** Timeout of a call (specification, section 7). */
export const TIMEOUT_MS = 60_000

export type AskOptions = RequestOptions & {
  /** Shows no notice of a failure, because the caller shows it. */
  silent?: boolean
}

/**
 * Calls an endpoint of the contract and returns the `obj` of the envelope. A failure is shown as a notice unless
 * `silent`. @throws Problem
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: AskOptions = {},
): Promise<OutputOf<E>> {
  const requestId = options.requestId ?? newRequestId()
  try {
    return await retryUnknownOutcome(endpoint, () =>
      withStepUp(requestId, options, async (token) => {
        const { text } = await send(endpoint, sent, { ...options, requestId })
        return openEnvelope(text, requestId, token) as OutputOf<E>
      }),
    )
  } catch (error) {
    reportProblem(error, options)
    throw error
  }
}

/** Wait before the repetition: enough for the server to reconnect to its database. */
const REPEAT_DELAY_MS = 2_000

/** Repeats a call once when the server does not know its outcome, if its request id makes the repetition idempotent. */
async function retryUnknownOutcome<T>({ once }: Endpoint, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!once || !isProblem(error, 'outcome_unknown')) throw error
    await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS))
    return await work()
  }
}

type Work<T> = (token: string | undefined) => Promise<T>

/** Repeats a call that needs step-up authentication after the user has passed it. */
export async function withStepUp<T>(requestId: string, { background }: AskOptions, work: Work<T>): Promise<T> {
  try {
    return await inCurrentSession(work)
  } catch (error) {
    if (isProblem(error, 'second_factor_needed')) secondFactorNeeded.emit()
    if (background || !isProblem(error, 'step_up_needed')) throw error
    if (!(await requestStepUp())) throw transportProblem('aborted', requestId, error)
    return await inCurrentSession(work)
  }
}

/** Repeats a call that was refused because another tab replaced the session while it ran. */
async function inCurrentSession<T>(work: Work<T>): Promise<T> {
  const token = sessionToken()
  try {
    return await work(token)
  } catch (error) {
    const now = sessionToken()
    if (sessionEndOf(error) === undefined || now === undefined || now === token) throw error
    return await work(now)
  }
}

/** A failed call in words, with the request id if the server failed. */
export type CallFailure = { text: string; requestId: string | undefined }

/** Emitted for each failed call that the user should see; the application shows a notice. */
export const callFailed = createSignal<CallFailure>()

/**
 * Shows a failed call as a notice, with the request id if the server failed. Shows no aborted call and no ended session.
 * Throws anything that is not a `Problem`.
 */
export function showProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error
  if (error.transportFailure === 'aborted' || isSessionCode(error.code)) return
  callFailed.emit({
    text: messageNextToId(error),
    requestId: isServerFailure(error) ? error.requestId : undefined,
  })
}

/**
 * Shows a failed call unless it is `silent`. A refusal by the plan always leads to the plan table, and one that became a request
 * to that.
 */
export function reportProblem(error: unknown, { silent, background }: AskOptions): void {
  const isPlanRefusal = isProblem(error, 'plan_refused') || isProblem(error, 'plan_none')
  if (isPlanRefusal && !background && planRefused.hasListeners())
    planRefused.emit({ text: silent ? undefined : messageNextToId(error) })
  else if (!background && asksApproval(error)) return
  else if (!silent) showProblem(error)
}

/** Emits the request that a call became. @returns false for another failure, or if nothing shows it */
function asksApproval(error: unknown): boolean {
  if (!isProblem(error, 'approval_needed') || !approvalNeeded.hasListeners()) return false
  const asked = error.detail.approval
  if (typeof asked !== 'object' || asked === null || !('id' in asked) || typeof asked.id !== 'string') return false
  approvalNeeded.emit({ text: error.message, requestId: asked.id })
  return true
}

export type Sending = RequestOptions & { requestId: string }

async function send(endpoint: Endpoint, sent: unknown, options: Sending): Promise<{ text: string }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await request(endpoint, sent, { ...options, signal })
    return { text: await response.text() }
  } catch (error) {
    throw transportProblemOf(error, options, { timeout })
  }
}

type Failing = {
  timeout: AbortSignal
  /** A part of the file has arrived. */
  hasBegun?: boolean
}

export function transportProblemOf(
  error: unknown,
  { signal, requestId }: Sending,
  { timeout, hasBegun = false }: Failing,
): Problem {
  if (error instanceof Problem) return error
  if (timeout.aborted) return transportProblem(hasBegun ? 'stalled' : 'timeout', requestId, error)
  if (signal?.aborted) return transportProblem('aborted', requestId, error)
  if (hasBegun) return transportProblem('broken', requestId, error)
  isUnreachable.set(true)
  return transportProblem('offline', requestId, error)
}

export async function request(endpoint: Endpoint, sent: unknown, options: Sending): Promise<Response> {
  beforeRequest(options, options.requestId)
  const headers = headersOf(options, options.requestId)
  if (endpoint.method === 'POST') headers['Content-Type'] = 'application/json'
  const response = await fetch(urlOf(endpoint, sent), {
    method: endpoint.method,
    headers,
    body: endpoint.method === 'POST' ? JSON.stringify(sent ?? {}) : undefined,
    credentials: 'same-origin',
    signal: options.signal,
  })
  isUnreachable.set(false)
  return response
}
