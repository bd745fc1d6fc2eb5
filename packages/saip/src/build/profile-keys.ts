import { createCipheriv } from 'node:crypto'
import { type Iccid, type Imsi, isIccid, isImsi, isMsisdn } from '@simwright/ids'
import type { BuildFinding, RegularConfig } from './regular-config.ts'
import { weakness } from './weak-key.ts'

/** What is each profile's own. All random values come from the caller. */
export interface ProfileKeys {
  readonly iccid: Iccid
  readonly imsi: Imsi
  readonly ki: Uint8Array
  /** OPc of MILENAGE (16 bytes) or TOPc of TUAK (32 bytes); not needed with XOR */
  readonly opc?: Uint8Array | undefined
  /** instead of the OPc of MILENAGE */
  readonly op?: Uint8Array | undefined
  readonly msisdn?: string | undefined
  /** instead of the configuration's */
  readonly smsp?: string | undefined
  /** PINs 4 to 8 digits, PUKs 8 digits, ADM1 4 to 8 digits */
  readonly pin1: string
  readonly pin2: string
  readonly puk1: string
  readonly puk2: string
  readonly adm1: string
  /** SCP80: ciphering, checksum, and the key that protects keys */
  readonly ota: OtaKeys
  readonly scp03?: { readonly enc: Uint8Array; readonly mac: Uint8Array; readonly dek: Uint8Array } | undefined
}

export interface OtaKeys {
  readonly kic: Uint8Array
  readonly kid: Uint8Array
  readonly kik: Uint8Array
}

/** OPc = AES-128(Ki, OP) xor OP (3GPP TS 35.206, 4.1). */
export function deriveOpc(ki: Uint8Array, op: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-128-ecb', ki, null).setAutoPadding(false)
  const encrypted = cipher.update(op)
  return Uint8Array.from(encrypted, (byte, i) => byte ^ (op[i] as number))
}

/** What is wrong with these keys for this configuration: sizes and forms are errors, weak keys by profile class. */
export function checkKeys(keys: ProfileKeys, config: RegularConfig): BuildFinding[] {
  return [...identityFindings(keys), ...codeFindings(keys), ...secretFindings(keys, config)]
}

function identityFindings(keys: ProfileKeys): BuildFinding[] {
  const found: BuildFinding[] = []
  if (!isIccid(keys.iccid)) found.push(error('iccid', 'Is no ICCID.'))
  if (!isImsi(keys.imsi)) found.push(error('imsi', 'Is no IMSI.'))
  for (const field of ['msisdn', 'smsp'] as const) {
    const number = keys[field]
    if (number !== undefined && number !== '' && !isMsisdn(number)) found.push(error(field, 'Is no telephone number.'))
  }
  return found
}

const codeRules = {
  pin1: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
  pin2: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
  puk1: { pattern: /^\d{8}$/, text: 'Must have 8 digits.' },
  puk2: { pattern: /^\d{8}$/, text: 'Must have 8 digits.' },
  adm1: { pattern: /^\d{4,8}$/, text: 'Must have 4 to 8 digits.' },
} as const

function codeFindings(keys: ProfileKeys): BuildFinding[] {
  const found: BuildFinding[] = []
  for (const [field, { pattern, text }] of Object.entries(codeRules)) {
    const code = keys[field as keyof typeof codeRules]
    if (!pattern.test(code)) found.push(error(field, text))
    else if (field !== 'pin1' && field !== 'pin2' && /^(\d)\1+$|^12345678$/.test(code)) {
      found.push({ severity: 'warning', field, text: 'Is a code that everyone tries first.' })
    }
  }
  return found
}

/** The secrets of a profile with the sizes they must have. */
function secretFindings(keys: ProfileKeys, config: RegularConfig): BuildFinding[] {
  const otaSize = config.otaKeyBytes ?? 16
  const secrets: [field: string, value: Uint8Array | undefined, size: number][] = [
    ['ki', keys.ki, config.kiBytes ?? 16],
    ['kic', keys.ota.kic, otaSize],
    ['kid', keys.ota.kid, otaSize],
    ['kik', keys.ota.kik, otaSize],
  ]
  if (config.algorithm === 'TUAK') secrets.push(['opc', keys.opc, 32])
  if (config.algorithm === 'MILENAGE')
    secrets.push(keys.opc === undefined ? ['op', keys.op, 16] : ['opc', keys.opc, 16])
  if (config.scp03 === 'keys') {
    secrets.push(['scp03.enc', keys.scp03?.enc, otaSize], ['scp03.mac', keys.scp03?.mac, otaSize])
    secrets.push(['scp03.dek', keys.scp03?.dek, otaSize])
  }
  return secrets.flatMap(([field, value, size]) => secretFinding(field, value, size, config))
}

function secretFinding(
  field: string,
  value: Uint8Array | undefined,
  size: number,
  config: RegularConfig,
): BuildFinding[] {
  if (value === undefined || value.length !== size) return [error(field, `Must have ${size} bytes.`)]
  const weak = weakness(value)
  if (weak === undefined) return []
  return [{ severity: config.profileClass === 'test' ? 'warning' : 'error', field, text: weak.text }]
}

function error(field: string, text: string): BuildFinding {
  return { severity: 'error', field, text }
}
