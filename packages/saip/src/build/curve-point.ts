import { createPrivateKey, createPublicKey, diffieHellman, ECDH } from 'node:crypto'

/** A public key on P-256, compressed (33 bytes) or not (65 bytes). */
export function isP256Point(bytes: Uint8Array): boolean {
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

const p = 2n ** 255n - 19n
const a = 486_662n

/**
 * A public key of X25519 (RFC 7748): 32 bytes, the u coordinate of a point on the curve itself. Every public key is such
 * a point; half of all other numbers lie on the curve's twist. Points of small order, which give everyone the same shared
 * secret, are none either.
 */
export function isX25519Point(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false
  const u = bytes.reduceRight((sum, byte, i) => (sum << 8n) | BigInt(i === 31 ? byte & 0x7f : byte), 0n) % p
  const ySquared = (u * (u * u + a * u + 1n)) % p
  return power(ySquared, (p - 1n) / 2n) === 1n && !isOfSmallOrder(bytes)
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % p) {
    if ((rest & 1n) === 1n) result = (result * square) % p
  }
  return result
}

const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')
const anyPrivateKey = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), Buffer.alloc(32, 0x55)])

/** With such a point the key agreement fails: its result is zero. */
function isOfSmallOrder(bytes: Uint8Array): boolean {
  const publicKey = createPublicKey({ key: Buffer.concat([spkiHead, bytes]), format: 'der', type: 'spki' })
  const privateKey = createPrivateKey({ key: anyPrivateKey, format: 'der', type: 'pkcs8' })
  try {
    diffieHellman({ publicKey, privateKey })
    return false
  } catch {
    return true
  }
}
