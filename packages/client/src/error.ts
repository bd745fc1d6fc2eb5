import { problemNames } from './calls.gen.ts'

/** A fault in a field of the input, for example at `fields.hplmn.0.plmn`. */
export type Fault = { readonly path: string; readonly rule: string; readonly text: string }

/**
 * `refused`: the portal answered with a refusal. `network`: no complete answer arrived. `timeout`: it did not arrive in
 * time. `aborted`: by the signal of the caller. `answer`: the answer is not one of the portal, such as the page of a proxy.
 */
export type ErrorKind = 'refused' | 'network' | 'timeout' | 'aborted' | 'answer'

/** The name of a problem of the portal, such as `key_scope`. */
export type ProblemName = (typeof problemNames)[keyof typeof problemNames]

type Details = {
  kind: ErrorKind
  requestId: string
  status?: number
  code?: string
  faults?: readonly Fault[]
  retryAfterMs?: number
  cause?: unknown
}

/** A call that did not succeed. Its message never contains the key. */
export class SimwrightError extends Error {
  override name = 'SimwrightError'
  readonly kind: ErrorKind
  /** Also in the log of the portal. */
  readonly requestId: string
  /** HTTP status, if an answer arrived. */
  readonly status: number | undefined
  /** The portal's code of the refusal, for example `17108`. */
  readonly code: string | undefined
  readonly faults: readonly Fault[]
  /** How long the portal asked to wait before the next call. */
  readonly retryAfterMs: number | undefined
  /** True if the call may have been carried out although it did not succeed here. */
  outcomeUnknown = false

  constructor(message: string, { kind, requestId, status, code, faults = [], retryAfterMs, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.requestId = requestId
    this.status = status
    this.code = code
    this.faults = faults
    this.retryAfterMs = retryAfterMs
  }

  /** The name of the refusal; undefined if this version of the library does not know its code. */
  get problem(): ProblemName | undefined {
    return this.code === undefined ? undefined : (problemNames as Record<string, ProblemName>)[this.code]
  }
}
