import { fitAlpha, SPN_BYTES } from '@simwright/ids'

/** The fields from which a phone derives the name of a network. */
export type NameFields = {
  readonly serviceProviderName: string
  readonly pnn?: { readonly fullName: string; readonly shortName: string } | undefined
  readonly networkNames?: readonly { readonly fullName: string; readonly networks: readonly string[] }[] | undefined
  readonly hplmn?: readonly { readonly plmn: string }[] | undefined
  readonly ehplmn?: readonly string[] | undefined
  /** The display condition of EF.SPN. Absent: the name is shown everywhere, and at home without the network's. */
  readonly spnDisplay?: { readonly homeNetworkNameShown: boolean; readonly hiddenAbroad: boolean } | undefined
}

/** What a phone shows at home and abroad. Empty: it has no name, and shows the one it knows or the digits. */
export type ShownNames = { readonly home: string; readonly homeShort: string; readonly abroad: string }

/**
 * The names that a phone shows: the service provider name as it is cut on the card and the name of the network, as the
 * display condition says (3GPP TS 31.102, 4.2.12 and 4.2.58; TS 22.101, A.4). Abroad the network is another one: the
 * first one that the profile names, or `otherNetwork`.
 */
export function shownNames(fields: NameFields, otherNetwork: string): ShownNames {
  const { serviceProviderName, pnn, spnDisplay } = fields
  const spn = fitAlpha(serviceProviderName.trim(), SPN_BYTES)
  const full = pnn?.fullName.trim() ?? ''
  const short = pnn?.shortName.trim() || full
  const isNetworkShown = spn === '' || spnDisplay?.homeNetworkNameShown === true
  const isSpnAbroad = spnDisplay?.hiddenAbroad !== true
  return {
    home: both(isNetworkShown ? full : '', spn),
    homeShort: both(isNetworkShown ? short : '', spn),
    abroad: both(nameAbroad(fields) ?? otherNetwork, isSpnAbroad ? spn : ''),
  }
}

function nameAbroad({ networkNames = [], hplmn = [], ehplmn = [] }: NameFields): string | undefined {
  const homes = new Set([...hplmn.map(({ plmn }) => plmn), ...ehplmn])
  const named = networkNames.find(({ networks }) => networks.some((plmn) => !homes.has(plmn)))
  return named?.fullName.trim() || undefined
}

const both = (network: string, provider: string): string =>
  [network, provider].filter((name) => name !== '').join(' | ')

type Access = { readonly access: readonly string[] }

const generations = [
  ['NG-RAN', '5G'],
  ['E-UTRAN', 'LTE'],
  ['UTRAN', '3G'],
  ['GSM', '2G'],
] as const

/** The best radio access of the home networks, as phones name it; LTE if none is entered. */
export function shownAccess(hplmn: readonly Access[]): string {
  const best = generations.find(([name]) => hplmn.some(({ access }) => access.includes(name)))
  return best?.[1] ?? 'LTE'
}
