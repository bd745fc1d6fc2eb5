import { type Imsi, iccidToBytes, iccidToUnswappedBytes, parseImsi, parseMsisdn } from '@simwright/ids'
import { encodeAccessClass, encodeAdministrativeData, encodeCode, encodeImsi } from '../ef/identity.ts'
import { encodeMsisdn, encodeSmsp } from '../ef/number.ts'
import { deriveOpc, type ProfileKeys } from './profile-keys.ts'
import type { RegularConfig } from './regular-config.ts'

/** What differs from profile to profile of one configuration, each of fixed size: the holes of its package. */
export interface Holes {
  readonly headerIccid: Uint8Array
  readonly iccid: Uint8Array
  readonly imsi: Uint8Array
  readonly accessClass: Uint8Array
  readonly administrativeData: Uint8Array
  readonly msisdn: Uint8Array
  readonly smsp: Uint8Array
  readonly pin1: Uint8Array
  readonly pin2: Uint8Array
  readonly puk1: Uint8Array
  readonly puk2: Uint8Array
  readonly adm1: Uint8Array
  readonly ki: Uint8Array
  readonly opc: Uint8Array
  readonly kic: Uint8Array
  readonly kid: Uint8Array
  readonly kik: Uint8Array
  readonly scp03Enc: Uint8Array
  readonly scp03Mac: Uint8Array
  readonly scp03Dek: Uint8Array
}
export type HoleName = keyof Holes

export const msisdnRecordBytes = 24
export const smspRecordBytes = 38

export function holeSizes(config: RegularConfig): Record<HoleName, number> {
  const ota = config.otaKeyBytes ?? 16
  const scp03 = config.scp03 === 'keys' ? ota : 0
  return {
    headerIccid: 10,
    iccid: 10,
    imsi: 9,
    accessClass: 2,
    administrativeData: 4,
    msisdn: msisdnRecordBytes,
    smsp: smspRecordBytes,
    pin1: 8,
    pin2: 8,
    puk1: 8,
    puk2: 8,
    adm1: 8,
    ki: config.kiBytes ?? 16,
    opc: config.algorithm === 'TUAK' ? 32 : 16,
    kic: ota,
    kid: ota,
    kik: ota,
    scp03Enc: scp03,
    scp03Mac: scp03,
    scp03Dek: scp03,
  }
}

/** What one profile's values fill the holes with. */
export function fillsOf(config: RegularConfig, keys: ProfileKeys): Holes {
  const imsi = parseImsi(keys.imsi)
  const operation = config.profileClass === 'test' ? 'type-approval' : 'normal'
  const serviceCentre = keys.smsp || config.smsp
  return {
    headerIccid: iccidToUnswappedBytes(keys.iccid),
    iccid: iccidToBytes(keys.iccid),
    imsi: encodeImsi(imsi),
    accessClass: encodeAccessClass(imsi),
    administrativeData: encodeAdministrativeData({ operation, mncLength: mncLength(config, imsi) }),
    msisdn: encodeMsisdn(keys.msisdn ? { name: '', number: parseMsisdn(keys.msisdn) } : undefined, msisdnRecordBytes),
    smsp: encodeSmsp(serviceCentre ? parseMsisdn(serviceCentre) : undefined, smspRecordBytes),
    pin1: encodeCode(keys.pin1),
    pin2: encodeCode(keys.pin2),
    puk1: encodeCode(keys.puk1),
    puk2: encodeCode(keys.puk2),
    adm1: encodeCode(keys.adm1),
    ki: keys.ki,
    opc: opcOf(config, keys),
    ...keys.ota,
    scp03Enc: keys.scp03?.enc ?? nothing,
    scp03Mac: keys.scp03?.mac ?? nothing,
    scp03Dek: keys.scp03?.dek ?? nothing,
  }
}

const nothing = new Uint8Array(0)

function opcOf(config: RegularConfig, keys: ProfileKeys): Uint8Array {
  // the test algorithm ignores it
  if (config.algorithm === 'XOR') return keys.opc?.length === 16 ? keys.opc : new Uint8Array(16)
  return keys.opc ?? deriveOpc(keys.ki, keys.op as Uint8Array)
}

/** Countries whose mobile network codes have three digits, as far as no home network says it (ITU-T E.212). */
const threeDigitCountries = /^(302|31[0-6]|334|338|342|344|346|348|35[024680]|36[056]|376|708|722|732|750)/

/** From the home network that the IMSI begins with, else from the country. */
function mncLength(config: RegularConfig, imsi: Imsi): 2 | 3 {
  const homes = [...(config.hplmn ?? []).map(({ plmn }) => plmn), ...(config.ehplmn ?? [])]
  const home = homes.find((plmn) => imsi.startsWith(plmn)) ?? homes[0]
  if (home !== undefined) return home.length === 6 ? 3 : 2
  return threeDigitCountries.test(imsi) ? 3 : 2
}
