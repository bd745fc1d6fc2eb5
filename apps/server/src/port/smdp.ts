import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { EnterpriseId, ProfileId } from '../db/row-id.ts'

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
  /**
   * Lets the virtual phone of a try call ES9+ on an inner port; `before` is awaited before each call is answered.
   * @param issuer the certificate issuer of the profile's configuration
   */
  admit(
    issuer: CertificateIssuer | null,
    trial: Trial,
    before?: (call: string) => Promise<void>,
  ): Promise<{ port: number; token: string; end(): void }>
}

/**
 * A try of a profile with a virtual phone. The SM-DP+ makes the same checks and sends the same answers as for any device,
 * but what it records is stored in the try: profile, activation code, order, plan, counters, events and the notifications of
 * programs stay as they are.
 */
export type Trial = {
  readonly enterpriseId: EnterpriseId
  readonly id: string
  readonly profileId: ProfileId
  /** The phone is treated as if a block rule named its EID. */
  readonly isBlocked: boolean
}
