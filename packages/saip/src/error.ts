import type { PeStatusName } from './codec/euicc-response.ts'

/**
 * `malformed`: the bytes are not a profile package. `install`: an eUICC would abort the package. `config` and `keys`: the
 * builder refuses its input. `content`: file content violates its rule.
 */
export type SaipErrorCode = 'malformed' | 'install' | 'config' | 'keys' | 'content'

/** A profile element: its index in the package, its kind, and its identification if its header was decoded. */
export interface ElementRef {
  readonly index: number
  readonly kind: string
  readonly identification?: number | undefined
}

/** The error of this package. Its message names fields, elements and rules, never keys or codes. */
export class SaipError extends Error {
  override readonly name = 'SaipError'
  readonly code: SaipErrorCode
  readonly element: ElementRef | undefined
  /** The status that an eUICC reports in its PEStatus (TCA eUICC Profile Package, 8.11). */
  readonly status: PeStatusName | undefined
  /** The first byte at fault in a malformed package. */
  readonly offset: number | undefined

  constructor(
    code: SaipErrorCode,
    message: string,
    about: {
      element?: ElementRef | undefined
      status?: PeStatusName | undefined
      offset?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause })
    this.code = code
    this.element = about.element
    this.status = about.status
    this.offset = about.offset
  }
}
