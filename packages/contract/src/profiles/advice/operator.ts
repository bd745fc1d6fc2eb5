import { fitAlpha, SPN_BYTES } from '@simwright/ids'
import { typeFacts } from '../configuration-type.ts'
import { plmnsOf, rule } from './rule.ts'

export const operatorRules = {
  'spn-cut': rule(
    {
      severity: 'warning',
      reason: 'EF.SPN has 16 bytes: 16 letters, or 7 when one of them is outside the GSM alphabet.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.12' }],
      reads: ['serviceProviderName', 'type'],
    },
    ({ serviceProviderName: name, type }) => {
      if (typeFacts[type].packages === 'supplied') return undefined
      const shown = fitAlpha(name, SPN_BYTES)
      return shown === name ? undefined : { text: `Phones show "${shown}".` }
    },
  ),
  'network-name-hidden': rule(
    {
      severity: 'warning',
      reason:
        'A device takes the first record of EF.OPL that has the network, so the other name is never shown. Limit one of the names to areas, or remove one.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.59' }],
      reads: ['networkNames', 'pnn', 'hplmn', 'ehplmn'],
    },
    ({ networkNames, pnn, hplmn, ehplmn }) => {
      const homes = pnn === undefined ? [] : [...plmnsOf(hplmn), ...ehplmn]
      const everywhere = networkNames.filter(({ firstArea }) => firstArea === undefined)
      const named = [...new Set(homes), ...everywhere.flatMap(({ networks }) => networks)]
      const twice = named.find((plmn, index) => named.indexOf(plmn) !== index)
      return twice === undefined ? undefined : { text: `The network ${twice} has two names in all its areas.` }
    },
  ),
  'smsp-national': rule(
    {
      severity: 'hint',
      reason: 'Without the + the number is a national one, so messages cannot be sent abroad. Write it with +.',
      evidence: [{ document: '3GPP TS 23.040', clause: '9.1.2.5' }],
      reads: ['smsp'],
    },
    ({ smsp }) => (/^\d/.test(smsp) ? { text: 'The number of the SMS center has no country code.' } : undefined),
  ),
  'device-change-unused': rule(
    {
      severity: 'hint',
      reason: 'Only a re-download can go to another device. Allow re-downloads, or turn the device change off.',
      evidence: [{ experience: 'Users who changed their phone found that the code was used up.' }],
      reads: ['allowDeviceChange', 'maxRedownloads'],
    },
    ({ allowDeviceChange, maxRedownloads }) =>
      allowDeviceChange && maxRedownloads === 0
        ? { text: 'The device may change, but nothing can be downloaded again.' }
        : undefined,
  ),
}
