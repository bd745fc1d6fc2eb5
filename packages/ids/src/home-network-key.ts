/** Protection schemes of 3GPP TS 33.501, annex C, that use a key: A is X25519, B is ECIES on P-256. */
export type KeyedScheme = 'A' | 'B'

/** Bytes of a home network public key as a profile configuration holds it: for B the compressed point (C.3.4.2). */
export const homeNetworkKeyBytes = { A: 32, B: 33 } as const satisfies Record<KeyedScheme, number>

const uncompressedBytes = 65

/**
 * Whether this hex text is a public key of the home network: a point on the curve of its scheme, compressed or not for
 * scheme B. The key of a USIM can't be replaced easily, and with a wrong one no device registers.
 */
export function isHomeNetworkKey(scheme: KeyedScheme, hex: string): boolean {
  if (scheme === 'A') return hasBytes(hex, homeNetworkKeyBytes.A) && isX25519Key(hex)
  if (hasBytes(hex, homeNetworkKeyBytes.B)) return isCompressedP256Point(hex)
  return hasBytes(hex, uncompressedBytes) && isUncompressedP256Point(hex)
}

const hasBytes = (hex: string, bytes: number) => hex.length === 2 * bytes && /^[0-9a-fA-F]*$/.test(hex)

/** Curve25519 (RFC 7748, 4.1): v^2 = u^3 + A u^2 + u modulo p. */
const curve25519 = { p: 2n ** 255n - 19n, a: 486_662n }

/**
 * The u coordinate of a point on the curve itself. Each public key is such a point; half of all other numbers are on the
 * curve's twist. A point whose order divides 8 is refused: its shared secret is zero (RFC 7748, 6.1).
 */
function isX25519Key(hex: string): boolean {
  const { p, a } = curve25519
  const littleEndian = (hex.match(/../g) ?? []).reverse().join('')
  // RFC 7748, 5: the topmost bit is ignored
  const u = (BigInt(`0x${littleEndian}`) & (2n ** 255n - 1n)) % p
  return isSquare(u * (u * u + a * u + 1n), p) && !isOfSmallOrder(u)
}

/** Three doublings lead to the point at infinity (x-only doubling, RFC 7748, 5: X and Z of u = X/Z). */
function isOfSmallOrder(u: bigint): boolean {
  const { p, a } = curve25519
  let [x, z] = [u, 1n]
  for (let doubled = 0; doubled < 3; doubled++) {
    const difference = x * x - z * z
    ;[x, z] = [(difference * difference) % p, (4n * x * z * (x * x + a * x * z + z * z)) % p]
  }
  return z === 0n
}

/** NIST P-256 (FIPS 186-4, D.1.2.3): y^2 = x^3 - 3x + b modulo p. */
const p256 = {
  p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

const p256Side = (x: bigint) => x * x * x - 3n * x + p256.b

/** 02 or 03 and x (SEC 1, 2.3.3). */
function isCompressedP256Point(hex: string): boolean {
  const x = BigInt(`0x${hex.slice(2)}`)
  return /^0[23]/.test(hex) && x < p256.p && isSquare(p256Side(x), p256.p)
}

/** 04, x and y (SEC 1, 2.3.3). */
function isUncompressedP256Point(hex: string): boolean {
  const [x, y] = [BigInt(`0x${hex.slice(2, 66)}`), BigInt(`0x${hex.slice(66)}`)]
  return hex.startsWith('04') && x < p256.p && y < p256.p && (y * y - p256Side(x)) % p256.p === 0n
}

/** Euler's criterion; zero counts as no square, for it is the y of a point of order 2. */
function isSquare(value: bigint, p: bigint): boolean {
  return power(((value % p) + p) % p, (p - 1n) / 2n, p) === 1n
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus
  }
  return result
}
