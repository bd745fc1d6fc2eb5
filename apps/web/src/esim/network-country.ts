import { countryOfPlmn, isPlmn, type Plmn } from '@simwright/ids'
import { configurationTexts } from '../texts/configuration.ts'

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const { test, worldwide } = configurationTexts.network
const placesOfNoCountry: Record<string, string> = { '001': test, '999': test, '901': worldwide }

/** Where a network is: the country of its MCC, or what else the MCC says. Undefined for what is no PLMN. */
export function networkCountry(plmn: string): string | undefined {
  if (!isPlmn(plmn)) return undefined
  const country = countryOfPlmn(plmn as Plmn)
  return country === undefined ? placesOfNoCountry[plmn.slice(0, 3)] : countryNames.of(country)
}
