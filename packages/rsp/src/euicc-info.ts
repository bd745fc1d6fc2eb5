import {
  type Infer,
  namedBits,
  octets,
  openNamedInteger,
  optional,
  readTlvs,
  sequence,
  sequenceOf,
  utf8,
} from '@simwright/asn1'
import { version } from './version.ts'

/**
 * Names of the UICCCapability bits, in bit order: TCA eUICC Profile Package: Interoperable Format 3.3, module
 * PEDefinitions. They list what an eUICC supports.
 */
export const uiccCapabilityBits = [
  'contactlessSupport',
  'usimSupport',
  'isimSupport',
  'csimSupport',
  'akaMilenage',
  'akaCave',
  'akaTuak128',
  'akaTuak256',
  'usimTestAlgorithm',
  'rfu2',
  'gbaAuthenUsim',
  'gbaAuthenISim',
  'mbmsAuthenUsim',
  'eapClient',
  'javacard',
  'multos',
  'multipleUsimSupport',
  'multipleIsimSupport',
  'multipleCsimSupport',
  'berTlvFileSupport',
  'dfLinkSupport',
  'catTp',
  'getIdentity',
  'profileAX25519',
  'profileBP256',
  'suciCalculatorApi',
  'dnsResolution',
  'scp11ac',
  'scp11cAuthorizationMechanism',
  's16mode',
  'eaka',
  'iotMinimal',
] as const

/** A capability of an eUICC. */
export type UiccCapability = (typeof uiccCapabilityBits)[number]

/** Names of the RspCapability bits, in bit order. */
const rspCapabilityBits = [
  'additionalProfile',
  'crlSupport',
  'rpmSupport',
  'testProfileSupport',
  'deviceInfoExtensibilitySupport',
  'serviceSpecificDataSupport',
] as const

/** PprIds: ppr1 forbids to disable the profile, ppr2 forbids to delete it. */
export const pprIds = (tag: number) => namedBits(['pprUpdateControl', 'ppr1', 'ppr2'], { tag })
/** A profile policy rule. */
export type PprId = 'pprUpdateControl' | 'ppr1' | 'ppr2'

/** A list of subject key identifiers of CIs. */
const keyIdList = (tag: number) => sequenceOf(octets(), { tag })

/** EUICCInfo1 (BF20; SGP.22 section 5.7.8). The order of the CI key identifiers is the eUICC's preference. */
export const euiccInfo1 = sequence(
  {
    svn: version({ tag: 0x82 }),
    euiccCiPKIdListForVerification: keyIdList(0xa9),
    euiccCiPKIdListForSigning: keyIdList(0xaa),
  },
  { tag: 0xbf20, name: 'EUICCInfo1' },
)
export type EuiccInfo1 = Infer<typeof euiccInfo1>

/** CertificationDataObject: where the eUICC's certification is published. */
const certificationDataObject = sequence(
  { platformLabel: utf8({ tag: 0x80 }), discoveryBaseURL: utf8({ tag: 0x81 }) },
  { tag: 0xac },
)

/** EUICCInfo2 (BF22; SGP.22 section 5.7.8) as of v2.5. Fields of v3 are skipped. */
export const euiccInfo2 = sequence(
  {
    profileVersion: version({ tag: 0x81 }),
    svn: version({ tag: 0x82 }),
    euiccFirmwareVer: version({ tag: 0x83 }),
    extCardResource: octets({ tag: 0x84 }),
    uiccCapability: namedBits(uiccCapabilityBits, { tag: 0x85 }),
    ts102241Version: optional(version({ tag: 0x86 })),
    globalplatformVersion: optional(version({ tag: 0x87 })),
    rspCapability: namedBits(rspCapabilityBits, { tag: 0x88 }),
    euiccCiPKIdListForVerification: keyIdList(0xa9),
    euiccCiPKIdListForSigning: keyIdList(0xaa),
    euiccCategory: optional(
      openNamedInteger({ other: 0, basicEuicc: 1, mediumEuicc: 2, contactlessEuicc: 3 }, { tag: 0x8b }),
    ),
    forbiddenProfilePolicyRules: optional(pprIds(0x99)),
    ppVersion: version(),
    sasAcreditationNumber: utf8({ max: 64 }),
    certificationDataObject: optional(certificationDataObject),
    treProperties: optional(namedBits(['isDiscrete', 'isIntegrated', 'usesRemoteMemory'], { tag: 0x8d })),
    treProductReference: optional(utf8({ tag: 0x8e })),
    additionalEuiccProfilePackageVersions: optional(sequenceOf(version(), { tag: 0xaf })),
  },
  { tag: 0xbf22, name: 'EUICCInfo2' },
)
export type EuiccInfo2 = Infer<typeof euiccInfo2>

/** Extended card resources (ETSI TS 102 226). Amounts that the eUICC does not report are undefined. */
export interface CardResources {
  installedApplications?: number
  freeNonVolatileBytes?: number
  freeVolatileBytes?: number
}

/** Decodes the content of `extCardResource`. Malformed content counts as not reported, because it is only advice. */
export function readCardResources(content: Uint8Array): CardResources {
  const resources: CardResources = {}
  try {
    for (const { tag, value } of readTlvs(content)) {
      if (value.length > 6) continue
      const amount = value.reduce((sum, byte) => sum * 256 + byte, 0)
      if (tag === 0x81) resources.installedApplications = amount
      if (tag === 0x82) resources.freeNonVolatileBytes = amount
      if (tag === 0x83) resources.freeVolatileBytes = amount
    }
  } catch {
    return {}
  }
  return resources
}
