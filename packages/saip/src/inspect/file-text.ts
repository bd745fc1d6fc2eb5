import { readTlv, readTlvs, toHex } from '@simwright/asn1'
import { iccidFromBytes } from '@simwright/ids'
import { decodeAccessRule } from '../check/access-rule.ts'
import { decodeAlpha } from '../ef/alpha.ts'
import { decodeApplicationEntry, decodeLanguages } from '../ef/directory.ts'
import { decodeAccessIdentities, decodeRoutingIndicator, decodeSuciCalculation } from '../ef/five-gs.ts'
import { decodeAccessClasses, decodeAdministrativeData, decodeImsi } from '../ef/identity.ts'
import { decodeImsText } from '../ef/ims.ts'
import { decodeNetworks } from '../ef/network.ts'
import { decodePnn, decodeSpn } from '../ef/network-name.ts'
import { decodeEmergencyNumber, decodeMsisdn, decodeSmsp } from '../ef/number.ts'
import { accessLines } from './access-text.ts'
import type { Describe } from './describe.ts'
import { locationLines, networkChoiceLines, networkLines, operatorLine, plmnText } from './network-text.ts'
import { phoneBookFileTexts, phoneBookRecordTexts } from './phone-book-text.ts'
import { routePolicy } from './route-policy-text.ts'
import { serviceLines, serviceNames } from './service-name.ts'

const hex: Describe = (content) => [toHex(content)]
const present = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text])
const isFree = (content: Uint8Array) => content.every((byte) => byte === 0xff)
/** No lines for free content. */
const unlessFree =
  (describe: Describe): Describe =>
  (content) =>
    isFree(content) ? [] : describe(content)
const flag =
  (on: string, off: string): Describe =>
  (content) => [((content[0] ?? 0) & 1) !== 0 ? on : off]
const imsText: Describe = unlessFree((content) => [decodeImsText(content)])

/** Modes of operation of EF.AD (TS 31.102, 4.2.18) besides normal operation and type approval. */
const otherModes: Readonly<Record<number, string>> = {
  1: 'Normal operation and specific facilities',
  129: 'Type approval and specific facilities',
  2: 'Maintenance off line',
  4: 'Cell test operation',
}
/** Bits of the category of an emergency number (TS 31.102, 4.2.21). */
const emergencyServices = [
  'police',
  'ambulance',
  'fire brigade',
  'marine guard',
  'mountain rescue',
  'manual eCall',
  'automatic eCall',
]

const administrativeData: Describe = (content) => {
  // EF.AD of an ISIM has no MNC length (TS 31.103, 4.2.5).
  const mode = otherModes[content[0] ?? 0]
  if (content.length === 3) return [mode ?? (content[0] === 0x80 ? 'Type approval' : 'Normal operation')]
  const { operation, mncLength } = decodeAdministrativeData(content)
  const text = mode ?? (operation === 'normal' ? 'Normal operation' : 'Type approval')
  return [text, `MNC of ${mncLength} digits`]
}

const providerName: Describe = (content) => {
  const { name, homeNetworkNameShown, hiddenAbroad } = decodeSpn(content)
  return [
    name,
    homeNetworkNameShown ? "At home the network's name is shown too" : "At home the network's name is not required",
    hiddenAbroad ? 'Abroad this name is not required' : 'Abroad this name is shown too',
  ]
}

/** The protection schemes in order of preference, then the keys. Public keys are not secret. */
const suciInformation: Describe = unlessFree((content) => {
  const { schemes, keys } = decodeSuciCalculation(content)
  return [
    ...schemes.map((scheme) => `Scheme ${scheme}`),
    ...keys.map(({ id, scheme, publicKey }) => `Home network key ${id} of ${scheme}: ${toHex(publicKey)}`),
  ]
})

const accessIdentities: Describe = (content) => {
  const { multimediaPriority, missionCritical } = decodeAccessIdentities(content)
  const used = [
    ...(multimediaPriority ? ['multimedia priority'] : []),
    ...(missionCritical ? ['mission critical'] : []),
  ]
  return [used.length === 0 ? 'No access identity' : `Access identities: ${used.join(', ')}`]
}

/** EF.ACL: the number of APNs, then each with tag DD and length-prefixed labels (TS 31.102, 4.2.48). */
const accessPoints: Describe = unlessFree((content) => {
  const count = content[0] ?? 0
  const used = content.subarray(1, content.findLastIndex((byte) => byte !== 0xff) + 1)
  return count === 0
    ? ['No APN']
    : readTlvs(used)
        .slice(0, count)
        .map(({ value }) => `APN ${labels(value)}`)
})

/** EF.SPDI: networks in which the SPN is displayed, tag 80 in tag A3 (TS 31.102, 4.2.66). */
const displayNetworks: Describe = unlessFree((content) => {
  const list = readTlvs(readTlv(content).value).find(({ tag }) => tag === 0x80)
  return list === undefined ? [] : decodeNetworks(list.value).map(plmnText)
})

/** Types of an address in EF.P-CSCF, EF.ePDGId and the like (TS 31.103, 4.2.8; TS 31.102, 4.2.104). */
const serverAddress: Describe = unlessFree((record) => {
  const { value } = readTlv(record)
  const address = value.subarray(1)
  if (value[0] === 0) return [`FQDN ${new TextDecoder().decode(address)}`]
  if (value[0] === 1) return [`IPv4 ${address.join('.')}`]
  return value[0] === 2 ? [`IPv6 ${toHex(address)}`] : [`Address of type ${value[0]}`]
})

/** Descriptions of transparent files, by file name. */
export const wholeFileTexts: Readonly<Record<string, Describe>> = {
  'EF.ICCID': (content) => [iccidFromBytes(content)],
  'EF.IMSI': (content) => [decodeImsi(content)],
  'EF.AD': administrativeData,
  'EF.ACC': (content) => [`Classes ${decodeAccessClasses(content).join(', ')}`],
  'EF.SPN': providerName,
  'EF.PL': decodeLanguages,
  'EF.LI': decodeLanguages,
  'EF.UST': (content) => serviceLines(content, serviceNames.ust),
  'EF.EST': (content) => serviceLines(content, serviceNames.est),
  'EF.IST': (content) => serviceLines(content, serviceNames.ist),
  'EF.GID1': hex,
  'EF.GID2': hex,
  'EF.HPPLMN': (content) => [
    content[0] === 0 ? 'Does not look for home' : `Looks for home every ${(content[0] ?? 0) * 6} minutes`,
  ],
  'EF.FPLMN': networkLines,
  'EF.EHPLMN': networkLines,
  'EF.PLMNwAcT': networkChoiceLines,
  'EF.OPLMNwAcT': networkChoiceLines,
  'EF.HPLMNwAcT': networkChoiceLines,
  'EF.LOCI': locationLines('loci'),
  'EF.PSLOCI': locationLines('psloci'),
  'EF.EPSLOCI': locationLines('epsloci'),
  'EF.5GS3GPPLOCI': locationLines('fiveGsLoci'),
  'EF.5GSN3GPPLOCI': locationLines('fiveGsLoci'),
  'EF.Routing_Indicator': (content) => [decodeRoutingIndicator(content)],
  'EF.SUCI_Calc_Info': suciInformation,
  'EF.SUCI_Calc_Info_USIM': suciInformation,
  'EF.UAC_AIC': accessIdentities,
  'EF.SUPI_NAI': unlessFree((content) =>
    readTlvs(trimmed(content)).map(({ value }) => new TextDecoder().decode(value)),
  ),
  'EF.TN3GPPSNN': flag('Trusted non-3GPP networks are shown', 'Trusted non-3GPP networks are not shown'),
  'EF.ACL': accessPoints,
  'EF.SPDI': displayNetworks,
  'EF.EHPLMNPI': (content) => [
    `Equivalent home networks are shown ${['as the terminal decides', 'one by one', 'as the first one only'][content[0] ?? 0] ?? 'in a reserved way'}`,
  ],
  'EF.LRPLMNSI': flag('Does not register in the last network first', 'Registers in the last network first'),
  'EF.FromPreferred': flag('Uses the From header', 'Uses the default for the From header'),
  'EF.ePDGId': serverAddress,
  'EF.ePDGIdEm': serverAddress,
  'EF.IMPI': imsText,
  'EF.DOMAIN': imsText,
  'EF.URSP': unlessFree(routePolicy),
  'EF.5G_PROSE_ST': (content) => serviceLines(content, serviceNames.prose),
  ...phoneBookFileTexts,
}

/** Descriptions of records, by file name. Free records have none. */
export const recordTexts: Readonly<Record<string, Describe>> = {
  'EF.DIR': (record) => {
    const entry = decodeApplicationEntry(record)
    return present(entry && `${entry.label} ${toHex(entry.aid)}`)
  },
  'EF.ARR': (record) => accessLines(decodeAccessRule(record), 'file'),
  'EF.MSISDN': (record) => {
    const entry = decodeMsisdn(record)
    return present(entry && `+${entry.number}${entry.name === '' ? '' : ` (${entry.name})`}`)
  },
  'EF.SMSP': smsParameters,
  'EF.ECC': (record) => {
    const number = decodeEmergencyNumber(record)
    if (number === undefined) return []
    const category = record.at(-1) ?? 0
    const services = emergencyServices.filter((_, bit) => (category & (1 << bit)) !== 0)
    const name = record.length > 4 ? decodeAlpha(record.subarray(3, -1)) : ''
    return [`${number}${services.length === 0 ? '' : ` ${services.join(', ')}`}${name === '' ? '' : ` (${name})`}`]
  },
  'EF.PNN': (record) => {
    const names = decodePnn(record)
    return present(names && (names.short === undefined ? names.full : `${names.full} (${names.short})`))
  },
  'EF.OPL': (record) => present(operatorLine(record, 2)),
  'EF.OPL5G': (record) => present(operatorLine(record, 3)),
  'EF.IMPU': imsText,
  'EF.UICCIARI': imsText,
  'EF.P-CSCF': serverAddress,
  ...Object.fromEntries(Object.entries(phoneBookRecordTexts).map(([name, describe]) => [name, unlessFree(describe)])),
}

/** EF.SMSP (TS 31.102, 4.2.27): a cleared bit of the first byte after the name says that a parameter is present. */
function smsParameters(record: Uint8Array): readonly string[] {
  const center = decodeSmsp(record)
  const fixed = record.subarray(record.length - 28)
  const indicators = fixed[0] ?? 0xff
  if (indicators === 0xff) return []
  const one = (bit: number, label: string, at: number) =>
    (indicators & bit) === 0 ? [`${label} ${(fixed[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`] : []
  return [
    ...present(center && `Service center +${center}`),
    ...one(0x04, 'Protocol identifier', 25),
    ...one(0x08, 'Data coding scheme', 26),
    ...one(0x10, 'Validity period', 27),
  ]
}

/** Labels of an APN, each after its length (TS 23.003, 9.1). */
function labels(value: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < value.length; at += 1 + (value[at] as number)) {
    parts.push(String.fromCharCode(...value.subarray(at + 1, at + 1 + (value[at] as number))))
  }
  return parts.join('.')
}

/** Content without the FF bytes after it. */
function trimmed(content: Uint8Array): Uint8Array {
  return content.subarray(0, content.findLastIndex((byte) => byte !== 0xff) + 1)
}
