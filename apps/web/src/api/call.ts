import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { planRefused } from '../session/plan-refusal.ts'
import { sessionToken } from '../session/session.ts'
import { requestStepUp, secondFactorNeeded } from '../session/step-up.ts'
import { toast } from '../ui/toast.ts'
import { readBlob, stallSignal } from './file-body.ts'
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
import { isUnreachable } from './unreachable.ts'

/** Timeout of a call (specification, section 7). */
const TIMEOUT_MS = 60_000

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
async function withStepUp<T>(requestId: string, { background }: AskOptions, work: Work<T>): Promise<T> {
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

/** A downloaded file with the name that the server gave it. */
export type DownloadedFile = { blob: Blob; name: string }

export type FileOptions = AskOptions & {
  /** Called with the number of bytes received so far. */
  onBytes?: ((bytes: number) => void) | undefined
}

/** Calls an endpoint whose answer is a file. @throws Problem */
export async function askFile<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: FileOptions = {},
): Promise<DownloadedFile> {
  const requestId = options.requestId ?? newRequestId()
  try {
    return await withStepUp(requestId, options, (token) =>
      receiveFile(endpoint, sent, { ...options, requestId, token }),
    )
  } catch (error) {
    reportProblem(error, options)
    throw error
  }
}

/** The timeout begins again with each piece of the file, because a large one may take longer as a whole. */
async function receiveFile(
  endpoint: Endpoint,
  sent: unknown,
  { token, onBytes, ...options }: Sending & FileOptions & { token: string | undefined },
): Promise<DownloadedFile> {
  const stall = stallSignal(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal
  let hasBegun = false
  try {
    const response = await request(endpoint, sent, { ...options, signal })
    if (!response.ok) openEnvelope(await response.text(), options.requestId, token)
    const blob = await readBlob(response, (bytes) => {
      hasBegun = true
      stall.restart()
      onBytes?.(bytes)
    })
    return { blob, name: fileNameIn(response.headers.get('Content-Disposition')) }
  } catch (error) {
    throw transportProblemOf(error, options, { timeout: stall.signal, hasBegun })
  } finally {
    stall.end()
  }
}

/** Downloads a file and has the browser save it. @throws Problem */
export async function save<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: FileOptions = {},
): Promise<void> {
  const { blob, name } = await askFile(endpoint, sent, options)
  saveBlob(blob, name)
}

/** Has the browser save a file that the page created. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * Shows a failed call as a notice, with the request id if the server failed. Shows no aborted call and no ended session.
 * Throws anything that is not a `Problem`.
 */
export function showProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error
  if (error.transportFailure === 'aborted' || isSessionCode(error.code)) return
  toast.error(messageNextToId(error), { requestId: isServerFailure(error) ? error.requestId : undefined })
}

/** Shows a failed call unless it is `silent`. A refusal by the plan always leads to the plan table. */
export function reportProblem(error: unknown, { silent, background }: AskOptions): void {
  const isPlanRefusal = isProblem(error, 'plan_refused') || isProblem(error, 'plan_none')
  if (isPlanRefusal && !background && planRefused.hasListeners())
    planRefused.emit({ text: silent ? undefined : messageNextToId(error) })
  else if (!silent) showProblem(error)
}

type Sending = RequestOptions & { requestId: string }

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

function transportProblemOf(
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

async function request(endpoint: Endpoint, sent: unknown, options: Sending): Promise<Response> {
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

function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}
