import { fromHex } from '@simwright/asn1'
import type { KeyObject } from '../codec/application-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { isimAid } from './isim-element.ts'
import type { ProfileValues } from './profile-value.ts'
import { keyVersions, minimumSecurity, type SecurityConfig } from './security-config.ts'
import { usimAid } from './usim-element.ts'

/** Key usage qualifiers of a secure channel's keys by key identifier (GlobalPlatform Card Specification, 11.1.9). */
const keyUsage = { 1: 0x38, 2: 0x34, 3: 0xc8 } as const
/** Key usage of a pre-shared key: ciphering and checksum, of command and response. */
const pskUsage = 0x3c
/** GlobalPlatform key types (Card Specification, 11.1.8): AES, and pre-shared key of TLS. */
const keyTypes = { aes: 0x88, psk: 0x85 } as const

/** A key of a security domain, with a checksum of 8 bytes. */
function keyObject(
  id: { version: number; identifier: number },
  usage: number,
  type: number,
  keyData: Uint8Array,
): KeyObject {
  return {
    keyUsageQualifier: Uint8Array.of(usage),
    keyAccess: Uint8Array.of(0),
    keyIdentifier: Uint8Array.of(id.identifier),
    keyVersionNumber: Uint8Array.of(id.version),
    keyComponents: [{ keyType: Uint8Array.of(type), keyData, macLength: 8 }],
  }
}

/** The three AES keys of a secure channel under one key version: key identifiers 1, 2 and 3. */
function secureChannelKeys(version: number, keys: readonly [Uint8Array, Uint8Array, Uint8Array]): KeyObject[] {
  return keys.map((keyData, i) => {
    const identifier = (i + 1) as 1 | 2 | 3
    return keyObject({ version, identifier }, keyUsage[identifier], keyTypes.aes, keyData)
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
 * The MNO-SD with SCP80 keys and, if configured, SCP03 and SCP81 keys. Its TAR is B20100; messages must have the configured
 * security.
 */
export function securityDomainElement(
  config: SecurityConfig,
  values: ProfileValues,
  header: PeHeader,
): ElementOf<'securityDomain'> {
  const { scp80, scp81 } = config
  const { personalizationData = [] } = scp81 ?? {}
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
            `010000000002 01${security} 03b20100 00`.replaceAll(' ', ''),
          ),
        },
      },
      keyList: [
        ...secureChannelKeys(scp80?.keyVersion ?? keyVersions.scp80, [values.kic, values.kid, values.kik]),
        ...(config.scp03 === 'keys'
          ? secureChannelKeys(keyVersions.scp03, [values.scp03Enc, values.scp03Mac, values.scp03Dek])
          : []),
        ...(scp81 === undefined
          ? []
          : httpsKeys(scp81.keyVersion ?? keyVersions.scp81, values.scp81Psk, values.scp81Dek)),
      ],
      ...(personalizationData.length === 0 ? {} : { sdPersoData: personalizationData.map(fromHex) }),
    },
  }
}

/** RFM application for the files outside applications, TAR B00000. */
export function uiccRfmElement(config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> {
  return {
    kind: 'rfm',
    value: {
      header,
      instanceAID: fromHex('a00000055910100001'),
      tarList: [fromHex('b00000')],
      minimumSecurityLevel: Uint8Array.of(minimumSecurity(config)),
      uiccAccessDomain: fromHex('00'),
      uiccAdminAccessDomain: fromHex('00'),
    },
  }
}

/** The files of an application that an RFM application manages. */
type RfmTarget = { instanceAid: string; tar: string; adfAid: Uint8Array }

/** RFM application for the files of the USIM, TAR B00020. */
export const usimRfmElement = (config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> =>
  adfRfmElement({ instanceAid: 'a00000055910100002', tar: 'b00020', adfAid: usimAid }, config, header)

/** RFM application for the files of the ISIM, TAR B00025, in the range of ETSI TS 101 220, annex D. */
export const isimRfmElement = (config: SecurityConfig, header: PeHeader): ElementOf<'rfm'> =>
  adfRfmElement({ instanceAid: 'a00000055910100003', tar: 'b00025', adfAid: isimAid }, config, header)

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
