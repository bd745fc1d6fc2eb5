import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readTlv, readTlvs, writeTlv } from '@simwright/asn1'

/** The curves of SGP.22 section 2.6.7.1 that this house speaks. */
export type Curve = 'P-256' | 'brainpoolP256r1'

/** Signs SHA-256/ECDSA; the answer is the raw r‖s of 64 bytes (BSI TR-03111), never DER. */
export interface SigningKey {
  readonly curve: Curve
  sign(data: Uint8Array): Uint8Array
}

/** Verifies raw r‖s signatures of SHA-256/ECDSA. */
export interface VerifyingKey {
  readonly curve: Curve
  /** The uncompressed point, 65 bytes: 04‖X‖Y. */
  readonly point: Uint8Array
  verify(data: Uint8Array, signature: Uint8Array): boolean
}

/** One side's one-time key for the key agreement of a bound package (otPK/otSK). */
export interface OneTimeKey {
  readonly curve: Curve
  /** The uncompressed point, 65 bytes: 04‖X‖Y. */
  readonly publicKey: Uint8Array
  /**
   * The x-coordinate of the shared point, 32 bytes.
   * @throws KeyError `bad_point` when the other side's point is not on this curve.
   */
  agree(otherPublicKey: Uint8Array): Uint8Array
  /** PKCS#8, for a device that stores its state. A server never calls it: its one-time key dies with the call. */
  exportPrivateKey(): Uint8Array
}

export class KeyError extends Error {
  readonly code: 'unsupported_curve' | 'bad_point' | 'bad_key'

  constructor(code: KeyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KeyError'
    this.code = code
  }
}

const pointLength = 65
const scalarLength = 32

/** The SubjectPublicKeyInfo bytes that stand before the point, and OpenSSL's name, for each curve. */
const curveFacts: Record<Curve, { opensslName: string; spkiPrefix: Buffer }> = {
  'P-256': {
    opensslName: 'prime256v1',
    spkiPrefix: Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
  },
  brainpoolP256r1: {
    opensslName: 'brainpoolP256r1',
    spkiPrefix: Buffer.from('305a301406072a8648ce3d020106092b2403030208010107034200', 'hex'),
  },
}

function curveOf(key: KeyObject): Curve {
  const name = key.asymmetricKeyDetails?.namedCurve
  for (const curve of Object.keys(curveFacts) as Curve[]) if (curveFacts[curve].opensslName === name) return curve
  throw new KeyError('unsupported_curve', `the key's curve is ${name ?? 'none'}; P-256 or brainpoolP256r1 is needed`)
}

/** Curve and point of a SubjectPublicKeyInfo, which has one form for each curve. */
function readSpki(spki: Uint8Array): { curve: Curve; point: Uint8Array } {
  for (const curve of Object.keys(curveFacts) as Curve[]) {
    const { spkiPrefix } = curveFacts[curve]
    if (spki.length !== spkiPrefix.length + pointLength || spkiPrefix.compare(spki, 0, spkiPrefix.length) !== 0)
      continue
    return { curve, point: Uint8Array.from(spki.subarray(spkiPrefix.length)) }
  }
  throw new KeyError('unsupported_curve', 'the public key is no uncompressed point of P-256 or brainpoolP256r1')
}

function spkiOf(curve: Curve, point: Uint8Array): Buffer {
  return Buffer.concat([curveFacts[curve].spkiPrefix, point])
}

function checkPointForm(point: Uint8Array): void {
  if (point.length === pointLength && point[0] === 0x04) return
  throw new KeyError('bad_point', 'a public key is an uncompressed point of 65 bytes beginning with 04')
}

function importPoint(curve: Curve, point: Uint8Array): KeyObject {
  checkPointForm(point)
  try {
    return createPublicKey({ key: spkiOf(curve, point), format: 'der', type: 'spki' })
  } catch (cause) {
    throw new KeyError('bad_point', `the public key is not a point of ${curve}`, { cause })
  }
}

function importPrivate(key: Uint8Array | string | KeyObject): KeyObject {
  if (key instanceof KeyObject) return key
  try {
    return typeof key === 'string'
      ? createPrivateKey(key)
      : createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new KeyError('bad_key', 'the private key is neither PKCS#8 DER nor PEM', { cause })
  }
}

/**
 * Imports a private key once; keep what it returns.
 * @param key PKCS#8 DER, PEM (PKCS#8 or SEC1), or already an object of node:crypto
 */
export function importSigningKey(key: Uint8Array | string | KeyObject): SigningKey {
  const privateKey = importPrivate(key)
  const options = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return { curve: curveOf(privateKey), sign: (data) => sign('sha256', data, options) }
}

/** How many imported public keys are kept; an import costs half a verification. */
const keptKeys = 1024
const kept = new Map<string, VerifyingKey>()

/**
 * Imports a public key; the same bytes give the same key again without another import.
 * @param spki SubjectPublicKeyInfo, DER
 * @throws KeyError
 */
export function importVerifyingKey(spki: Uint8Array): VerifyingKey {
  const name = Buffer.from(spki.buffer, spki.byteOffset, spki.byteLength).toString('latin1')
  const known = kept.get(name)
  if (known) {
    kept.delete(name)
    kept.set(name, known)
    return known
  }
  const key = verifyingKeyOf(spki)
  kept.set(name, key)
  if (kept.size > keptKeys) kept.delete(kept.keys().next().value as string)
  return key
}

function verifyingKeyOf(spki: Uint8Array): VerifyingKey {
  const { curve, point } = readSpki(spki)
  const options = { key: importPoint(curve, point), dsaEncoding: 'ieee-p1363' } as const
  return {
    curve,
    point,
    verify: (data, signature) => verify('sha256', data, options, signature),
  }
}

/** The verifying key of an uncompressed point, kept like those of {@link importVerifyingKey}. */
export function verifyingKeyOfPoint(curve: Curve, point: Uint8Array): VerifyingKey {
  return importVerifyingKey(spkiOf(curve, point))
}

/** Draws a long-lived key pair from the system's random source: SubjectPublicKeyInfo and PKCS#8, both DER. */
export function generateKeyPair(curve: Curve): { publicKeyInfo: Uint8Array; privateKey: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curveFacts[curve].opensslName })
  return {
    publicKeyInfo: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** Draws a fresh one-time key from the system's random source; packages that must stay pure take it as an argument. */
export function generateOneTimeKey(curve: Curve): OneTimeKey {
  const pair = createECDH(curveFacts[curve].opensslName)
  pair.generateKeys()
  return oneTimeKeyOf(curve, pair)
}

/** A one-time key from the PKCS#8 that {@link OneTimeKey.exportPrivateKey} gave. */
export function importOneTimeKey(pkcs8: Uint8Array): OneTimeKey {
  const privateKey = importPrivate(pkcs8)
  const curve = curveOf(privateKey)
  const pair = createECDH(curveFacts[curve].opensslName)
  pair.setPrivateKey(readScalar(privateKey.export({ type: 'sec1', format: 'der' })))
  return oneTimeKeyOf(curve, pair)
}

/** ECDH objects do in half the time what key objects do, which pays where each key is used once. */
function oneTimeKeyOf(curve: Curve, pair: ECDH): OneTimeKey {
  const publicKey = Uint8Array.from(pair.getPublicKey())
  return {
    curve,
    publicKey,
    agree: (other) => agree(pair, curve, other),
    exportPrivateKey: () => writePkcs8(curve, { scalar: pair.getPrivateKey(), point: publicKey }),
  }
}

function agree(pair: ECDH, curve: Curve, point: Uint8Array): Uint8Array {
  checkPointForm(point)
  try {
    return pair.computeSecret(point)
  } catch (cause) {
    throw new KeyError('bad_point', `the public key is not a point of ${curve}`, { cause })
  }
}

/** The scalar of an ECPrivateKey (RFC 5915). */
function readScalar(sec1: Uint8Array): Uint8Array {
  const [, scalar] = readTlvs(readTlv(sec1).value)
  return scalar!.value
}

/** PrivateKeyInfo (RFC 5208) around an ECPrivateKey with its public key. */
function writePkcs8(curve: Curve, { scalar, point }: { scalar: Uint8Array; point: Uint8Array }): Uint8Array {
  const padded = Buffer.alloc(scalarLength)
  padded.set(scalar, scalarLength - scalar.length)
  const publicKey = writeTlv(0xa1, writeTlv(0x03, Uint8Array.of(0), point))
  const privateKey = writeTlv(0x30, Uint8Array.of(0x02, 1, 1), writeTlv(0x04, padded), publicKey)
  const algorithm = curveFacts[curve].spkiPrefix.subarray(2, -3)
  return writeTlv(0x30, Uint8Array.of(0x02, 1, 0), algorithm, writeTlv(0x04, privateKey))
}
