import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { askForProof, secondFactorNeeded } from '../session/proof.ts'
import { sessionToken } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { isProblem, Problem } from './problem.ts'
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

/** A call that takes longer is given up (specification, section 7). */
const TIMEOUT_MS = 60_000

export type AskOptions = RequestOptions & {
  /** The caller shows a failure itself: no error notice. */
  silent?: boolean
}

/**
 * Calls an endpoint of the contract and returns the `obj` of the envelope.
 * Throws a `Problem`, which is also shown as an error notice unless `silent`.
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: AskOptions = {},
): Promise<OutputOf<E>> {
  const requestId = options.requestId ?? newRequestId()
  try {
    return await untilKnown(endpoint, () =>
      withProof(requestId, options, async (token) => {
        const { text } = await send(endpoint, sent, { ...options, requestId })
        return openEnvelope(text, requestId, token) as OutputOf<E>
      }),
    )
  } catch (error) {
    if (!options.silent) showProblem(error)
    throw error
  }
}

/** The database is back by then, if its connection alone was lost. */
const REPEAT_MS = 2_000

/** Repeats, once and with the same request id, a call whose outcome the server does not know and which is not done twice. */
async function untilKnown<T>({ once }: Endpoint, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!once || !isProblem(error, 'outcome_unknown')) throw error
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
    return await work()
  }
}

type Work<T> = (token: string | undefined) => Promise<T>

/** What asks for a fresh proof of identity is repeated once the user has given it. */
async function withProof<T>(requestId: string, { background }: AskOptions, work: Work<T>): Promise<T> {
  try {
    return await inSession(work)
  } catch (error) {
    if (isProblem(error, 'second_factor_needed')) secondFactorNeeded.emit()
    if (background || !isProblem(error, 'step_up_needed')) throw error
    if (!(await askForProof())) throw transportProblem('aborted', requestId, error)
    return await inSession(work)
  }
}

/** What was refused since another session took the place of its own meanwhile is repeated in that one. */
async function inSession<T>(work: Work<T>): Promise<T> {
  const token = sessionToken()
  try {
    return await work(token)
  } catch (error) {
    const now = sessionToken()
    if (sessionEndOf(error) === undefined || now === undefined || now === token) throw error
    return await work(now)
  }
}

/** A file that the portal answered, with the name it gave it. */
export type AnsweredFile = { blob: Blob; name: string }

/** Calls an endpoint that answers a file. */
export async function askFile<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: AskOptions = {},
): Promise<AnsweredFile> {
  const requestId = options.requestId ?? newRequestId()
  try {
    const response = await withProof(requestId, options, async (token) => {
      const answered = await request(endpoint, sent, { ...options, requestId })
      if (!answered.ok) openEnvelope(await answered.text(), requestId, token)
      return answered
    })
    return { blob: await response.blob(), name: fileNameIn(response.headers.get('Content-Disposition')) }
  } catch (error) {
    const problem = error instanceof Problem ? error : transportProblem('offline', requestId, error)
    if (!options.silent) showProblem(problem)
    throw problem
  }
}

/** Asks for a file and hands it to the browser to save. */
export async function save<E extends Endpoint>(endpoint: E, sent: InputOf<E>, options: AskOptions = {}): Promise<void> {
  const { blob, name } = await askFile(endpoint, sent, options)
  saveBlob(blob, name)
}

/** Hands a file made on the page to the browser to save. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Shows the error notice of a failed call; an aborted call and an ended session need none. */
export function showProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error
  if (error.transportFailure === 'aborted' || isSessionCode(error.code)) return
  toast.error(error.message, { requestId: error.transportFailure === undefined ? error.requestId : undefined })
}

type Sending = RequestOptions & { requestId: string }

async function send(endpoint: Endpoint, sent: unknown, options: Sending): Promise<{ text: string }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await request(endpoint, sent, { ...options, signal })
    return { text: await response.text() }
  } catch (error) {
    if (error instanceof Problem) throw error
    if (timeout.aborted) throw transportProblem('timeout', options.requestId, error)
    throw transportProblem(options.signal?.aborted ? 'aborted' : 'offline', options.requestId, error)
  }
}

function request(endpoint: Endpoint, sent: unknown, options: Sending): Promise<Response> {
  beforeRequest(options, options.requestId)
  const headers = headersOf(options, options.requestId)
  if (endpoint.method === 'POST') headers['Content-Type'] = 'application/json'
  return fetch(urlOf(endpoint, sent), {
    method: endpoint.method,
    headers,
    body: endpoint.method === 'POST' ? JSON.stringify(sent ?? {}) : undefined,
    credentials: 'same-origin',
    signal: options.signal,
  })
}

function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}
