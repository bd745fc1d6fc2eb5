import type { AccessIdentities } from '../ef/five-gs.ts'
import type { OperationMode } from '../ef/identity.ts'
import type { NetworkChoice } from '../ef/network.ts'
import type { EmergencyNumber } from '../ef/number.ts'

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

/** The content of the USIM's files. Each field belongs to one file, or to a set of files with the same content. */
export interface UsimConfig {
  /** EF.SPN. If empty, the network's name is displayed. */
  readonly serviceProviderName?: string
  /** When EF.SPN is displayed. Default: everywhere, with the network's name at home only if the name is empty. */
  readonly spnDisplay?: SpnDisplay | undefined
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
  /** Further records of EF.PNN, with records of EF.OPL for their networks. */
  readonly networkNames?: readonly NetworkNameConfig[] | undefined
  /** EF.ACC: access classes 0 to 9 and 11 to 15. Default: the last digit of the IMSI. */
  readonly accessClasses?: readonly number[] | undefined
  /** EF.AD. Default: normal, in a test profile type approval. */
  readonly operationMode?: OperationMode | undefined
  /** Digits of the MNC in EF.AD. Default: from the home network that the IMSI begins with, otherwise from the country. */
  readonly mncLength?: 2 | 3 | undefined
  /** Hex, up to 20 bytes. If empty, the file is not created. */
  readonly gid1?: string
  readonly gid2?: string
  /** DF.5GS. */
  readonly fiveG?: FiveGConfig | undefined
  /** ISO 639-1 codes for EF.PL and EF.LI. */
  readonly languages?: readonly string[]
  /** EF.ECC. Default: 112 and 911. */
  readonly emergencyNumbers?: readonly (string | EmergencyNumber)[]
}

/** The display condition of EF.SPN (TS 31.102, 4.2.12). */
interface SpnDisplay {
  /** Bit 1: in the home network the name of the registered network is displayed too. */
  readonly homeNetworkNameShown?: boolean | undefined
  /** Bit 2: the name is not displayed in other networks. */
  readonly hiddenAbroad?: boolean | undefined
}

/** A name of networks (TS 31.102, 4.2.58 and 4.2.59). */
export interface NetworkNameConfig {
  readonly fullName: string
  readonly shortName?: string | undefined
  /** The networks with this name; `first` and `last` limit it to location or tracking areas 0 to 65534. */
  readonly networks: readonly {
    readonly plmn: string
    readonly areas?: { readonly first: number; readonly last: number } | undefined
  }[]
}
