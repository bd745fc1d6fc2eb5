import { createHash } from 'node:crypto'
import { type Certificate, CertificateError, nameText, parseCertificates, registeredIdOf } from '@simwright/x509'
import { fault } from '../../../http/input.ts'
import { requireProvable } from './proof.ts'

/** A client certificate as it is registered. */
type ClientCertificate = {
  der: Buffer
  fingerprint: string
  subject: string
  notAfter: Date
  /** The object identifier in subjectAltName, if it has one. */
  registeredId: string | undefined
}

/** SHA-256 of a certificate, hexadecimal. */
export const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

const PATH = 'certificate'

/** Reads one certificate from PEM. @throws Problem invalid, also if a private key is in it */
export function readClientCertificate(pem: string, now: Date): ClientCertificate {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw fault(PATH, 'private', 'This has a private key. Send only the certificate, and replace the key.')
  const certificates = parse(pem)
  if (certificates.length > 1) throw fault(PATH, 'one', 'One certificate only, without those of its issuers.')
  const { raw, subject, notAfter, ...certificate } = certificates[0]!
  if (notAfter <= now) throw fault(PATH, 'expired', `This certificate expired at ${notAfter.toISOString()}.`)
  requireProvable(raw, PATH)
  return {
    der: Buffer.from(raw),
    fingerprint: fingerprintOf(raw),
    subject: nameText(subject),
    notAfter,
    registeredId: registeredIdOf({ raw, subject, notAfter, ...certificate }),
  }
}

function parse(pem: string): Certificate[] {
  if (!pem.includes('-----BEGIN ')) throw fault(PATH, 'pem', 'A certificate in PEM: -----BEGIN CERTIFICATE-----.')
  try {
    return parseCertificates(Buffer.from(pem, 'utf8'))
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    throw fault(PATH, 'malformed', 'This is no X.509 certificate in PEM.')
  }
}
