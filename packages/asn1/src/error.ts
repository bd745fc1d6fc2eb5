/**
 * The kind of fault: `truncated`, `bad_length` and `bad_tag` concern the TLV structure, `missing`, `unexpected` and
 * `trailing` the components, `bad_value` the content of one component.
 */
export type Asn1ErrorCode = 'truncated' | 'bad_length' | 'bad_tag' | 'missing' | 'unexpected' | 'bad_value' | 'trailing'

/**
 * The only error that decoding and encoding throw. `path` names the component at fault from the outermost type inwards,
 * such as `AuthenticateServerResponse.euiccSigned1.transactionId`. `rule` says what was expected, never the bytes found.
 */
export class Asn1Error extends Error {
  readonly code: Asn1ErrorCode
  readonly rule: string
  path = ''
  /** The first byte of the innermost component at fault, from the beginning of the input. Undefined when encoding. */
  offset: number | undefined

  constructor(code: Asn1ErrorCode, rule: string, options?: ErrorOptions) {
    super(rule, options)
    this.name = 'Asn1Error'
    this.code = code
    this.rule = rule
  }
}

/**
 * Puts the name of the surrounding component in front of the error's path. `offset` is where that component begins; the
 * innermost one is retained. Other errors are returned unchanged.
 */
export function within(error: unknown, step: string, offset?: number): unknown {
  if (!(error instanceof Asn1Error)) return error
  error.offset ??= offset
  if (error.path === '') error.path = step
  else error.path = error.path.startsWith('[') ? step + error.path : `${step}.${error.path}`
  error.message = `${error.path}: ${error.rule}`
  return error
}
