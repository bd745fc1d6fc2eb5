import { fromHex } from '@simwright/asn1'
import { alphaBytes, isHomeNetworkKey, isPlmn, SPN_BYTES } from '@simwright/ids'
import { SaipError } from '../error.ts'
import { type AkaConfig, akaFindings } from './aka-config.ts'
import { type BuildFinding, error, warning } from './build-finding.ts'
import type { UsimConfig } from './usim-element.ts'

/** Versions of the profile package format that can be built, oldest first. */
export const saipVersions = ['2.1', '2.2', '2.3', '3.1', '3.2', '3.3'] as const
/** Version of the profile package format. Most eUICCs in use accept 2.3. */
export type SaipVersion = (typeof saipVersions)[number]

/** Profile class of SGP.22. Only a test profile may contain publicly known keys. */
export type ProfileClass = 'test' | 'provisioning' | 'operational'

/** The properties that all profiles of a configuration share: the fields of the configuration form. */
export interface ProfileConfig extends UsimConfig, AkaConfig {
  /** profileType in the profile header, 1 to 100 bytes of UTF-8. */
  readonly profileName: string
  readonly profileClass?: ProfileClass
  readonly saipVersion?: SaipVersion
  /** SMS service center, E.164. A profile may override it. */
  readonly smsp?: string
  /** Whether PIN1 is enabled. Default: disabled. */
  readonly pin1?: 'enabled' | 'disabled'
  /** Size of the AES keys for over-the-air management. Default: 16. */
  readonly otaKeyBytes?: 16 | 32
  /** Adds SCP03 keys (key version 30) to the MNO-SD next to those of SCP80. */
  readonly scp03?: 'none' | 'keys'
}

/** Limits of this builder in bytes: group identifiers, and profileType in the profile header. */
const gidBytes = 20
const profileTypeBytes = 100

/** Checks a configuration. Errors prevent building; warnings say where the profile will differ from the input. */
export function checkConfig(config: ProfileConfig): BuildFinding[] {
  return [
    ...nameFindings(config),
    ...networkFindings(config),
    ...akaFindings(config, config.profileClass === 'test'),
    ...fiveGFindings(config),
  ]
}

/** @throws SaipError `config` with all errors in its message */
export function assertConfig(config: ProfileConfig): void {
  const errors = checkConfig(config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('config', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}

/**
 * Checks the texts and group identifiers. A service provider name that is too long is shortened, which is only a
 * warning.
 */
function nameFindings(config: ProfileConfig): BuildFinding[] {
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
 * Checks the lists of networks and emergency numbers. A home network among the forbidden networks would prevent
 * registration, so it is an error.
 */
function networkFindings(config: ProfileConfig): BuildFinding[] {
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

/**
 * Checks the 5G settings. A home network public key that is not a point of its curve would make every SUCI useless, so
 * it is an error (3GPP TS 33.501, annex C).
 */
function fiveGFindings({ fiveG, saipVersion = '2.3' }: ProfileConfig): BuildFinding[] {
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

/** Whether the text is hexadecimal with at most `maxBytes` bytes. */
function isHexOf(text: string, maxBytes: number): boolean {
  try {
    return fromHex(text).length <= maxBytes
  } catch {
    return false
  }
}
