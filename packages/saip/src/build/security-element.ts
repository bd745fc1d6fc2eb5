import { fromHex } from '@simwright/asn1'
import type { KeyObject } from '../codec/application-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { isimAid } from './isim-element.ts'
import type { ProfileValues } from './profile-value.ts'
import { keyVersions, minimumSecurity, type SecurityConfig, sessionEntry, tarsOf } from './security-config.ts'
import { usimAid } from './usim-element.ts'

/** Key usage qualifiers of a secure channel's keys by key identifier (GlobalPlatform Card Specification, 11.1.9). */
const keyUsage = { 1: 0x38, 2: 0x34, 3: 0xc8 } as const
/** Key usage of a pre-shared key: ciphering and checksum, of command and response. */
const pskUsage = 0x3c
/** GlobalPlatform key types (Card Specification, 11.1.8): AES, and pre-shared key of TLS. */
const keyTypes = { aes: 0x88, psk: 0x85 } as const

/** A key set with its initial counter, and the bytes of a checksum with its keys. */
type KeySet = { version: number; counterValue?: number | undefined; checksumBytes?: number | undefined }

/** A key of a security domain. */
function keyObject(
  { version, counterValue = 0, checksumBytes = 8, identifier }: KeySet & { identifier: number },
  usage: number,
  type: number,
  keyData: Uint8Array,
): KeyObject {
  return {
    keyUsageQualifier: Uint8Array.of(usage),
    keyAccess: Uint8Array.of(0),
    keyIdentifier: Uint8Array.of(identifier),
    keyVersionNumber: Uint8Array.of(version),
    ...(counterValue === 0 ? {} : { keyCounterValue: counterBytes(counterValue) }),
    keyComponents: [{ keyType: Uint8Array.of(type), keyData, macLength: checksumBytes }],
  }
}

/** The counter of SCP80: 5 bytes, big-endian (ETSI TS 102 225, 5.1.4). */
const counterBytes = (value: number) => fromHex(value.toString(16).padStart(10, '0'))

/** The three AES keys of a secure channel under one key version: key identifiers 1, 2 and 3. */
function secureChannelKeys(set: KeySet, keys: readonly [Uint8Array, Uint8Array, Uint8Array]): KeyObject[] {
  return keys.map((keyData, i) => {
    const identifier = (i + 1) as 1 | 2 | 3
    return keyObject({ ...set, identifier }, keyUsage[identifier], keyTypes.aes, keyData)
  })
}

/** The pre-shared key of SCP81 and the key that encrypts new ones (GlobalPlatform amendment B, 3.3). */
function httpsKeys(version: number, psk: Uint8Array, dek: Uint8Array): KeyObject[] {
  return [
    keyObject({ version, identifier: 1 }, pskUsage, keyTypes.psk, psk),
    keyObject({ version, identifier: 2 }, keyUsage[3], keyTypes.aes, dek),
  ]
}

/** Protocols of the MNO-SD in its install parameters: identifier and options of each (GlobalPlatform UICC Configuration). */
function protocols({ scp03, scp81 }: SecurityConfig): string {
  return `81028000${scp03 === 'keys' ? '81020370' : ''}${scp81 === undefined ? '' : '81028104'}`
}

/**
 * The MNO-SD with SCP80 keys and, if configured, SCP03 and SCP81 keys. Messages must have the configured security.
 */
export function securityDomainElement(
  config: SecurityConfig,
  values: ProfileValues,
  header: PeHeader,
): ElementOf<'securityDomain'> {
  const { scp80, scp81 } = config
  const personalization = personalizationOf(config, values)
  const security = minimumSecurity(config).toString(16).padStart(2, '0')
  return {
    kind: 'securityDomain',
    value: {
      header,
      instance: {
        applicationLoadPackageAID: fromHex('a0000001515350'),
        classAID: fromHex('a000000151535041'),
        instanceAID: fromHex('a000000151000000'),
        applicationPrivileges: fromHex('82dc00'),
        lifeCycleState: fromHex('0f'),
        applicationSpecificParametersC9: fromHex(`${protocols(config)}8201f08701f0`),
        applicationParameters: {
          uiccToolkitApplicationSpecificParametersField: fromHex(
            `010000000002 01${security} 03${tarsOf(config).securityDomain} 00`.replaceAll(' ', ''),
          ),
        },
      },
      keyList: [
        ...secureChannelKeys({ version: keyVersions.scp80, ...scp80KeySet(scp80) }, [
          values.kic,
          values.kid,
          values.kik,
        ]),
        ...(config.scp03 === 'keys'
          ? secureChannelKeys({ version: keyVersions.scp03 }, [values.scp03Enc, values.scp03Mac, values.scp03Dek])
          : []),
        ...(scp81 === undefined
          ? []
          : httpsKeys(scp81.keyVersion ?? keyVersions.scp81, values.scp81Psk, values.scp81Dek)),
      ],
      ...(personalization.length === 0 ? {} : { sdPersoData: personalization }),
    },
  }
}

/** The configured properties of the key set of SCP80. */
const scp80KeySet = (scp80: SecurityConfig['scp80']) => ({
  ...(scp80?.keyVersion === undefined ? {} : { version: scp80.keyVersion }),
  counterValue: scp80?.counterValue,
  checksumBytes: scp80?.checksumBytes,
})

/** The entries of sdPersoData: the parameters of HTTPS sessions, and the configured ones. */
function personalizationOf({ scp81 }: SecurityConfig, { scp81Iccid }: ProfileValues): Uint8Array[] {
  const { session, keyVersion = keyVersions.scp81, personalizationData = [] } = scp81 ?? {}
  const entry = session && sessionEntry(session, keyVersion, scp81Iccid)
  return [...(entry ? [entry] : []), ...personalizationData.map(fromHex)]
}

/** RFM application for the files outside applications. */
export function uiccRfmElement(config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> {
  return {
    kind: 'rfm',
    value: {
      header,
      instanceAID: fromHex('a00000055910100001'),
      tarList: [fromHex(tarsOf(config).uicc)],
      minimumSecurityLevel: Uint8Array.of(minimumSecurity(config)),
      uiccAccessDomain: fromHex('00'),
      uiccAdminAccessDomain: fromHex('00'),
    },
  }
}

/** The files of an application that an RFM application manages. */
type RfmTarget = { instanceAid: string; tar: string; adfAid: Uint8Array }

/** RFM application for the files of the USIM. */
export const usimRfmElement = (config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> =>
  adfRfmElement({ instanceAid: 'a00000055910100002', tar: tarsOf(config).usim, adfAid: usimAid }, config, header)

/** RFM application for the files of the ISIM. */
export const isimRfmElement = (config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> =>
  adfRfmElement({ instanceAid: 'a00000055910100003', tar: tarsOf(config).isim, adfAid: isimAid }, config, header)

function adfRfmElement(
  { instanceAid, tar, adfAid }: RfmTarget,
  config: SecurityConfig,
  header: PeHeader,
): ElementOf<'rfm'> {
  return {
    kind: 'rfm',
    value: {
      header,
      instanceAID: fromHex(instanceAid),
      tarList: [fromHex(tar)],
      minimumSecurityLevel: Uint8Array.of(minimumSecurity(config)),
      uiccAccessDomain: fromHex('00'),
      uiccAdminAccessDomain: fromHex('00'),
      // The access rights of ADM1 (ETSI TS 102 226, 8.2.1.3.2.3).
      adfRFMAccess: { adfAID: adfAid, adfAccessDomain: fromHex('02000100'), adfAdminAccessDomain: fromHex('02000100') },
    },
  }
}
