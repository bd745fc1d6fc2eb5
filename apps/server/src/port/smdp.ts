import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'

/** The SM-DP+ as the modules of the portal see it. */
export type SmdpPort = {
  /** Host in activation codes of the default platform, with the port when it is not 443. */
  readonly address: string
  /** The certificate sets that have a port of their own, the first port's first. */
  readonly issuers: readonly CertificateIssuer[]
  /**
   * The address in a code for devices that trust this issuer: that of its port, else that of the first one.
   * @param host the platform's own address, where it has one
   */
  addressFor(issuer: CertificateIssuer | null, host?: string | null): string
  /** Whether only devices that trust the test certificate issuers can download. */
  readonly testIssuerOnly: boolean
  /** Whether RSP_CERTS_DIR holds a TLS certificate for the host; without, the test issuer makes one. */
  hasCertificateFor(host: string): boolean
}
