import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'

/** The SM-DP+ as seen by the portal's modules. */
export type SmdpPort = {
  /** SM-DP+ address in activation codes of the default platform, with the port unless it is 443. */
  readonly address: string
  /** The certificate issuers that have a port, in the order of the ports. */
  readonly issuers: readonly CertificateIssuer[]
  /**
   * The SM-DP+ address in codes for devices that trust this issuer: its port, or the first port if it has none.
   * @param host the platform's own address, if it has one
   */
  addressFor(issuer: CertificateIssuer | null, host?: string | null): string
  /** Whether only devices that trust the test certificate issuers can download. */
  readonly testIssuerOnly: boolean
  /** The SM-DP+ as a client of other servers: its OID, its TLS certificate, and the issuers that it trusts, DER. */
  identity(): { oid: string; tls: { cert: string; key: string }; issuers: readonly Uint8Array[] }
  /** The certificates of RSP_CERTS_DIR, by file. */
  certificates(): readonly { name: string; notAfter: Date }[]
  /** Whether RSP_CERTS_DIR has a TLS certificate for the host; otherwise the test issuer issues one. */
  hasCertificateFor(host: string): boolean
}
