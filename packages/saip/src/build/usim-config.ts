import type { NetworkChoice } from '../ef/network.ts'

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
}

/** The content of the USIM's files. Each field belongs to one file, or to a set of files with the same content. */
export interface UsimConfig {
  /** EF.SPN. If empty, the network's name is displayed. */
  readonly serviceProviderName?: string
  /** EF.HPLMNwAcT. */
  readonly hplmn?: readonly NetworkChoice[]
  /** EF.EHPLMN. */
  readonly ehplmn?: readonly string[]
  /** The last registered network, in EF.LOCI, EF.PSLOCI and EF.EPSLOCI. */
  readonly rplmn?: string | undefined
  /** The user controlled list, EF.PLMNwAcT. */
  readonly plmn?: readonly NetworkChoice[]
  /** The operator controlled list, EF.OPLMNwAcT. */
  readonly oplmn?: readonly NetworkChoice[]
  /** EF.FPLMN. */
  readonly fplmn?: readonly string[]
  /** EF.PNN, and EF.OPL for the home networks. */
  readonly pnn?: { readonly fullName: string; readonly shortName?: string } | undefined
  /** Hex, up to 20 bytes. If empty, the file is not created. */
  readonly gid1?: string
  readonly gid2?: string
  /** DF.5GS. */
  readonly fiveG?: FiveGConfig | undefined
  /** ISO 639-1 codes for EF.PL and EF.LI. */
  readonly languages?: readonly string[]
  /** EF.ECC. Default: 112 and 911. */
  readonly emergencyNumbers?: readonly string[]
}
