import { countryOfPlmn, isPlmn, type Plmn } from '@simwright/ids'
import { configurationTexts } from '../texts/configuration.ts'

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const { test, own, worldwide } = configurationTexts.network
const specialMccs: Record<string, string> = { '001': test, '999': own, '901': worldwide }

/**
 * Country name of a network's MCC, or "test", "private" or "worldwide" for an MCC without a country (ITU-T E.212, annex A). Undefined for an invalid
 * PLMN.
 */
export function networkCountry(plmn: string): string | undefined {
  if (!isPlmn(plmn)) return undefined
  const country = countryOfPlmn(plmn as Plmn)
  return country === undefined ? specialMccs[plmn.slice(0, 3)] : countryNames.of(country)
}
