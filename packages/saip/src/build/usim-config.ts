import type { NetworkChoice } from '../ef/network.ts'

export interface FiveGConfig {
  /** 1 to 4 digits */
  readonly routingIndicator: string
  readonly protectionScheme: 'null' | 'A' | 'B'
  readonly homeNetworkPublicKeyId?: number | undefined
  /** hex: 32 bytes (X25519) for A, 33 or 65 (P-256) for B */
  readonly homeNetworkPublicKey?: string | undefined
  /** who conceals the subscriber's identity: the device, or the USIM itself */
  readonly suciCalculation: 'ME' | 'USIM'
}

/** What the files of the USIM hold: one field or group per file, or per set of files that say the same. */
export interface UsimConfig {
  /** EF.SPN; empty: the network's name is shown */
  readonly serviceProviderName?: string
  /** EF.HPLMNwAcT */
  readonly hplmn?: readonly NetworkChoice[]
  /** EF.EHPLMN */
  readonly ehplmn?: readonly string[]
  /** last registered network, in EF.LOCI, EF.PSLOCI and EF.EPSLOCI */
  readonly rplmn?: string | undefined
  /** user controlled list, EF.PLMNwAcT */
  readonly plmn?: readonly NetworkChoice[]
  /** operator controlled list, EF.OPLMNwAcT */
  readonly oplmn?: readonly NetworkChoice[]
  /** EF.FPLMN */
  readonly fplmn?: readonly string[]
  /** EF.PNN, and EF.OPL for the home networks */
  readonly pnn?: { readonly fullName: string; readonly shortName?: string } | undefined
  /** hex, up to 20 bytes; empty: none */
  readonly gid1?: string
  readonly gid2?: string
  /** DF.5GS */
  readonly fiveG?: FiveGConfig | undefined
  /** ISO 639-1 codes for EF.PL and EF.LI */
  readonly languages?: readonly string[]
  /** EF.ECC */
  readonly emergencyNumbers?: readonly string[]
}
