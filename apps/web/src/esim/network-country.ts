import { countryOfPlmn, isPlmn, type Plmn } from '@simwright/ids'
import { configurationTexts } from '../texts/configuration.ts'

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const { test, worldwide } = configurationTexts.network
const specialMccs: Record<string, string> = { '001': test, '999': test, '901': worldwide }

/**
 * Country name of a network's MCC, or "test" or "worldwide" for an MCC without a country. Undefined for an invalid
 * PLMN.
 */
export function networkCountry(plmn: string): string | undefined {
  if (!isPlmn(plmn)) return undefined
  const country = countryOfPlmn(plmn as Plmn)
  return country === undefined ? specialMccs[plmn.slice(0, 3)] : countryNames.of(country)
}
