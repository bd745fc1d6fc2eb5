import { concat } from '@simwright/asn1'
import { encodeHttpsSession } from '../card/https-session.ts'
import { isIpAddress } from '../ef/ip-address.ts'
import { type BuildFinding, error } from './build-finding.ts'

/** Over-the-air management of the profile by its security domain. The keys are values of each profile. */
export interface SecurityConfig {
  /** Bytes of the AES keys. Default: 16. */
  readonly otaKeyBytes?: 16 | 32 | undefined
  readonly scp80?: Scp80Config | undefined
  readonly scp81?: Scp81Config | undefined
  /** Adds SCP03 keys (key version 30) to the MNO-SD. */
  readonly scp03?: 'none' | 'keys' | undefined
}

/** Secured packets by SMS (ETSI TS 102 225). Every packet needs a cryptographic checksum. */
interface Scp80Config {
  /** 1 to 15. Default: 1. */
  readonly keyVersion?: number | undefined
  /** Whether packets must be ciphered. Default: yes. */
  readonly ciphering?: 'required' | 'optional' | undefined
  /** The counter of a packet must be higher than the previous one, or exactly one higher. Default: `higher`. */
  readonly counter?: 'higher' | 'next' | undefined
  /** The counter of the first packet must be higher than this: 0 to 2^40 - 2. Default: 0. */
  readonly counterValue?: number | undefined
  /** Bytes of the cryptographic checksum of a packet. Default: 8. */
  readonly checksumBytes?: 4 | 8 | undefined
  /** TARs in hex. Default: those of `defaultTars`. */
  readonly tars?: Partial<Tars> | undefined
}

/** The addresses of applications over the air, 3 bytes each (ETSI TS 101 220, annex D). */
export interface Tars {
  readonly securityDomain: string
  /** Remote management of the files outside applications, of the USIM, and of the ISIM. */
  readonly uicc: string
  readonly usim: string
  readonly isim: string
}

export const defaultTars: Tars = { securityDomain: 'b20100', uicc: 'b00000', usim: 'b00020', isim: 'b00025' }

/** The TAR of each application. */
export const tarsOf = ({ scp80 }: SecurityConfig): Tars => ({ ...defaultTars, ...scp80?.tars })

/** HTTPS with a pre-shared key, TLS 1.2 (GlobalPlatform Card Specification, amendment B). */
interface Scp81Config {
  /** 64 to 79. Default: 64. */
  readonly keyVersion?: number | undefined
  /** Bytes of the pre-shared key. Default: 16. */
  readonly pskBytes?: 16 | 32 | undefined
  /** Entries of sdPersoData in hex, written as they are. */
  readonly personalizationData?: readonly string[] | undefined
  /** How the security domain opens sessions, in an entry of sdPersoData before the others. */
  readonly session?: HttpsSessionConfig | undefined
}

/** The parameters of HTTPS sessions. All texts are in ASCII. */
export interface HttpsSessionConfig {
  /** The identity of the pre-shared key is this text and the profile's ICCID in 20 characters. Default: the ICCID only. */
  readonly identityPrefix?: string | undefined
  /** Of the server: IPv4 or IPv6. */
  readonly address: string
  /** Default: 443. */
  readonly port?: number | undefined
  readonly accessPoint?: string | undefined
  /** Default: 1400. */
  readonly bufferBytes?: number | undefined
  readonly host: string
  readonly uri: string
  readonly agent?: string | undefined
  /** How often a session that failed is tried again. Default: 0. */
  readonly retries?: number | undefined
  /** Seconds before each retry, 1 to 86,399. Default: 60. */
  readonly retrySeconds?: number | undefined
}

/** Key versions by protocol (ETSI TS 102 225, 5.1.3; GlobalPlatform amendment B, 3.3; amendment D). */
export const keyVersions = { scp80: 0x01, scp81: 0x40, scp03: 0x30 } as const

/** Checks key versions and sizes. */
export function securityFindings({ otaKeyBytes = 16, scp80, scp81 }: SecurityConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  if (![16, 32].includes(otaKeyBytes)) found.push(error('otaKeyBytes', 'Must be 16 or 32.'))
  if (!isWithin(scp80?.keyVersion ?? keyVersions.scp80, 1, 15))
    found.push(error('scp80.keyVersion', 'Must be a whole number from 1 to 15.'))
  if (!isWithin(scp81?.keyVersion ?? keyVersions.scp81, 64, 79))
    found.push(error('scp81.keyVersion', 'Must be a whole number from 64 to 79.'))
  if (!(scp81?.personalizationData ?? []).every((data) => /^([0-9a-f]{2})+$/i.test(data)))
    found.push(error('scp81.personalizationData', 'Must be hexadecimal.'))
  if (![16, 32].includes(scp81?.pskBytes ?? 16)) found.push(error('scp81.pskBytes', 'Must be 16 or 32.'))
  return [...found, ...scp80Findings(scp80), ...sessionFindings(scp81?.session)]
}

/** The highest counter that a packet with a higher one can follow (ETSI TS 102 225, 5.1.4). */
const maxCounterValue = 2 ** 40 - 2

function scp80Findings(scp80: Scp80Config | undefined): BuildFinding[] {
  const found: BuildFinding[] = []
  if (!isWithin(scp80?.counterValue ?? 0, 0, maxCounterValue))
    found.push(error('scp80.counterValue', `Must be a whole number from 0 to ${maxCounterValue}.`))
  if (![4, 8].includes(scp80?.checksumBytes ?? 8)) found.push(error('scp80.checksumBytes', 'Must be 4 or 8.'))
  const seen = new Set<string>()
  for (const [name, tar] of Object.entries(tarsOf({ scp80 }))) {
    const path = `scp80.tars.${name}`
    if (!/^[0-9a-f]{6}$/i.test(tar)) found.push(error(path, 'Must be 6 hexadecimal digits.'))
    else if (seen.has(tar.toLowerCase())) found.push(error(path, 'Another application has the same TAR.'))
    seen.add(tar.toLowerCase())
  }
  return found
}

/** Limits of the session's texts in characters. */
const sessionTexts = { identityPrefix: 40, host: 64, uri: 64, agent: 40, accessPoint: 40 } as const

function sessionFindings(session: HttpsSessionConfig | undefined): BuildFinding[] {
  if (session === undefined) return []
  const at = (field: string, text: string) => error(`scp81.session.${field}`, text)
  const found: BuildFinding[] = []
  if (!isIpAddress(session.address)) found.push(at('address', 'Must be an IPv4 or IPv6 address.'))
  for (const [field, max] of Object.entries(sessionTexts)) {
    const text = session[field as keyof typeof sessionTexts] ?? ''
    if (!/^[\x21-\x7e]*$/.test(text) || text.length > max)
      found.push(at(field, `Up to ${max} characters of ASCII without spaces.`))
  }
  if (session.host === '') found.push(at('host', 'Required.'))
  if (!session.uri.startsWith('/')) found.push(at('uri', 'Must begin with a slash.'))
  if (session.accessPoint !== undefined && /^\.|\.\.|\.$/.test(session.accessPoint))
    found.push(at('accessPoint', 'No part may be empty.'))
  const numbers = {
    port: [1, 65_535],
    bufferBytes: [256, 65_535],
    retries: [0, 65_535],
    retrySeconds: [1, 86_399],
  } as const
  for (const [field, [min, max]] of Object.entries(numbers)) {
    const value = session[field as keyof typeof numbers]
    if (value !== undefined && !isWithin(value, min, max))
      found.push(at(field, `Must be a whole number from ${min} to ${max}.`))
  }
  if (found.length > 0) return found
  const excess = sessionEntry(session, keyVersions.scp81, new Uint8Array(iccidCharacters)).length - commandBytes
  return excess > 0 ? [error('scp81.session', `Its texts are ${excess} characters too long together.`)] : []
}

/** Characters of the ICCID in the identity of the pre-shared key. */
export const iccidCharacters = 20
/** Bytes of a STORE DATA command, which stores an entry. */
const commandBytes = 255

/** The entry of sdPersoData with the session's parameters. */
export function sessionEntry(session: HttpsSessionConfig, keyVersion: number, iccid: Uint8Array): Uint8Array {
  const { identityPrefix = '', retries = 0, retrySeconds = 60 } = session
  return encodeHttpsSession({
    identity: concat(new TextEncoder().encode(identityPrefix), iccid),
    keyVersion,
    address: session.address,
    port: session.port ?? 443,
    accessPoint: session.accessPoint || undefined,
    bufferBytes: session.bufferBytes ?? 1400,
    host: session.host,
    uri: session.uri,
    agent: session.agent || undefined,
    retry: retries === 0 ? undefined : { times: retries, seconds: retrySeconds },
  })
}

/** SPI1 (ETSI TS 102 225, 5.1.1) that packets must have at least: cryptographic checksum, ciphering, counter. */
export function minimumSecurity({ scp80 }: SecurityConfig): number {
  const checksum = 0x02
  const ciphering = scp80?.ciphering === 'optional' ? 0x00 : 0x04
  const counter = scp80?.counter === 'next' ? 0x18 : 0x10
  return checksum | ciphering | counter
}

const isWithin = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max
