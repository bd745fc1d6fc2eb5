import { fromHex } from '@simwright/asn1'
import { alphaBytes, isHomeNetworkKey, isPlmn, SPN_BYTES } from '@simwright/ids'
import { operationModes } from '../ef/identity.ts'
import { type AreaRange, encodePnn, lastArea, lastArea5g } from '../ef/network-name.ts'
import { type EmergencyNumber, emergencyServices } from '../ef/number.ts'
import { type BuildFinding, error, warning } from './build-finding.ts'
import type { FiveGConfig } from './five-g-config.ts'
import { networkNames as nameRecords } from './network-name-file.ts'
import type { UsimConfig } from './usim-element.ts'

/** Limits of this builder in bytes: group identifiers, and profileType in the profile header. */
const gidBytes = 20
const profileTypeBytes = 100

/** Entries of each list of networks. */
const maxNetworks = 10_000
/** Records of EF.PNN, EF.OPL and EF.OPL5G each (ETSI TS 102 221, 8.2.2.2). EF.OPL refers to a name with one byte. */
const maxRecords = 254
/** Bytes of a record. */
const recordBytes = 255
const longNames = 'Full and short name together take more than the 255 bytes of a record.'
/** Records of EF.ECC, and bytes of a name in them. */
const maxEmergencyNumbers = 254
const maxNameBytes = 100

/**
 * Checks the texts and group identifiers. A service provider name that is too long is shortened, which is only a
 * warning.
 */
export function nameFindings(config: UsimConfig & { readonly profileName: string }): BuildFinding[] {
  const found: BuildFinding[] = []
  const nameLength = new TextEncoder().encode(config.profileName).length
  if (nameLength < 1 || nameLength > profileTypeBytes)
    found.push(error('profileName', 'Takes 1 to 100 bytes: letters outside ASCII take 2 to 4 each.'))
  if (alphaBytes(config.serviceProviderName ?? '').length > SPN_BYTES) {
    const text = 'The card shows a shortened name: it holds 16 letters, or 7 outside the GSM alphabet.'
    found.push(warning('serviceProviderName', text))
  }
  for (const field of ['gid1', 'gid2'] as const) {
    const text = config[field] ?? ''
    if (!isHexOf(text, gidBytes)) found.push(error(field, 'Must be hexadecimal, up to 20 bytes.'))
  }
  return found
}

/**
 * Checks the lists of networks. A home network among the forbidden networks would prevent
 * registration, so it is an error.
 */
export function networkFindings(config: UsimConfig): BuildFinding[] {
  const lists = {
    hplmn: (config.hplmn ?? []).map(({ plmn }) => plmn),
    ehplmn: config.ehplmn ?? [],
    rplmn: config.rplmn === undefined ? [] : [config.rplmn],
    plmn: (config.plmn ?? []).map(({ plmn }) => plmn),
    oplmn: (config.oplmn ?? []).map(({ plmn }) => plmn),
    fplmn: config.fplmn ?? [],
  }
  const bad = Object.entries(lists).filter(([, plmns]) => !plmns.every(isPlmn))
  const found = bad.map(([field]) => error(field, 'A network is MCC and MNC, 5 or 6 digits.'))
  const homes = new Set([...lists.hplmn, ...lists.ehplmn])
  const forbiddenHome = lists.fplmn.find((plmn) => homes.has(plmn))
  if (forbiddenHome !== undefined)
    found.push(error('fplmn', `The home network ${forbiddenHome} cannot be a forbidden network.`))
  const long = Object.entries(lists).filter(([, plmns]) => plmns.length > maxNetworks)
  found.push(...long.map(([field]) => error(field, `Up to ${maxNetworks.toLocaleString('en')} networks.`)))
  return found
}

/** Checks languages, access classes, operation mode and MNC length. */
export function cardFindings(config: UsimConfig): BuildFinding[] {
  const { accessClasses, operationMode, mncLength } = config
  const found = [...networkNameFindings(config), ...emergencyFindings(config)]
  if (!(config.languages ?? []).every((code) => /^[a-z]{2}$/.test(code)))
    found.push(error('languages', 'A language is two lower-case letters (ISO 639-1).'))
  // Class 10 is for emergency calls; a network signals it, and the card has no bit for it (TS 22.011, 4.2).
  const isClass = (index: number) => Number.isInteger(index) && index >= 0 && index <= 15 && index !== 10
  if (accessClasses !== undefined && (accessClasses.length === 0 || !accessClasses.every(isClass)))
    found.push(error('accessClasses', 'At least one class, each 0 to 9 or 11 to 15.'))
  if (operationMode !== undefined && !Object.hasOwn(operationModes, operationMode))
    found.push(error('operationMode', `Must be one of ${Object.keys(operationModes).join(', ')}.`))
  if (mncLength !== undefined && mncLength !== 2 && mncLength !== 3)
    found.push(error('mncLength', 'An MNC has 2 or 3 digits.'))
  return found
}

/** Checks the records of EF.PNN, EF.OPL and EF.OPL5G. */
function networkNameFindings(config: UsimConfig): BuildFinding[] {
  const { pnn, networkNames = [], fiveG } = config
  const found: BuildFinding[] = []
  const isLong = (name: { fullName: string; shortName?: string | undefined }) =>
    encodePnn({ full: name.fullName, short: name.shortName }).length > recordBytes
  if (pnn !== undefined && isLong(pnn)) found.push(error('pnn', longNames))
  if (networkNames.some(isLong)) found.push(error('networkNames', longNames))
  const networks = networkNames.flatMap((name) => name.networks)
  if (networkNames.some(({ fullName }) => fullName === '')) found.push(error('networkNames', 'A name is missing.'))
  if (networkNames.some((name) => name.networks.length === 0))
    found.push(error('networkNames', 'A name needs a network.'))
  if (!networks.every(({ plmn }) => isPlmn(plmn)))
    found.push(error('networkNames', 'A network is MCC and MNC, 5 or 6 digits.'))
  if (!networks.every(({ areas }) => areas === undefined || isAreaRange(areas)))
    found.push(error('networkNames', `Areas are two numbers from 0 to ${lastArea5g}, the first not above the last.`))
  if (fiveG === undefined && networks.some(({ areas }) => areas !== undefined && areas.last > lastArea))
    found.push(error('networkNames', `Only 5G has areas above ${lastArea}.`))
  const { names, uses } = nameRecords(config)
  if (names.length > maxRecords) found.push(error('networkNames', `Up to ${maxRecords} names.`))
  if (uses.length > maxRecords)
    found.push(error('networkNames', `Up to ${maxRecords} networks with names, home networks included.`))
  return found
}

const isAreaRange = ({ first, last }: AreaRange) =>
  Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last && last <= lastArea5g

/** Checks the records of EF.ECC. */
function emergencyFindings({ emergencyNumbers = [] }: UsimConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  const entries: EmergencyNumber[] = emergencyNumbers.map((entry) =>
    typeof entry === 'string' ? { number: entry } : entry,
  )
  if (!entries.every(({ number }) => /^\d{1,6}$/.test(number)))
    found.push(error('emergencyNumbers', 'An emergency number has 1 to 6 digits.'))
  if (!entries.every(({ services = [] }) => services.every((service) => Object.hasOwn(emergencyServices, service))))
    found.push(error('emergencyNumbers', `A service is one of ${Object.keys(emergencyServices).join(', ')}.`))
  if (!entries.every(({ name = '' }) => alphaBytes(name).length <= maxNameBytes))
    found.push(error('emergencyNumbers', `A name takes up to ${maxNameBytes} bytes.`))
  if (entries.length > maxEmergencyNumbers)
    found.push(error('emergencyNumbers', `Up to ${maxEmergencyNumbers} numbers.`))
  return found
}

/**
 * Checks the 5G settings. A home network public key that is not a point of its curve would make every SUCI useless, so
 * it is an error (3GPP TS 33.501, annex C).
 */
export function fiveGFindings(fiveG: FiveGConfig | undefined): BuildFinding[] {
  if (fiveG === undefined) return []
  const found: BuildFinding[] = []
  if (!/^\d{1,4}$/.test(fiveG.routingIndicator)) found.push(error('fiveG.routingIndicator', 'Must have 1 to 4 digits.'))
  const { protectionScheme: scheme, homeNetworkPublicKey: key = '', homeNetworkPublicKeyId: keyId } = fiveG
  if (scheme === 'null') return found
  if (!isHomeNetworkKey(scheme, key)) {
    const rule = { A: '32 bytes, a point on Curve25519', B: '33 or 65 bytes, a point on P-256' }[scheme]
    found.push(error('fiveG.homeNetworkPublicKey', `The key is not a public key of profile ${scheme} (${rule}).`))
  }
  if (keyId === undefined) found.push(error('fiveG.homeNetworkPublicKeyId', 'A key needs an identifier.'))
  else if (!Number.isInteger(keyId) || keyId < 0 || keyId > 255)
    found.push(error('fiveG.homeNetworkPublicKeyId', 'Must be a whole number from 0 to 255.'))
  return found
}

/** Whether the text is hexadecimal with at most `maxBytes` bytes. */
function isHexOf(text: string, maxBytes: number): boolean {
  try {
    return fromHex(text).length <= maxBytes
  } catch {
    return false
  }
}
