import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { issueCertificate, keyIdentifierOf, nameOf, writePem } from '@simwright/x509'

type ClientIdentity = { pem: string; key: string }

const DAY_MS = 24 * 60 * 60_000

/**
 * A TLS certificate for clients and servers with its key, PEM: self-signed if the key is an EC one. `oid` and `host` are
 * in subjectAltName.
 */
export function clientCertificate(
  name: string,
  {
    oid,
    host = 'localhost',
    days = 30,
    at = new Date(),
    keyType = 'EC',
    rsaBits = 2048,
  }: { oid?: string; host?: string; days?: number; at?: Date; keyType?: 'EC' | 'RSA'; rsaBits?: number } = {},
): ClientIdentity {
  const issuerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { publicKey, privateKey } =
    keyType === 'EC' ? issuerKeys : generateKeyPairSync('rsa', { modulusLength: rsaBits })
  const publicKeyInfo = der(publicKey)
  const subject = nameOf({ O: 'Operator', CN: name })
  // an RSA key has an EC issuer, because only those issue
  const issuer = {
    subject,
    subjectKeyIdentifier: keyIdentifierOf(publicKeyInfo),
    privateKey: issuerKeys.privateKey,
  }
  const certificate = issueCertificate({
    role: 'dp-tls',
    subject,
    publicKeyInfo,
    issuer,
    serialNumber: randomBytes(16),
    notBefore: new Date(at.getTime() - DAY_MS),
    notAfter: new Date(at.getTime() + days * DAY_MS),
    dnsNames: [host],
    ...(oid === undefined ? {} : { registeredId: oid }),
  })
  return {
    pem: writePem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

const der = (key: KeyObject) => new Uint8Array(key.export({ type: 'spki', format: 'der' }))
