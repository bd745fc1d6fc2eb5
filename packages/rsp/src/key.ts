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

/** The curves of SGP.22 section 2.6.7.1 that are supported here. */
export type Curve = 'P-256' | 'brainpoolP256r1'

/** A private key that signs with ECDSA and SHA-256. A signature is the 64 bytes r‖s (BSI TR-03111), not DER. */
export interface SigningKey {
  readonly curve: Curve
  sign(data: Uint8Array): Uint8Array
}

/** A public key that verifies ECDSA with SHA-256. Signatures are the 64 bytes r‖s; any other length is wrong. */
export interface VerifyingKey {
  readonly curve: Curve
  /** The uncompressed point 04‖X‖Y, 65 bytes. */
  readonly point: Uint8Array
  verify(data: Uint8Array, signature: Uint8Array): boolean
}

/** The one-time key of one side for the key agreement of a bound package (otPK/otSK). */
export interface OneTimeKey {
  readonly curve: Curve
  /** The uncompressed point 04‖X‖Y, 65 bytes. */
  readonly publicKey: Uint8Array
  /**
   * The x-coordinate of the shared point, 32 bytes, big-endian.
   * @throws KeyError `bad_point` if the other side's point is not on this curve
   */
  agree(otherPublicKey: Uint8Array): Uint8Array
  /** PKCS#8, for a device that stores its state. A server never exports its key: it is discarded with the call. */
  exportPrivateKey(): Uint8Array
}

/** A key that cannot be used. The message contains no key material. */
export class KeyError extends Error {
  readonly code: 'unsupported_curve' | 'bad_point' | 'bad_key'

  constructor(code: KeyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KeyError'
    this.code = code
  }
}

/** An uncompressed point: 04, and two coordinates of 32 bytes. */
const pointLength = 65
/** Bytes of a private key. */
const scalarLength = 32

/** OpenSSL's name of each curve, and the bytes of a SubjectPublicKeyInfo before the point. */
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

/** The curve of an imported key. Throws KeyError `unsupported_curve`. */
function curveOf(key: KeyObject): Curve {
  const name = key.asymmetricKeyDetails?.namedCurve
  for (const curve of Object.keys(curveFacts) as Curve[]) if (curveFacts[curve].opensslName === name) return curve
  throw new KeyError('unsupported_curve', `the key's curve is ${name ?? 'none'}; P-256 or brainpoolP256r1 is needed`)
}

/** Curve and point of a SubjectPublicKeyInfo. Each curve has exactly one encoding; others are refused. */
function readSpki(spki: Uint8Array): { curve: Curve; point: Uint8Array } {
  for (const curve of Object.keys(curveFacts) as Curve[]) {
    const { spkiPrefix } = curveFacts[curve]
    if (spki.length !== spkiPrefix.length + pointLength || spkiPrefix.compare(spki, 0, spkiPrefix.length) !== 0)
      continue
    return { curve, point: Uint8Array.from(spki.subarray(spkiPrefix.length)) }
  }
  throw new KeyError('unsupported_curve', 'the public key is not an uncompressed point of P-256 or brainpoolP256r1')
}

/** SubjectPublicKeyInfo of a point. */
function spkiOf(curve: Curve, point: Uint8Array): Buffer {
  return Buffer.concat([curveFacts[curve].spkiPrefix, point])
}

/** Throws KeyError `bad_point` unless the point is uncompressed. Whether it is on the curve is checked on import. */
function checkPointForm(point: Uint8Array): void {
  if (point.length === pointLength && point[0] === 0x04) return
  throw new KeyError('bad_point', 'a public key is an uncompressed point of 65 bytes beginning with 04')
}

/** Imports a point; OpenSSL checks that it is on the curve. Throws KeyError `bad_point`. */
function importPoint(curve: Curve, point: Uint8Array): KeyObject {
  checkPointForm(point)
  try {
    return createPublicKey({ key: spkiOf(curve, point), format: 'der', type: 'spki' })
  } catch (cause) {
    throw new KeyError('bad_point', `the public key is not a point of ${curve}`, { cause })
  }
}

/** Throws KeyError `bad_key` for anything but an unencrypted private key. */
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
 * Imports a private key. Importing is slow, so retain the result.
 * @param key PKCS#8 DER, PEM (PKCS#8 or SEC1), or an object of node:crypto
 * @throws KeyError bad_key, unsupported_curve
 */
export function importSigningKey(key: Uint8Array | string | KeyObject): SigningKey {
  const privateKey = withRawSignatures(importPrivate(key))
  return { curve: curveOf(privateKey), sign: (data) => sign('sha256', data, privateKey) }
}

/**
 * The key with the encoding of its signatures as a property, where node:crypto reads it. Given as `{ key, dsaEncoding }`, Node
 * 24 first throws and catches an error with a stack trace to find that this object is no key: 20 us of each signature.
 */
const withRawSignatures = (key: KeyObject) => Object.assign(key, { dsaEncoding: 'ieee-p1363' } as const)

/** The number of imported public keys that are cached. An import costs half a verification. */
const maxImportedKeys = 1024
const importedKeys = new Map<string, VerifyingKey>()

/**
 * Imports a public key. The same bytes give the same object without another import; the least recently used keys are
 * dropped from the cache.
 * @param spki SubjectPublicKeyInfo, DER
 * @throws KeyError unsupported_curve, bad_point
 */
export function importVerifyingKey(spki: Uint8Array): VerifyingKey {
  const name = Buffer.from(spki.buffer, spki.byteOffset, spki.byteLength).toString('latin1')
  const known = importedKeys.get(name)
  if (known) {
    importedKeys.delete(name)
    importedKeys.set(name, known)
    return known
  }
  const key = verifyingKeyOf(spki)
  importedKeys.set(name, key)
  if (importedKeys.size > maxImportedKeys) importedKeys.delete(importedKeys.keys().next().value as string)
  return key
}

/** Imports a public key without the cache. */
function verifyingKeyOf(spki: Uint8Array): VerifyingKey {
  const { curve, point } = readSpki(spki)
  const key = withRawSignatures(importPoint(curve, point))
  return {
    curve,
    point,
    verify: (data, signature) => verify('sha256', data, key, signature),
  }
}

/** The verifying key of an uncompressed point, cached like those of {@link importVerifyingKey}. */
export function verifyingKeyOfPoint(curve: Curve, point: Uint8Array): VerifyingKey {
  return importVerifyingKey(spkiOf(curve, point))
}

/** Generates a long-term key pair with the system's random source: SubjectPublicKeyInfo and PKCS#8, both DER. */
export function generateKeyPair(curve: Curve): { publicKeyInfo: Uint8Array; privateKey: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curveFacts[curve].opensslName })
  return {
    publicKeyInfo: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** Generates a one-time key with the system's random source. Pure code takes one as an argument instead. */
export function generateOneTimeKey(curve: Curve): OneTimeKey {
  const pair = createECDH(curveFacts[curve].opensslName)
  pair.generateKeys()
  return oneTimeKeyOf(curve, pair)
}

/** Imports a one-time key from the PKCS#8 of {@link OneTimeKey.exportPrivateKey}. @throws KeyError */
export function importOneTimeKey(pkcs8: Uint8Array): OneTimeKey {
  const privateKey = importPrivate(pkcs8)
  const curve = curveOf(privateKey)
  const pair = createECDH(curveFacts[curve].opensslName)
  pair.setPrivateKey(readScalar(privateKey.export({ type: 'sec1', format: 'der' })))
  return oneTimeKeyOf(curve, pair)
}

/** ECDH objects take half the time of key objects, which matters because each key is used once. */
function oneTimeKeyOf(curve: Curve, pair: ECDH): OneTimeKey {
  const publicKey = Uint8Array.from(pair.getPublicKey())
  return {
    curve,
    publicKey,
    agree: (other) => agree(pair, curve, other),
    exportPrivateKey: () => writePkcs8(curve, { scalar: pair.getPrivateKey(), point: publicKey }),
  }
}

/** The x-coordinate of the shared point. OpenSSL checks that the point is on the curve. */
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

/** PrivateKeyInfo (RFC 5208) with an ECPrivateKey that contains its public key. The scalar is padded to 32 bytes. */
function writePkcs8(curve: Curve, { scalar, point }: { scalar: Uint8Array; point: Uint8Array }): Uint8Array {
  const padded = Buffer.alloc(scalarLength)
  padded.set(scalar, scalarLength - scalar.length)
  const publicKey = writeTlv(0xa1, writeTlv(0x03, Uint8Array.of(0), point))
  const privateKey = writeTlv(0x30, Uint8Array.of(0x02, 1, 1), writeTlv(0x04, padded), publicKey)
  const algorithm = curveFacts[curve].spkiPrefix.subarray(2, -3)
  return writeTlv(0x30, Uint8Array.of(0x02, 1, 0), algorithm, writeTlv(0x04, privateKey))
}
