import { type CardIccid, type Imsi, isCardIccid, isImsi, isMsisdn } from '@simwright/ids'
import { parametersFinding, resolveCustom } from './applet-config.ts'
import { type BuildFinding, error, warning } from './build-finding.ts'
import { imsIdentityFindings } from './ims-config.ts'
import type { ProfileConfig } from './profile-config.ts'
import { weakness } from './weak-key.ts'

/** The values of one profile. All random values come from the caller. */
export interface ProfileKeys {
  readonly iccid: CardIccid
  readonly imsi: Imsi
  readonly ki: Uint8Array
  /** OPc of MILENAGE (16 bytes) or TOPc of TUAK (32 bytes). XOR does not need it. */
  readonly opc?: Uint8Array | undefined
  /** OP of MILENAGE (16 bytes) or TOP of TUAK (32 bytes), from which OPc or TOPc is derived. Used only without `opc`. */
  readonly op?: Uint8Array | undefined
  readonly msisdn?: string | undefined
  /** SMS service center. Replaces the one of the configuration. */
  readonly smsp?: string | undefined
  /** PINs have 4 to 8 digits, PUKs 8, ADM1 4 to 8. */
  readonly pin1: string
  readonly pin2: string
  readonly puk1: string
  readonly puk2: string
  readonly adm1: string
  /** The keys of SCP80. */
  readonly ota: OtaKeys
  /** The keys of SCP81: pre-shared key of TLS, and the key that encrypts new ones. */
  readonly scp81?: { readonly psk: Uint8Array; readonly dek: Uint8Array } | undefined
  /** Private identity of the ISIM, `user@domain`. Default: derived from the IMSI. */
  readonly impi?: string | undefined
  /** Public identities of the ISIM: SIP or tel URIs. Default: one, derived from the IMSI. */
  readonly impu?: readonly string[] | undefined
  /** Install parameters of the operator's applet. Default: those of the configuration. */
  readonly c9?: Uint8Array | undefined
  /** Key of the Recycle applet's message (16 bytes), and when it is sent. Default: only on demand. */
  readonly recycle?: { readonly key: Uint8Array; readonly expireTime?: Date | undefined } | undefined
  readonly scp03?: { readonly enc: Uint8Array; readonly mac: Uint8Array; readonly dek: Uint8Array } | undefined
}

/**
 * The keys of SCP80 (ETSI TS 102 225): KIc for ciphering, KID for the cryptographic checksum, and KIK, which protects
 * keys that are sent over the air.
 */
export interface OtaKeys {
  readonly kic: Uint8Array
  readonly kid: Uint8Array
  readonly kik: Uint8Array
}

/**
 * Checks keys for a configuration. Wrong sizes and forms are errors; a weak key is an error unless it is a test
 * profile.
 */
export function checkKeys(keys: ProfileKeys, config: ProfileConfig): BuildFinding[] {
  return [
    ...identityFindings(keys),
    ...imsIdentityFindings(config.ims, keys),
    ...appletKeyFindings(keys, config),
    ...codeFindings(keys),
    ...secretFindings(keys, config),
  ]
}

/** The last time that 4 bytes of seconds can express. */
const lastTime = 0xffff_ffff * 1000

/** Checks install parameters and expire time. */
function appletKeyFindings({ c9, recycle }: ProfileKeys, { applets }: ProfileConfig): BuildFinding[] {
  const found: BuildFinding[] = []
  const { custom } = applets ?? {}
  if (c9 !== undefined) {
    if (custom === undefined) found.push(error('c9', 'The configuration has no applet that takes parameters.'))
    else found.push(...parametersFinding('c9', c9, resolveCustom(custom)))
  }
  const time = recycle?.expireTime?.getTime() ?? 0
  // Not only above: an invalid date is not a number.
  if (!(time >= 0 && time <= lastTime)) found.push(error('recycle.expireTime', 'Must be a time from 1970 to 2106.'))
  return found
}

/** Checks the form of ICCID, IMSI and telephone numbers. Empty telephone numbers are permitted. */
function identityFindings(keys: ProfileKeys): BuildFinding[] {
  const found: BuildFinding[] = []
  if (!isCardIccid(keys.iccid)) found.push(error('iccid', 'Is not an ICCID.'))
  if (!isImsi(keys.imsi)) found.push(error('imsi', 'Is not an IMSI.'))
  for (const field of ['msisdn', 'smsp'] as const) {
    const number = keys[field]
    if (number !== undefined && number !== '' && !isMsisdn(number))
      found.push(error(field, 'Is not a telephone number.'))
  }
  return found
}

/** The form of each code. A card stores codes as 8 bytes, so none has more than 8 digits. */
const codeRules = {
  pin1: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
  pin2: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
  puk1: { pattern: /^\d{8}$/, text: 'Must have 8 digits.' },
  puk2: { pattern: /^\d{8}$/, text: 'Must have 8 digits.' },
  adm1: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
} as const

/**
 * Checks the form of PINs, PUKs and ADM1. PUKs and ADM1 that are easy to guess cause a warning; PINs may be, because
 * users change them.
 */
function codeFindings(keys: ProfileKeys): BuildFinding[] {
  const found: BuildFinding[] = []
  for (const [field, { pattern, text }] of Object.entries(codeRules)) {
    const code = keys[field as keyof typeof codeRules]
    if (!pattern.test(code)) found.push(error(field, text))
    else if (field !== 'pin1' && field !== 'pin2' && /^(\d)\1+$|^12345678$/.test(code)) {
      found.push(warning(field, 'Is a code that is easy to guess.'))
    }
  }
  return found
}

/** Checks size and strength of each secret that the configuration requires. */
function secretFindings(keys: ProfileKeys, config: ProfileConfig): BuildFinding[] {
  const otaSize = config.otaKeyBytes ?? 16
  const secrets: [field: string, value: Uint8Array | undefined, size: number][] = [
    ['ki', keys.ki, config.kiBytes ?? 16],
    ['kic', keys.ota.kic, otaSize],
    ['kid', keys.ota.kid, otaSize],
    ['kik', keys.ota.kik, otaSize],
  ]
  if (config.algorithm !== 'XOR') {
    const size = config.algorithm === 'TUAK' ? 32 : 16
    secrets.push(keys.opc === undefined ? ['op', keys.op, size] : ['opc', keys.opc, size])
  }
  if (config.scp03 === 'keys') {
    secrets.push(['scp03.enc', keys.scp03?.enc, otaSize], ['scp03.mac', keys.scp03?.mac, otaSize])
    secrets.push(['scp03.dek', keys.scp03?.dek, otaSize])
  }
  if (config.scp81 !== undefined) {
    secrets.push(['scp81.psk', keys.scp81?.psk, config.scp81.pskBytes ?? 16])
    secrets.push(['scp81.dek', keys.scp81?.dek, otaSize])
  }
  if (config.applets?.recycle !== undefined) secrets.push(['recycle.key', keys.recycle?.key, 16])
  return secrets.flatMap(([field, value, size]) => secretFinding(field, value, size, config))
}

/** Checks one secret: a missing one or one of another size is an error, a weak one depends on the profile class. */
function secretFinding(
  field: string,
  value: Uint8Array | undefined,
  size: number,
  config: ProfileConfig,
): BuildFinding[] {
  if (value === undefined || value.length !== size) return [error(field, `Must have ${size} bytes.`)]
  const weak = weakness(value)
  if (weak === undefined) return []
  return [config.profileClass === 'test' ? warning(field, weak.text) : error(field, weak.text)]
}
