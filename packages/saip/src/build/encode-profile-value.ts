import { fromHex } from '@simwright/asn1'
import { type Imsi, iccidToBytes, iccidToUnswappedBytes, parseImsi, parseMsisdn, parsePlmn } from '@simwright/ids'
import { encodeRecycleParameters } from '../card/recycle-applet.ts'
import { encodeRecords } from '../ef/directory.ts'
import { accessClassOf, encodeAccessClasses, encodeAdministrativeData, encodeCode, encodeImsi } from '../ef/identity.ts'
import { encodeImsText, imsDomain, imsPrivateIdentity, imsPublicIdentity } from '../ef/ims.ts'
import { encodeMsisdn, encodeSmsp } from '../ef/number.ts'
import type { RecycleConfig } from './applet-config.ts'
import { identityRecords, imsTextBytes } from './ims-config.ts'
import { deriveOpc, deriveTopc } from './operator-code.ts'
import { operationModeOf, type ProfileConfig } from './profile-config.ts'
import type { ProfileKeys } from './profile-keys.ts'
import type { ProfileValueName, ProfileValues } from './profile-value.ts'
import { iccidCharacters } from './security-config.ts'

/**
 * Record sizes of EF.MSISDN and EF.SMSP in bytes. They are fixed so that a record has the same size in every profile,
 * also without a number.
 */
export const msisdnRecordBytes = 24
export const smspRecordBytes = 38

/** The values whose sizes can differ between the profiles of a configuration. */
export type SizedValues = Pick<ProfileValues, 'recycleParameters' | 'appletParameters'>

/** The install parameters of applets: those of a profile, or of a profile without own ones. */
export function installParameters({ applets }: ProfileConfig, keys?: ProfileKeys): SizedValues {
  const { recycle, custom } = applets ?? {}
  return {
    recycleParameters: recycle === undefined ? nothing : recycleParameters(recycle, keys),
    appletParameters: custom === undefined ? nothing : (keys?.c9 ?? fromHex(custom.parameters ?? '')),
  }
}

/** Install parameters of the Recycle applet. */
function recycleParameters({ server }: RecycleConfig, keys: ProfileKeys | undefined): Uint8Array {
  const { key = new Uint8Array(16), expireTime } = keys?.recycle ?? {}
  return encodeRecycleParameters({ key, expireTime, ...server })
}

/** The size of each value in bytes for a configuration. Zero means that the package does not contain it. */
export function profileValueSizes(config: ProfileConfig, sized: SizedValues): Record<ProfileValueName, number> {
  const ota = config.otaKeyBytes ?? 16
  const scp03 = config.scp03 === 'keys' ? ota : 0
  const imsText = config.ims === undefined ? 0 : imsTextBytes
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
    scp81Psk: config.scp81 === undefined ? 0 : (config.scp81.pskBytes ?? 16),
    scp81Dek: config.scp81 === undefined ? 0 : ota,
    scp81Iccid: config.scp81?.session === undefined ? 0 : iccidCharacters,
    impi: imsText,
    impu: config.ims === undefined ? 0 : imsTextBytes * identityRecords(config.ims),
    imsDomain: imsText,
    recycleParameters: sized.recycleParameters.length,
    appletParameters: sized.appletParameters.length,
  }
}

/** Encodes the values of one profile. The keys must have passed checkKeys. */
export function encodeProfileValues(config: ProfileConfig, keys: ProfileKeys): ProfileValues {
  const imsi = parseImsi(keys.imsi)
  const serviceCentre = keys.smsp || config.smsp
  return {
    headerIccid: iccidToUnswappedBytes(keys.iccid),
    iccid: iccidToBytes(keys.iccid),
    imsi: encodeImsi(imsi),
    accessClass: encodeAccessClasses(config.accessClasses ?? [accessClassOf(imsi)]),
    administrativeData: encodeAdministrativeData({
      operation: operationModeOf(config),
      mncLength: mncLength(config, imsi),
    }),
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
    scp81Psk: keys.scp81?.psk ?? nothing,
    scp81Dek: keys.scp81?.dek ?? nothing,
    scp81Iccid:
      config.scp81?.session === undefined ? nothing : new TextEncoder().encode(keys.iccid.padEnd(iccidCharacters, 'F')),
    ...imsValues(config, keys, imsi),
    ...installParameters(config, keys),
  }
}

/** The identities of the ISIM. Without public identities there is the one derived from the IMSI. */
function imsValues(config: ProfileConfig, keys: ProfileKeys, imsi: Imsi): Pick<ProfileValues, ImsValueName> {
  const { ims } = config
  if (ims === undefined) return { impi: nothing, impu: nothing, imsDomain: nothing }
  const domain = ims.domain ?? imsDomain(parsePlmn(imsi.slice(0, 3 + mncLength(config, imsi))))
  const given = keys.impu ?? []
  const identities = given.length > 0 ? given : [imsPublicIdentity(imsi, domain)]
  const free = Array.from({ length: identityRecords(ims) - identities.length }, () => nothing)
  return {
    impi: encodeRecords([encodeImsText(keys.impi ?? imsPrivateIdentity(imsi, domain))], imsTextBytes),
    impu: encodeRecords([...identities.map(encodeImsText), ...free], imsTextBytes),
    imsDomain: encodeRecords([encodeImsText(domain)], imsTextBytes),
  }
}
type ImsValueName = 'impi' | 'impu' | 'imsDomain'

/** A value that the package does not contain. */
const nothing = new Uint8Array(0)

/**
 * OPc or TOPc of the profile, derived from OP or TOP if only that is given. The test algorithm requires the field but does not
 * use it, so any 16 bytes will do.
 */
function opcOf(config: ProfileConfig, keys: ProfileKeys): Uint8Array {
  // The test algorithm does not use it.
  if (config.algorithm === 'XOR') return keys.opc?.length === 16 ? keys.opc : new Uint8Array(16)
  if (keys.opc !== undefined) return keys.opc
  const operatorCode = keys.op as Uint8Array
  if (config.algorithm === 'MILENAGE') return deriveOpc(keys.ki, operatorCode)
  return deriveTopc(keys.ki, operatorCode, config.tuak?.keccakIterations)
}

/** Countries with mobile network codes of three digits (ITU-T E.212), used if no home network is configured. */
const threeDigitCountries = /^(302|31[0-6]|334|338|342|344|346|348|35[024680]|36[056]|376|708|722|732|750)/

/** The number of digits of the MNC: configured, otherwise from the home network that the IMSI begins with, otherwise from the country. */
function mncLength(config: ProfileConfig, imsi: Imsi): 2 | 3 {
  if (config.mncLength !== undefined) return config.mncLength
  const homes = [...(config.hplmn ?? []).map(({ plmn }) => plmn), ...(config.ehplmn ?? [])]
  const home = homes.find((plmn) => imsi.startsWith(plmn)) ?? homes[0]
  if (home !== undefined) return home.length === 6 ? 3 : 2
  return threeDigitCountries.test(imsi) ? 3 : 2
}
