import type { PeStatusName } from './codec/euicc-response.ts'

/**
 * `malformed`: bytes that are no profile package; `install`: a package an eUICC aborts; `config` and `keys`: what the
 * builder refuses to build from; `content`: file content that does not fit its rule.
 */
export type SaipErrorCode = 'malformed' | 'install' | 'config' | 'keys' | 'content'

/** The profile element at fault: its place in the package, and its identification where its header was read. */
export interface ElementRef {
  readonly index: number
  readonly kind: string
  readonly identification?: number | undefined
}

export class SaipError extends Error {
  override readonly name = 'SaipError'
  readonly code: SaipErrorCode
  readonly element: ElementRef | undefined
  /** what an eUICC answers in its PEStatus (TCA eUICC Profile Package, 8.11) */
  readonly status: PeStatusName | undefined

  constructor(
    code: SaipErrorCode,
    message: string,
    about: { element?: ElementRef | undefined; status?: PeStatusName | undefined; cause?: unknown } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause })
    this.code = code
    this.element = about.element
    this.status = about.status
  }
}
