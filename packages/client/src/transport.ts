import { type Fault, SimwrightError } from './error.ts'
import type { RetryRule } from './retry.ts'

/** What a client needs for each request. Times in milliseconds. */
export type Connection = {
  readonly origin: string
  readonly key: string | undefined
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retry: RetryRule
  readonly headers: Readonly<Record<string, string>>
}

export type Request = {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly input: unknown
  /** Sent with the input as form fields. */
  readonly file?: { readonly name: string; readonly content: Blob }
  readonly requestId: string
}

type Watched = { signal: AbortSignal; timeout: AbortSignal }

/** Sends a request. Redirects are refused, because the key must reach no other host. */
export async function send({ origin, key, headers, ...connection }: Connection, request: Request, signal: AbortSignal) {
  const { path, method, input, file, requestId } = request
  const isJson = method === 'POST' && file === undefined
  const query = method === 'GET' ? queryOf(input) : ''
  return await connection.fetch(`${origin}/api/v1${path}${query}`, {
    method,
    headers: {
      ...headers,
      'X-Request-Id': requestId,
      'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(input ?? {}) : file ? formOf(input, file) : undefined,
    credentials: 'omit',
    redirect: 'error',
    signal,
  })
}

/** The `obj` of the envelope. @throws SimwrightError */
export function openEnvelope(response: Response, text: string, requestId: string): unknown {
  const { status } = response
  const id = response.headers.get('X-Request-Id') ?? requestId
  const retryAfterMs = retryAfterOf(response.headers.get('Retry-After'))
  const envelope = parseEnvelope(text)
  if (!envelope) {
    const what = `The answer is not one of the portal (HTTP ${status}).`
    throw new SimwrightError(what, { kind: 'answer', requestId: id, status, retryAfterMs })
  }
  if (envelope.success) return envelope.obj
  const { code, msg, obj } = envelope
  const faults = (obj as { faults?: readonly Fault[] } | null)?.faults
  throw new SimwrightError(msg, { kind: 'refused', requestId: id, status, code, faults, retryAfterMs })
}

type Envelope = { success: boolean; code: string; msg: string; obj: unknown }

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    const isEnvelope = typeof value?.success === 'boolean' && typeof value.code === 'string'
    return isEnvelope ? (value as Envelope) : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** What a failed `fetch` means. */
export function transportError(error: unknown, requestId: string, { signal, timeout }: Watched): SimwrightError {
  if (error instanceof SimwrightError) return error
  const cause = error
  if (timeout.aborted)
    return new SimwrightError('The portal did not answer in time.', { kind: 'timeout', requestId, cause })
  if (signal.aborted) return new SimwrightError('The call was aborted.', { kind: 'aborted', requestId, cause })
  return new SimwrightError('The portal could not be reached.', { kind: 'network', requestId, cause })
}

function queryOf(input: unknown): string {
  const fields = fieldsOf(input)
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

function formOf(input: unknown, file: { name: string; content: Blob }): FormData {
  const form = new FormData()
  for (const [name, value] of fieldsOf(input)) form.append(name, value)
  form.append('file', file.content, file.name)
  return form
}

/** Name and value of each field that has a value; an array yields one pair per element. */
function fieldsOf(input: unknown): [string, string][] {
  return Object.entries((input ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, String(one)]),
  )
}
