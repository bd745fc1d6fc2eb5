export type CertificateErrorCode = 'malformed' | 'unsupported' | 'bad_key'

/** What reading a certificate, revocation list or key throws; `cause` keeps the Asn1Error or OpenSSL's error. */
export class CertificateError extends Error {
  readonly code: CertificateErrorCode

  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CertificateError'
    this.code = code
  }
}

/** Runs `read`; any error of another kind becomes `malformed`, named by `what`. */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof CertificateError) throw cause
    const detail = cause instanceof Error ? cause.message : 'unreadable'
    throw new CertificateError('malformed', `Not a valid ${what}: ${detail}`, { cause })
  }
}
