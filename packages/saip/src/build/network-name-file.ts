import type { ElementOf } from '../codec/profile-element.ts'
import type { NetworkChoice } from '../ef/network.ts'
import { encodeOpl, encodePnn, type NetworkName, type NetworkNameUse } from '../ef/network-name.ts'
import { records } from './file-step.ts'

/** The home networks, and the names of networks. */
export interface NetworkNamesConfig {
  /** EF.HPLMNwAcT. */
  readonly hplmn?: readonly NetworkChoice[]
  /** EF.EHPLMN. */
  readonly ehplmn?: readonly string[]
  /** EF.PNN, and EF.OPL for the home networks. */
  readonly pnn?: { readonly fullName: string; readonly shortName?: string } | undefined
  /** Further records of EF.PNN, with records of EF.OPL for their networks. */
  readonly networkNames?: readonly NetworkNameConfig[] | undefined
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

/** The records of EF.PNN and EF.OPL: first the name of the home networks, then the further names. */
export function networkNames(config: NetworkNamesConfig): { names: NetworkName[]; uses: NetworkNameUse[] } {
  const { pnn, networkNames: further = [], hplmn = [], ehplmn = [] } = config
  const homes = [...new Set([...hplmn.map(({ plmn }) => plmn), ...ehplmn])]
  const home = pnn === undefined ? [] : [{ ...pnn, networks: homes.map((plmn) => ({ plmn, areas: undefined })) }]
  const all = [...home, ...further]
  return {
    names: all.map(({ fullName, shortName }) => ({ full: fullName, short: shortName })),
    uses: all.flatMap(({ networks }, i) => networks.map(({ plmn, areas }) => ({ plmn, areas, pnnRecord: i + 1 }))),
  }
}

/** Smallest size of a record of EF.PNN in bytes, that of the template. */
const nameBytes = 16

/** EF.PNN and EF.OPL. Neither exists without a name, EF.OPL not without a network. */
export function nameFiles(config: NetworkNamesConfig): Pick<ElementOf<'opt-usim'>['value'], 'ef-pnn' | 'ef-opl'> {
  const { names, uses } = networkNames(config)
  if (names.length === 0) return {}
  const encoded = names.map(encodePnn)
  const pnn = records(encoded, Math.max(nameBytes, ...encoded.map(({ length }) => length)))
  return uses.length === 0 ? { 'ef-pnn': pnn } : { 'ef-pnn': pnn, 'ef-opl': records(uses.map(encodeOpl), 8) }
}
