import { fitAlpha, SPN_BYTES } from '@simwright/ids'

/** The fields from which a phone derives the name of a network. */
export type NameFields = {
  readonly serviceProviderName: string
  readonly pnn?: { readonly fullName: string; readonly shortName: string } | undefined
}

/** What a phone shows at home and abroad. Empty: it has no name, and shows the one it knows or the digits. */
export type ShownNames = { readonly home: string; readonly homeShort: string; readonly abroad: string }

/**
 * The names that a phone shows: EF.SPN, cut as it is on the card, goes before EF.PNN (3GPP TS 31.102, 4.2.12 and 4.2.58;
 * TS 22.101, annex A). Abroad the name of the other network is shown, which is not in the profile.
 */
export function shownNames({ serviceProviderName, pnn }: NameFields, abroad: string): ShownNames {
  const spn = fitAlpha(serviceProviderName.trim(), SPN_BYTES)
  const full = pnn?.fullName.trim() ?? ''
  const home = spn || full
  return { home, homeShort: spn || pnn?.shortName.trim() || full, abroad }
}

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
