import { fromHex } from '@simwright/asn1'
import { alphaBytes, isHomeNetworkKey, isPlmn, SPN_BYTES } from '@simwright/ids'
import { SaipError } from '../error.ts'
import type { UsimConfig } from './usim-config.ts'

export const saipVersions = ['2.1', '2.2', '2.3', '3.1', '3.2', '3.3'] as const
/** Version of the profile package format; 2.3 is what most eUICCs in the field accept. */
export type SaipVersion = (typeof saipVersions)[number]

/** SGP.22's profile classes; only a test profile may hold keys that everyone knows. */
export type ProfileClass = 'test' | 'provisioning' | 'operational'

/** What all profiles of a configuration have in common: the fields of the configuration form. */
export interface RegularConfig extends UsimConfig {
  /** profileType of the package's header, 1 to 100 bytes */
  readonly profileName: string
  readonly algorithm: 'MILENAGE' | 'TUAK' | 'XOR'
  readonly profileClass?: ProfileClass
  readonly saipVersion?: SaipVersion
  /** SMS service center, E.164; a profile may have its own */
  readonly smsp?: string
  /** whether PIN1 is asked for; disabled unless this says otherwise */
  readonly pin1?: 'enabled' | 'disabled'
  /** 32 only with TUAK */
  readonly kiBytes?: 16 | 32
  /** AES keys for over-the-air management */
  readonly otaKeyBytes?: 16 | 32
  /** adds SCP03 keys (version 30) to the MNO-SD next to those of SCP80 */
  readonly scp03?: 'none' | 'keys'
}

/** A fault or a remark about a configuration or keys: where, and what. */
export interface BuildFinding {
  readonly severity: 'error' | 'warning'
  readonly field: string
  readonly text: string
}

const gidBytes = 20
const profileTypeBytes = 100

/** What stands in the way of building from this configuration, and what will differ from what it says. */
export function checkConfig(config: RegularConfig): BuildFinding[] {
  return [...nameFindings(config), ...networkFindings(config), ...keyFindings(config), ...fiveGFindings(config)]
}

/** Throws a SaipError `config` listing all errors. */
export function assertConfig(config: RegularConfig): void {
  const errors = checkConfig(config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('config', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}

function nameFindings(config: RegularConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  const nameLength = new TextEncoder().encode(config.profileName).length
  if (nameLength < 1 || nameLength > profileTypeBytes)
    found.push(error('profileName', 'Takes 1 to 100 bytes: letters outside ASCII take 2 to 4 each.'))
  if (alphaBytes(config.serviceProviderName ?? '').length > SPN_BYTES) {
    const text = 'The card shows a shortened name: it holds 16 letters, or 7 outside the GSM alphabet.'
    found.push({ severity: 'warning', field: 'serviceProviderName', text })
  }
  for (const field of ['gid1', 'gid2'] as const) {
    const text = config[field] ?? ''
    if (!isHexOf(text, gidBytes)) found.push(error(field, 'Must be hexadecimal, up to 20 bytes.'))
  }
  return found
}

function networkFindings(config: RegularConfig): BuildFinding[] {
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
  const homes = [...lists.hplmn, ...lists.ehplmn]
  const forbiddenHome = lists.fplmn.find((plmn) => homes.includes(plmn))
  if (forbiddenHome !== undefined)
    found.push(error('fplmn', `The home network ${forbiddenHome} cannot be a forbidden network.`))
  for (const number of config.emergencyNumbers ?? []) {
    if (!/^\d{1,6}$/.test(number)) found.push(error('emergencyNumbers', 'An emergency number has 1 to 6 digits.'))
  }
  return found
}

function keyFindings(config: RegularConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  if (config.algorithm === 'XOR' && config.profileClass !== 'test') {
    found.push(error('algorithm', 'XOR is a test algorithm: only a test profile may have it.'))
  }
  if (config.kiBytes === 32 && config.algorithm !== 'TUAK') {
    found.push(error('kiBytes', 'Only TUAK knows keys of 32 bytes.'))
  }
  return found
}

function fiveGFindings({ fiveG, saipVersion = '2.3' }: RegularConfig): BuildFinding[] {
  if (fiveG === undefined) return []
  const found: BuildFinding[] = []
  if (saipVersion === '2.1' || saipVersion === '2.2') {
    found.push(error('fiveG', `Version ${saipVersion} of the package format has no 5G files.`))
  }
  if (!/^\d{1,4}$/.test(fiveG.routingIndicator)) found.push(error('fiveG.routingIndicator', 'Must have 1 to 4 digits.'))
  const { protectionScheme: scheme, homeNetworkPublicKey: key = '', homeNetworkPublicKeyId: keyId } = fiveG
  if (scheme === 'null') return found
  if (!isHomeNetworkKey(scheme, key)) {
    const rule = { A: '32 bytes, a point on Curve25519', B: '33 or 65 bytes, a point on P-256' }[scheme]
    found.push(error('fiveG.homeNetworkPublicKey', `The key is not a public key of profile ${scheme} (${rule}).`))
  }
  if (keyId === undefined) found.push(error('fiveG.homeNetworkPublicKeyId', 'A key needs an identifier.'))
  return found
}

function isHexOf(text: string, maxBytes: number): boolean {
  try {
    return fromHex(text).length <= maxBytes
  } catch {
    return false
  }
}

function error(field: string, text: string): BuildFinding {
  return { severity: 'error', field, text }
}
