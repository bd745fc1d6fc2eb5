import type { AccessIdentities } from '../ef/five-gs.ts'

/** The 5G settings of the USIM: routing indicator and SUCI calculation (3GPP TS 31.102, 4.4.11; TS 33.501, annex C). */
export interface FiveGConfig {
  /** 1 to 4 digits. */
  readonly routingIndicator: string
  readonly protectionScheme: 'null' | 'A' | 'B'
  readonly homeNetworkPublicKeyId?: number | undefined
  /** Hex: 32 bytes (X25519) for A, 33 or 65 bytes (P-256) for B. */
  readonly homeNetworkPublicKey?: string | undefined
  /** Whether the device or the USIM calculates the SUCI. */
  readonly suciCalculation: 'ME' | 'USIM'
  /** EF.UAC_AIC. Default: no access identity. */
  readonly accessIdentities?: Partial<AccessIdentities> | undefined
}
