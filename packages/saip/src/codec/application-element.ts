import {
  automatic,
  fromHex,
  type Infer,
  octets,
  oid,
  optional,
  retag,
  sequence,
  sequenceOf,
  withDefault,
} from '@simwright/asn1'
import { PeHeader, uint8, uint16 } from './pe-header.ts'
import { aid } from './profile-header.ts'

// These types have explicit tags, so automatic tagging does not apply to them, and their untagged components keep their
// universal tags (X.680, 25.3): KeyObject.keyComponents 30, ApplicationInstance.processData 30, the 04s of PE-RFM.

/** An AID of 5 to 16 bytes with tag 4F. */
const taggedAid = () => octets({ tag: 0x4f, min: 5, max: 16 })
/** A memory quota of 2 to 4 bytes. */
const quota = (tag: number) => optional(octets({ tag, min: 2, max: 4 }))

/** One component of a key: its type, its value and the length of its checksum, 8 bytes by default. */
const KeyComponent = sequence({
  keyType: octets({ tag: 0x80 }),
  keyData: octets({ tag: 0x86 }),
  macLength: withDefault(retag(0x87, uint8()), 8),
})

/** A key of a security domain (8.6.3), identified by key version and key identifier. */
export const KeyObject = sequence({
  /** What the key may be used for (GlobalPlatform Card Specification, 11.1.9). */
  keyUsageQualifier: octets({ tag: 0x95, min: 1, max: 2 }),
  keyAccess: withDefault(octets({ tag: 0x96, size: 1 }), fromHex('00')),
  keyIdentifier: octets({ tag: 0x82, size: 1 }),
  /** Key set, for example 01 for SCP80 and 30 for SCP03. */
  keyVersionNumber: octets({ tag: 0x83, size: 1 }),
  keyCounterValue: optional(octets({ tag: 0x85 })),
  keyComponents: sequenceOf(KeyComponent, { min: 1 }),
})
export type KeyObject = Infer<typeof KeyObject>

/** System-specific install parameters (tag EF): memory quotas and service parameters. */
const ApplicationSystemParameters = sequence({
  volatileMemoryQuotaC7: quota(0xc7),
  nonVolatileMemoryQuotaC8: quota(0xc8),
  globalServiceParameters: optional(octets({ tag: 0xcb })),
  implicitSelectionParameter: optional(octets({ tag: 0xcf })),
  volatileReservedMemory: quota(0xd7),
  nonVolatileReservedMemory: quota(0xd8),
  ts102226SIMFileAccessToolkitParameter: optional(octets({ tag: 0xca })),
  ts102226AdditionalContactlessParameters: optional(
    retag(0xa0, sequence(automatic({ protocolParameterData: octets() }))),
  ),
  contactlessProtocolParameters: optional(octets({ tag: 0xd9 })),
  userInteractionContactlessParameters: optional(octets({ tag: 0xda })),
  cumulativeGrantedVolatileMemory: quota(0x82),
  cumulativeGrantedNonVolatileMemory: quota(0x83),
})

/** UICC system-specific parameters (tag EA; ETSI TS 102 226): toolkit and file access of the application. */
const UiccApplicationParameters = sequence({
  uiccToolkitApplicationSpecificParametersField: optional(octets({ tag: 0x80 })),
  uiccAccessApplicationSpecificParametersField: optional(octets({ tag: 0x81 })),
  uiccAdministrativeAccessApplicationSpecificParametersField: optional(octets({ tag: 0x82 })),
})

/** An instance of an application with its privileges, life cycle state and install parameters. */
export const ApplicationInstance = sequence({
  applicationLoadPackageAID: taggedAid(),
  classAID: taggedAid(),
  instanceAID: taggedAid(),
  extraditeSecurityDomainAID: optional(taggedAid()),
  /** Privileges (GlobalPlatform Card Specification). */
  applicationPrivileges: octets({ tag: 0x82 }),
  lifeCycleState: withDefault(octets({ tag: 0x83, size: 1 }), fromHex('07')),
  applicationSpecificParametersC9: octets({ tag: 0xc9 }),
  systemSpecificParameters: optional(retag(0xef, ApplicationSystemParameters)),
  applicationParameters: optional(retag(0xea, UiccApplicationParameters)),
  processData: optional(sequenceOf(octets(), { min: 1 })),
  controlReferenceTemplate: optional(retag(0xb0, sequence({ applicationProviderIdentifier: octets({ tag: 0x5f20 }) }))),
})
export type ApplicationInstance = Infer<typeof ApplicationInstance>

/** PE-SecurityDomain (8.6.2): an instance with its keys. The first one of a package is the MNO-SD. */
export const SecurityDomain = sequence(
  automatic({
    header: PeHeader,
    instance: ApplicationInstance,
    keyList: optional(sequenceOf(KeyObject, { min: 1 })),
    sdPersoData: optional(sequenceOf(octets(), { min: 1 })),
    openPersoData: optional(
      sequence({
        restrictParameter: optional(octets({ tag: 0xd9, size: 1 })),
        contactlessProtocolParameters: optional(octets()),
      }),
    ),
    catTpParameters: optional(sequence(automatic({ catTpMaxSduSize: uint16(), catTpMaxPduSize: uint16() }))),
  }),
)
export type SecurityDomain = Infer<typeof SecurityDomain>

/** A load package: the code of applications in `loadBlockObject`, and its limits. */
const ApplicationLoadPackage = sequence({
  loadPackageAID: taggedAid(),
  securityDomainAID: optional(taggedAid()),
  nonVolatileCodeLimitC6: optional(octets({ tag: 0xc6 })),
  volatileDataLimitC7: optional(octets({ tag: 0xc7 })),
  nonVolatileDataLimitC8: optional(octets({ tag: 0xc8 })),
  hashValue: optional(octets({ tag: 0xc1 })),
  /** The code of the applications. */
  loadBlockObject: octets({ tag: 0xc4 }),
})
export type ApplicationLoadPackage = Infer<typeof ApplicationLoadPackage>

/** PE-Application: a load package, instances, or both. */
export const Application = sequence(
  automatic({
    header: PeHeader,
    loadBlock: optional(ApplicationLoadPackage),
    instanceList: optional(sequenceOf(ApplicationInstance, { min: 1 })),
  }),
)

/**
 * PE-RFM (8.8): an application that manages files remotely, with its TARs, minimum security level and access domains.
 */
export const Rfm = sequence({
  header: retag(0xa0, PeHeader),
  instanceAID: taggedAid(),
  securityDomainAID: optional(taggedAid()),
  /** Toolkit application references, 3 bytes each, which address the application over the air. */
  tarList: optional(sequenceOf(octets({ size: 3 }), { tag: 0xa0, min: 1 })),
  /** SPI1 that messages must have at least (ETSI TS 102 225, 5.1.1). */
  minimumSecurityLevel: octets({ tag: 0x81, size: 1 }),
  uiccAccessDomain: octets(),
  uiccAdminAccessDomain: octets(),
  adfRFMAccess: optional(
    sequence(automatic({ adfAID: aid(), adfAccessDomain: octets(), adfAdminAccessDomain: octets() })),
  ),
})
export type Rfm = Infer<typeof Rfm>

/** PE-NonStandard: content that only the eUICC of one issuer understands. */
export const NonStandard = sequence(automatic({ header: PeHeader, issuerID: oid(), content: octets() }))
/** PE-End (8.10): the last element of a package. */
export const End = sequence(automatic({ header: PeHeader }))
