import { countryOfMcc } from '@simwright/ids'
import { configurationFields, type FieldName } from '../configuration-field.ts'
import { isForTests } from './operational.ts'
import { listed, plmnsOf, rule } from './rule.ts'

/** Bytes that READ BINARY reaches with its offset of 15 bits, and the bytes of an entry with access technologies. */
const READABLE_ENTRIES = Math.floor(0x7fff / 5)

const E212 = { document: 'ITU-T E.212', clause: 'annex A' } as const
const SELECTION = { document: '3GPP TS 23.122', clause: '4.4.3.1.1' } as const

/** Mobile country codes without a country: tests, international networks, private networks. */
const COUNTRYLESS = new Set(['001', '901', '999'])

/** MNC digits by mobile country code, where all networks have the same number of them. */
const threeDigits = new Set('302 310 311 312 313 314 315 316 330 334 338 342 344 346 348 365 708 722 732'.split(' '))
const mncDigits = (mcc: string): number | undefined => (threeDigits.has(mcc) ? 3 : mcc.startsWith('2') ? 2 : undefined)

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

export const networkRules = {
  'test-network': rule(
    {
      severity: 'warning',
      reason:
        'Phones treat networks with the MCC 001 as test equipment: many show no operator name, or do not register. Networks of your own can use 999 70.',
      evidence: [
        { document: '3GPP TS 36.508', clause: '4.9.3' },
        { experience: 'Phones that were sold to consumers ignore 001 01 unless the SIM is a test SIM.' },
      ],
      reads: ['hplmn', 'ehplmn', 'type'],
    },
    ({ type, hplmn, ehplmn }) => {
      const found = [...plmnsOf(hplmn), ...ehplmn].find((plmn) => plmn.startsWith('001'))
      if (found === undefined || isForTests(type)) return undefined
      return { text: `${found} is a test network.`, path: plmnsOf(hplmn).includes(found) ? 'hplmn' : 'ehplmn' }
    },
  ),
  'unknown-mcc': rule(
    {
      severity: 'warning',
      reason: 'No country has this mobile country code, so no device finds such a network. Check the digits.',
      evidence: [E212],
      reads: ['hplmn', 'ehplmn', 'oplmn', 'plmn', 'fplmn'],
    },
    (fields) => firstIn(fields, (plmn) => (isUnknown(plmn) ? `${plmn} has an unknown country code.` : undefined)),
  ),
  'mnc-length': rule(
    {
      severity: 'warning',
      reason:
        "The number of digits is part of the network's identity: 310 26 and 310 026 are different networks. With the wrong number the phone takes its home network for a foreign one.",
      evidence: [
        { document: '3GPP TS 31.102', clause: '4.2.18' },
        { document: 'ITU-T E.212', clause: '6.2' },
      ],
      reads: ['hplmn', 'ehplmn', 'oplmn', 'plmn', 'fplmn'],
    },
    (fields) => firstIn(fields, mncText),
  ),
  'no-ehplmn': rule(
    {
      severity: 'hint',
      reason:
        'Without EF.EHPLMN only the network in the IMSI counts as home. Other codes of the same operator show as roaming, and some phones then turn off data.',
      evidence: [
        { document: '3GPP TS 31.102', clause: '4.2.84' },
        { document: '3GPP TS 23.122', clause: '1.2' },
      ],
      reads: ['ehplmn', 'hplmn'],
    },
    ({ hplmn, ehplmn }) =>
      hplmn.length > 0 && ehplmn.length === 0 ? { text: 'No equivalent home network is set.' } : undefined,
  ),
  'ehplmn-without-home': rule(
    {
      severity: 'warning',
      reason:
        'If EF.EHPLMN has entries, it replaces the home network in the IMSI. A home network that is missing there is treated as a foreign one: add it.',
      evidence: [{ document: '3GPP TS 23.122', clause: '1.2' }],
      reads: ['ehplmn', 'hplmn'],
    },
    ({ hplmn, ehplmn }) => {
      const missing = plmnsOf(hplmn).filter((plmn) => !ehplmn.includes(plmn))
      if (ehplmn.length === 0 || missing.length === 0) return undefined
      return { text: `EHPLMN does not have the home network ${listed(missing)}.` }
    },
  ),
  'home-preferred': rule(
    {
      severity: 'hint',
      reason: 'Devices look for the home network first anyway. Leave the entry out, and save its bytes.',
      evidence: [SELECTION],
      reads: ['oplmn', 'plmn', 'hplmn', 'ehplmn'],
    },
    ({ oplmn, plmn, hplmn, ehplmn }) => {
      const homes = new Set([...plmnsOf(hplmn), ...ehplmn])
      const found = [...inField('oplmn', oplmn), ...inField('plmn', plmn)].find((one) => homes.has(one.plmn))
      return found && { text: `The home network ${found.plmn} is also a preferred network.`, path: found.path }
    },
  ),
  'forbidden-preferred': rule(
    {
      severity: 'warning',
      reason:
        'A device does not select a forbidden network by itself, so its entry among the preferred ones is useless.',
      evidence: [SELECTION],
      reads: ['fplmn', 'oplmn', 'plmn'],
    },
    ({ fplmn, oplmn, plmn }) => {
      const preferred = new Set([...plmnsOf(oplmn), ...plmnsOf(plmn)])
      const both = fplmn.filter((one) => preferred.has(one))
      return both.length === 0 ? undefined : { text: `${listed(both)} is both forbidden and preferred.` }
    },
  ),
  'rplmn-forbidden': rule(
    {
      severity: 'warning',
      reason: 'When it is switched on, the device tries the last registered network first, and may not use this one.',
      evidence: [SELECTION, { document: '3GPP TS 31.102', clause: '4.2.17' }],
      reads: ['rplmn', 'fplmn'],
    },
    ({ rplmn, fplmn }) =>
      rplmn !== undefined && fplmn.includes(rplmn)
        ? { text: `The last registered network ${rplmn} is forbidden.` }
        : undefined,
  ),
  'network-twice': rule(
    {
      severity: 'hint',
      reason: 'Only the first entry decides the preference. Remove the other, or put its access technologies together.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.5' }],
      reads: ['hplmn', 'ehplmn', 'oplmn', 'plmn', 'fplmn'],
    },
    (fields) => {
      for (const name of listNames) {
        const plmns = plmnsOf(fields[name])
        const seen = new Set<string>()
        const twice = plmns.find((plmn) => seen.has(plmn) || !seen.add(plmn))
        if (twice !== undefined) return { text: `${configurationFields[name].label} has ${twice} twice.`, path: name }
      }
      return undefined
    },
  ),
  'long-list': rule(
    {
      severity: 'warning',
      reason: `The offset of READ BINARY has 15 bits. Devices that read byte by byte miss the entries after number ${READABLE_ENTRIES.toLocaleString('en')}.`,
      evidence: [{ document: 'ETSI TS 102 221', clause: '11.1.3' }],
      reads: ['hplmn', 'oplmn', 'plmn'],
    },
    (fields) => {
      const name = (['hplmn', 'oplmn', 'plmn'] as const).find((one) => fields[one].length > READABLE_ENTRIES)
      if (name === undefined) return undefined
      const count = fields[name].length.toLocaleString('en')
      return { text: `${configurationFields[name].label} has ${count} entries with access technologies.`, path: name }
    },
  ),
}

const listNames = ['hplmn', 'ehplmn', 'oplmn', 'plmn', 'fplmn'] as const satisfies readonly FieldName[]
type Lists = Record<(typeof listNames)[number], readonly (string | { readonly plmn: string })[]>

/** The first network of any list for which `textOf` has a text. */
function firstIn(fields: Lists, textOf: (plmn: string) => string | undefined) {
  for (const path of listNames)
    for (const plmn of plmnsOf(fields[path])) {
      const text = textOf(plmn)
      if (text !== undefined) return { text, path }
    }
  return undefined
}

const inField = (path: string, list: readonly { readonly plmn: string }[]) => list.map(({ plmn }) => ({ path, plmn }))

const isUnknown = (plmn: string) => !COUNTRYLESS.has(plmn.slice(0, 3)) && countryOfMcc(plmn.slice(0, 3)) === undefined

function mncText(plmn: string): string | undefined {
  const mcc = plmn.slice(0, 3)
  const [digits, country] = [mncDigits(mcc), countryOfMcc(mcc)]
  if (digits === undefined || country === undefined || plmn.length === 3 + digits) return undefined
  return `${mcc} ${plmn.slice(3)}: the network codes (MNC) of ${countryNames.of(country)} have ${digits} digits.`
}
