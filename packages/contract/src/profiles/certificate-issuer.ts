/**
 * Certificate sets of the SM-DP+, named like the file suffixes of SGP.26: NIST P-256 and brainpoolP256r1. The sign-in page
 * needs these names, and none of the rules of configurations, so they have a module of their own.
 */
export const certificateIssuers = ['NIST', 'BRP'] as const
export type CertificateIssuer = (typeof certificateIssuers)[number]
