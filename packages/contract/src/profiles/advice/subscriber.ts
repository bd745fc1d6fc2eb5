import { callingCodeOf, countryOfMcc } from '@simwright/ids'
import { listed, plmnsOf, rule } from './rule.ts'

/** Codes of E.164 without a country, which cards for several countries have. */
const INTERNATIONAL = /^88/

export const subscriberRules = {
  'imsi-not-home': rule(
    {
      severity: 'warning',
      reason:
        'The device takes its home network from the IMSI. If that network is not among the home networks here, it roams at home.',
      evidence: [{ document: '3GPP TS 23.122', clause: '1.2' }],
      reads: ['hplmn', 'ehplmn'],
    },
    ({ hplmn, ehplmn }, { subscribers }) => {
      const homes = [...plmnsOf(hplmn), ...ehplmn]
      if (homes.length === 0) return undefined
      const foreign = subscribers.map(({ imsi }) => imsi).filter((imsi) => !homes.some((home) => imsi.startsWith(home)))
      if (foreign.length === 0) return undefined
      return { text: `IMSIs that begin with ${listed([...new Set(foreign)])} are of another network.` }
    },
  ),
  'iccid-country': rule(
    {
      severity: 'hint',
      reason:
        "An ICCID begins with 89 and the calling code of the issuer's country. Some roaming partners and phones derive the country from it.",
      evidence: [{ document: 'ITU-T E.118', clause: '4' }],
      reads: ['hplmn'],
    },
    ({ hplmn }, { subscribers }) => {
      const codes = callingCodes(plmnsOf(hplmn))
      if (codes.length === 0) return undefined
      const foreign = subscribers.map(({ iccid }) => iccid).filter((iccid) => !isOfCountry(iccid, codes))
      if (foreign.length === 0) return undefined
      return { text: `ICCIDs that begin with ${listed([...new Set(foreign)])} are of another country.` }
    },
  ),
}

const callingCodes = (plmns: readonly string[]): string[] =>
  plmns.flatMap((plmn) => {
    const country = countryOfMcc(plmn.slice(0, 3))
    return (country && callingCodeOf(country)) ?? []
  })

/** Codes of one digit are often written with a zero in front. */
function isOfCountry(iccid: string, codes: readonly string[]): boolean {
  const issuer = iccid.slice(2)
  return INTERNATIONAL.test(issuer) || codes.some((code) => issuer.startsWith(code) || issuer.startsWith(`0${code}`))
}
