import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { ES2PLUS_LIMITS, type OperatorChallenge } from '@simwright/contract/programs/es2plus'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'

/*
 * Proof of possession: an enterprise account signs a challenge with the private key of a certificate. The challenge names
 * the account and the certificate, so that the signature proves nothing for another one.
 */

const NONCE_BYTES = 32
const RSA_BITS_MIN = 2048
const MINUTE_MS = 60_000

/** How keys of each type sign, by Node's names of the types. EdDSA has its hash function built in. */
const keyTypes: Readonly<Record<string, { hash: 'sha256' | null }>> = {
  ec: { hash: 'sha256' },
  rsa: { hash: 'sha256' },
  'rsa-pss': { hash: 'sha256' },
  ed25519: { hash: null },
  ed448: { hash: null },
}

const COMMAND_END = '| openssl base64 -A'

const commandOf = (text: string, { hash }: { hash: string | null }) =>
  hash === null
    ? `printf %s '${text}' > challenge.txt && openssl pkeyutl -sign -inkey operator.key -rawin -in challenge.txt ${COMMAND_END}`
    : `printf %s '${text}' | openssl dgst -sha256 -sign operator.key ${COMMAND_END}`

/** @returns undefined for a key that cannot sign, that OpenSSL does not know, or that is too short to prove anything */
function readKey(der: Uint8Array): { key: KeyObject; hash: 'sha256' | null } | undefined {
  try {
    const { publicKey: key } = new X509Certificate(der)
    const type = keyTypes[key.asymmetricKeyType ?? '']
    const bits = key.asymmetricKeyDetails?.modulusLength
    return type && (bits === undefined || bits >= RSA_BITS_MIN) ? { key, ...type } : undefined
  } catch {
    return undefined
  }
}

/** @throws Problem invalid unless the key of the certificate can sign a challenge */
export function requireProvable(der: Uint8Array, path: string): void {
  if (readKey(der)) return
  const text = `The certificate must have an EC, Ed25519 or Ed448 key, or an RSA key of ${RSA_BITS_MIN} bits or more.`
  throw fault(path, 'key', text)
}

/** The part of a challenge that is stored. */
export type ChallengeColumns = { challenge_nonce: string; challenge_expires_at: Date }

export const newChallenge = (bytes: (length: number) => Uint8Array, at: Date): ChallengeColumns => ({
  challenge_nonce: Buffer.from(bytes(NONCE_BYTES)).toString('hex'),
  challenge_expires_at: new Date(at.getTime() + ES2PLUS_LIMITS.challengeMinutes * MINUTE_MS),
})

type Challenged = ChallengeColumns & { enterpriseId: EnterpriseId; fingerprint: string; certificate: Uint8Array }

export function challengeOf(challenged: Challenged): OperatorChallenge {
  const { enterpriseId, fingerprint, certificate, challenge_nonce: nonce } = challenged
  const expiresAt = challenged.challenge_expires_at.toISOString()
  const text = `simwright-es2plus-proof account:${enterpriseId} certificate-sha256:${fingerprint} expires:${expiresAt} nonce:${nonce}`
  return { text, command: commandOf(text, readKey(certificate) ?? { hash: 'sha256' }), expiresAt }
}

const PATH = 'signature'

/** @throws Problem invalid unless the signature is that of the challenge with the key of the certificate */
export function verifyProof(challenged: Challenged, signature: string): void {
  const { text } = challengeOf(challenged)
  const found = readKey(challenged.certificate)
  const bytes = readSignature(signature)
  // a file has a line end after the text if an editor has written it
  const isRight = found && [text, `${text}\n`, `${text}\r\n`].some((signed) => isSigned(found, signed, bytes))
  if (isRight) return
  const rule = 'This does not sign the current challenge with the key of the certificate.'
  throw fault(PATH, 'mismatch', `${rule} Use the key that belongs to the certificate, and sign the text unchanged.`)
}

function isSigned({ key, hash }: { key: KeyObject; hash: string | null }, signed: string, bytes: Buffer): boolean {
  try {
    return verify(hash, Buffer.from(signed, 'ascii'), key, bytes)
  } catch {
    // OpenSSL throws for some malformed signatures
    return false
  }
}

/** What `openssl dgst -hex` writes before the digits. */
const HEX_LABEL = /^[A-Za-z0-9-]{1,40}\([^()]{0,200}\)= /

function readSignature(text: string): Buffer {
  if (text.includes('PRIVATE KEY-----'))
    throw fault(PATH, 'private', 'This is a private key. Send only the signature, and replace the key.')
  const digits = text.replace(HEX_LABEL, '').replaceAll(/[\s:]/g, '')
  if (/^(?:[0-9a-f]{2})+$/i.test(digits)) return Buffer.from(digits, 'hex')
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(digits)) return Buffer.from(digits, 'base64')
  throw fault(PATH, 'encoding', 'The signature in Base64, or in hexadecimal digits.')
}
