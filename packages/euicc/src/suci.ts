/** The SUCI: concealment of the subscription identifier with ECIES (3GPP TS 33.501 annex C) and its coding (TS 24.501). */
import {
  createCipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
} from 'node:crypto'
import { concat, fromHex } from '@simwright/asn1'
import { toSwappedBcd } from '@simwright/ids'
import type { HomeNetworkKey } from '@simwright/saip'

/** Lengths of the derived keys and of the MAC tag in bytes (annex C.3.4). */
const ENCRYPTION_KEY_BYTES = 16
const COUNTER_BLOCK_BYTES = 16
const TAG_BYTES = 8
const PRIVATE_KEY_BYTES = 32

/** An ephemeral public key as it is transmitted, and the secret shared with the home network. */
type Agreement = { readonly ephemeralKey: Uint8Array; readonly secret: Uint8Array }

/** DER before the bytes of an X25519 private key (PKCS #8) and public key (SubjectPublicKeyInfo): RFC 8410. */
const X25519_PKCS8 = fromHex('302e020100300506032b656e04220420')
const X25519_SPKI = fromHex('302a300506032b656e032100')

/** Key agreement of profile A: X25519. */
function agreeX25519(privateKey: Uint8Array, networkKey: Uint8Array): Agreement {
  const own = createPrivateKey({ key: Buffer.from(concat(X25519_PKCS8, privateKey)), format: 'der', type: 'pkcs8' })
  const network = createPublicKey({ key: Buffer.from(concat(X25519_SPKI, networkKey)), format: 'der', type: 'spki' })
  const spki = createPublicKey(own).export({ format: 'der', type: 'spki' })
  return {
    ephemeralKey: Uint8Array.from(spki.subarray(X25519_SPKI.length)),
    secret: diffieHellman({ privateKey: own, publicKey: network }),
  }
}

/** Key agreement of profile B: ECDH on P-256. The ephemeral key is compressed. */
function agreeP256(privateKey: Uint8Array, networkKey: Uint8Array): Agreement {
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  return {
    ephemeralKey: Uint8Array.from(own.getPublicKey(null, 'compressed')),
    secret: own.computeSecret(networkKey),
  }
}

const AGREEMENTS = { 'profile-a': agreeX25519, 'profile-b': agreeP256 } as const

/** The key derivation function of ANSI X9.63 with SHA-256. */
function deriveKeys(secret: Uint8Array, sharedInfo: Uint8Array): Uint8Array {
  const block = (counter: number) =>
    createHash('sha256')
      .update(concat(secret, Uint8Array.of(0, 0, 0, counter), sharedInfo))
      .digest()
  return concat(block(1), block(2))
}

/**
 * The scheme output of profile A or B: ephemeral public key, ciphertext, MAC tag of 8 bytes (TS 33.501 annex C.3).
 * @param privateKey the ephemeral private key: 32 random bytes
 * @throws Error if the public key of the home network is not a point of the curve
 */
export function conceal(
  { scheme, publicKey }: Pick<HomeNetworkKey, 'scheme' | 'publicKey'>,
  privateKey: Uint8Array,
  plaintext: Uint8Array,
): Uint8Array {
  const { ephemeralKey, secret } = AGREEMENTS[scheme](privateKey, publicKey)
  const keys = deriveKeys(secret, ephemeralKey)
  const macKey = keys.subarray(ENCRYPTION_KEY_BYTES + COUNTER_BLOCK_BYTES)
  const counterBlock = keys.subarray(ENCRYPTION_KEY_BYTES, ENCRYPTION_KEY_BYTES + COUNTER_BLOCK_BYTES)
  const ciphertext = createCipheriv('aes-128-ctr', keys.subarray(0, ENCRYPTION_KEY_BYTES), counterBlock).update(
    plaintext,
  )
  const tag = createHmac('sha256', macKey).update(ciphertext).digest().subarray(0, TAG_BYTES)
  return concat(ephemeralKey, ciphertext, tag)
}

/** Order of the base point of P-256 (SEC 2, 2.4.2). */
const P256_ORDER = fromHex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** Whether 32 bytes are a private key of P-256: from 1 to the order of the base point minus 1. */
function isP256PrivateKey(key: Uint8Array): boolean {
  return key.some((byte) => byte !== 0) && Buffer.compare(key, P256_ORDER) < 0
}

/** An ephemeral private key for a scheme. */
export function ephemeralPrivateKey(
  scheme: HomeNetworkKey['scheme'],
  random: (length: number) => Uint8Array,
): Uint8Array {
  for (;;) {
    const key = random(PRIVATE_KEY_BYTES)
    if (scheme === 'profile-a' || isP256PrivateKey(key)) return key
  }
}

/** The parts of a SUCI whose SUPI is an IMSI. */
type SuciParts = {
  /** MCC and MNC, coded as in TS 24.008. */
  readonly plmn: Uint8Array
  /** 2 bytes, as in EF.Routing_Indicator. */
  readonly routingIndicator: Uint8Array
  readonly schemeId: number
  /** Identifier of the home network public key. 0 for the null scheme. */
  readonly keyId: number
  readonly output: Uint8Array
}

/** SUPI format IMSI (0), type of identity SUCI (1): TS 24.501 9.11.3.4. */
const IMSI_AS_SUCI = 0x01

/** The value of a mobile identity of type SUCI: TS 24.501 9.11.3.4, figure 9.11.3.4.3, from octet 4. */
export function encodeSuci({ plmn, routingIndicator, schemeId, keyId, output }: SuciParts): Uint8Array {
  return concat(Uint8Array.of(IMSI_AS_SUCI), plmn, routingIndicator, Uint8Array.of(schemeId, keyId), output)
}

/** The MSIN as BCD with swapped nibbles: the null scheme's output, and the plaintext of the others (annex C.3.2). */
export function msinBytes(msin: string): Uint8Array {
  return toSwappedBcd(msin)
}
