import type { ElementOf } from '../codec/profile-element.ts'
import type { NetworkChoice } from '../ef/network.ts'
import {
  type AreaRange,
  encodeOpl,
  encodeOpl5g,
  encodePnn,
  isOnly5g,
  type NetworkName,
  type NetworkNameUse,
} from '../ef/network-name.ts'
import { records } from './file-step.ts'

/** The home networks, and the names of networks. */
export interface NetworkNamesConfig {
  /** EF.HPLMNwAcT. */
  readonly hplmn?: readonly NetworkChoice[]
  /** EF.EHPLMN. */
  readonly ehplmn?: readonly string[]
  /** EF.PNN, and EF.OPL for the home networks. */
  readonly pnn?: { readonly fullName: string; readonly shortName?: string } | undefined
  /** Further records of EF.PNN, with records of EF.OPL, and in 5G of EF.OPL5G, for their networks. */
  readonly networkNames?: readonly NetworkNameConfig[] | undefined
}

/** A name of networks (TS 31.102, 4.2.58 and 4.2.59). */
export interface NetworkNameConfig {
  readonly fullName: string
  readonly shortName?: string | undefined
  /** The networks with this name; `first` and `last` limit it to location or tracking areas 0 to 16777214. */
  readonly networks: readonly { readonly plmn: string; readonly areas?: AreaRange | undefined }[]
}

/**
 * The records of EF.PNN: first the name of the home networks, then the further names, each once. And those of EF.OPL, a
 * prioritized list: a range of areas comes before all areas of a network, which would hide it.
 */
export function networkNames(config: NetworkNamesConfig): { names: NetworkName[]; uses: NetworkNameUse[] } {
  const { pnn, networkNames: further = [], hplmn = [], ehplmn = [] } = config
  const homes = [...new Set([...hplmn.map(({ plmn }) => plmn), ...ehplmn])]
  const home = pnn === undefined ? [] : [{ ...pnn, networks: homes.map((plmn) => ({ plmn, areas: undefined })) }]
  const all = [...home, ...further]
  const keys = [...new Set(all.map(nameKey))]
  const uses = all.flatMap((name) => {
    const pnnRecord = keys.indexOf(nameKey(name)) + 1
    return name.networks.map(({ plmn, areas }) => ({ plmn, areas, pnnRecord }))
  })
  return {
    names: keys.map((key) => nameOf(all.find((name) => nameKey(name) === key)!)),
    uses: [...uses.filter(({ areas }) => areas !== undefined), ...uses.filter(({ areas }) => areas === undefined)],
  }
}

type Named = Pick<NetworkNameConfig, 'fullName' | 'shortName'>
const nameOf = ({ fullName, shortName }: Named): NetworkName => ({ full: fullName, short: shortName })
/** Equal for equal names. */
const nameKey = ({ fullName, shortName = '' }: Named) => `${fullName}\0${shortName}`

/** Smallest size of a record of EF.PNN in bytes, that of the template. */
const nameBytes = 16

/** EF.PNN and EF.OPL. Neither exists without a name, EF.OPL not without a network. */
export function nameFiles(config: NetworkNamesConfig): Pick<ElementOf<'opt-usim'>['value'], 'ef-pnn' | 'ef-opl'> {
  const { names, uses } = networkNames(config)
  if (names.length === 0) return {}
  const encoded = names.map(encodePnn)
  const pnn = records(encoded, Math.max(nameBytes, ...encoded.map(({ length }) => length)))
  const opl = uses.filter((use) => !isOnly5g(use)).map(encodeOpl)
  return opl.length === 0 ? { 'ef-pnn': pnn } : { 'ef-pnn': pnn, 'ef-opl': records(opl, 8) }
}

/**
 * EF.OPL5G. It exists only with further names, because versions of configurations that were stored before it existed
 * must still build the same package.
 */
export function nameFiles5g(config: NetworkNamesConfig): Pick<ElementOf<'df-5gs'>['value'], 'ef-opl5g'> {
  return hasNames5g(config) ? { 'ef-opl5g': records(networkNames(config).uses.map(encodeOpl5g), 10) } : {}
}

/** Whether the names of networks apply in 5G, too. */
export const hasNames5g = ({ networkNames: further = [] }: NetworkNamesConfig): boolean => further.length > 0
