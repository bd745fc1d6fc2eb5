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
}

/** HTTPS with a pre-shared key, TLS 1.2 (GlobalPlatform Card Specification, amendment B). */
interface Scp81Config {
  /** 64 to 79. Default: 64. */
  readonly keyVersion?: number | undefined
  /** Bytes of the pre-shared key. Default: 16. */
  readonly pskBytes?: 16 | 32 | undefined
  /** Entries of sdPersoData in hex, written as they are. */
  readonly personalizationData?: readonly string[] | undefined
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
  return found
}

/** SPI1 (ETSI TS 102 225, 5.1.1) that packets must have at least: cryptographic checksum, ciphering, counter. */
export function minimumSecurity({ scp80 }: SecurityConfig): number {
  const checksum = 0x02
  const ciphering = scp80?.ciphering === 'optional' ? 0x00 : 0x04
  const counter = scp80?.counter === 'next' ? 0x18 : 0x10
  return checksum | ciphering | counter
}

const isWithin = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max
