/** `malformed`: not the expected structure. `unsupported`: valid but not usable here. `bad_key`: a key does not fit. */
export type CertificateErrorCode = 'malformed' | 'unsupported' | 'bad_key'

/**
 * The error of reading a certificate, revocation list or key. `cause` is the Asn1Error or OpenSSL's error. The message
 * never contains key material.
 */
export class CertificateError extends Error {
  readonly code: CertificateErrorCode

  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CertificateError'
    this.code = code
  }
}

/** Runs `read`. An error of another kind becomes `malformed`, with `what` in the message. */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof CertificateError) throw cause
    const detail = cause instanceof Error ? cause.message : 'unreadable'
    throw new CertificateError('malformed', `Not a valid ${what}: ${detail}`, { cause })
  }
}
