/** The curves of SGP.22, 2.6.7.1. */
export type Curve = 'P-256' | 'brainpoolP256r1' | 'FRP256v1'

/**
 * OID and OpenSSL name. `openssl` is undefined if OpenSSL lacks the curve, so that nothing can be signed or verified.
 */
export const CURVES: Readonly<Record<Curve, { oid: string; openssl: string | undefined }>> = {
  'P-256': { oid: '1.2.840.10045.3.1.7', openssl: 'prime256v1' },
  brainpoolP256r1: { oid: '1.3.36.3.3.2.8.1.1.7', openssl: 'brainpoolP256r1' },
  FRP256v1: { oid: '1.2.250.1.223.101.256.1', openssl: undefined },
}

const byOid = new Map((Object.keys(CURVES) as Curve[]).map((curve) => [CURVES[curve].oid, curve]))

/** The curve of an OID, or undefined for any other curve. */
export function curveOfOid(oid: string): Curve | undefined {
  return byOid.get(oid)
}
