/** Protection schemes of 3GPP TS 33.501, annex C, that use a key: A with X25519, B with ECIES on P-256. */
export type KeyedScheme = 'A' | 'B'

/** Length of a home network public key in a profile configuration; B is the compressed point (C.3.4.2). */
export const homeNetworkKeyBytes = { A: 32, B: 33 } as const satisfies Record<KeyedScheme, number>

const uncompressedBytes = 65

/**
 * Whether the hex text is a point on the curve of its scheme; scheme B takes it compressed or uncompressed. Checked
 * because the key of a USIM is hard to replace, and no device registers with a wrong one.
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
 * Whether this is the u coordinate of a point on the curve, as every public key is; half of all numbers are on the
 * curve's twist instead. Refuses a point whose order divides 8: its shared secret is zero (RFC 7748, 6.1).
 */
function isX25519Key(hex: string): boolean {
  const { p, a } = curve25519
  const littleEndian = (hex.match(/../g) ?? []).reverse().join('')
  // RFC 7748, 5: the topmost bit is ignored
  const u = (BigInt(`0x${littleEndian}`) & (2n ** 255n - 1n)) % p
  return isSquare(u * (u * u + a * u + 1n), p) && !isOfSmallOrder(u)
}

/** Whether three doublings reach the point at infinity (x-only doubling, RFC 7748, 5: X and Z of u = X/Z). */
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

/** The right-hand side of the curve equation, y^2. */
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

/** Euler's criterion. Zero does not count as a square, because it is the y of a point of order 2. */
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
