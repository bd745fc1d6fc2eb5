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

// Where a type carries tags of its own, automatic tagging does not apply to it and its untagged components keep
// their universal tags (X.680, 25.3): KeyObject.keyComponents 30, ApplicationInstance.processData 30, PE-RFM's 04s.

const taggedAid = () => octets({ tag: 0x4f, min: 5, max: 16 })
const quota = (tag: number) => optional(octets({ tag, min: 2, max: 4 }))

const KeyComponent = sequence({
  keyType: octets({ tag: 0x80 }),
  keyData: octets({ tag: 0x86 }),
  macLength: withDefault(retag(0x87, uint8()), 8),
})

export const KeyObject = sequence({
  keyUsageQualifier: octets({ tag: 0x95, min: 1, max: 2 }),
  keyAccess: withDefault(octets({ tag: 0x96, size: 1 }), fromHex('00')),
  keyIdentifier: octets({ tag: 0x82, size: 1 }),
  keyVersionNumber: octets({ tag: 0x83, size: 1 }),
  keyCounterValue: optional(octets({ tag: 0x85 })),
  keyComponents: sequenceOf(KeyComponent, { min: 1 }),
})
export type KeyObject = Infer<typeof KeyObject>

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

const UiccApplicationParameters = sequence({
  uiccToolkitApplicationSpecificParametersField: optional(octets({ tag: 0x80 })),
  uiccAccessApplicationSpecificParametersField: optional(octets({ tag: 0x81 })),
  uiccAdministrativeAccessApplicationSpecificParametersField: optional(octets({ tag: 0x82 })),
})

export const ApplicationInstance = sequence({
  applicationLoadPackageAID: taggedAid(),
  classAID: taggedAid(),
  instanceAID: taggedAid(),
  extraditeSecurityDomainAID: optional(taggedAid()),
  applicationPrivileges: octets({ tag: 0x82 }),
  lifeCycleState: withDefault(octets({ tag: 0x83, size: 1 }), fromHex('07')),
  applicationSpecificParametersC9: octets({ tag: 0xc9 }),
  systemSpecificParameters: optional(retag(0xef, ApplicationSystemParameters)),
  applicationParameters: optional(retag(0xea, UiccApplicationParameters)),
  processData: optional(sequenceOf(octets(), { min: 1 })),
  controlReferenceTemplate: optional(retag(0xb0, sequence({ applicationProviderIdentifier: octets({ tag: 0x5f20 }) }))),
})
export type ApplicationInstance = Infer<typeof ApplicationInstance>

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

const ApplicationLoadPackage = sequence({
  loadPackageAID: taggedAid(),
  securityDomainAID: optional(taggedAid()),
  nonVolatileCodeLimitC6: optional(octets({ tag: 0xc6 })),
  volatileDataLimitC7: optional(octets({ tag: 0xc7 })),
  nonVolatileDataLimitC8: optional(octets({ tag: 0xc8 })),
  hashValue: optional(octets({ tag: 0xc1 })),
  loadBlockObject: octets({ tag: 0xc4 }),
})
export type ApplicationLoadPackage = Infer<typeof ApplicationLoadPackage>

export const Application = sequence(
  automatic({
    header: PeHeader,
    loadBlock: optional(ApplicationLoadPackage),
    instanceList: optional(sequenceOf(ApplicationInstance, { min: 1 })),
  }),
)

export const Rfm = sequence({
  header: retag(0xa0, PeHeader),
  instanceAID: taggedAid(),
  securityDomainAID: optional(taggedAid()),
  tarList: optional(sequenceOf(octets({ size: 3 }), { tag: 0xa0, min: 1 })),
  minimumSecurityLevel: octets({ tag: 0x81, size: 1 }),
  uiccAccessDomain: octets(),
  uiccAdminAccessDomain: octets(),
  adfRFMAccess: optional(
    sequence(automatic({ adfAID: aid(), adfAccessDomain: octets(), adfAdminAccessDomain: octets() })),
  ),
})
export type Rfm = Infer<typeof Rfm>

export const NonStandard = sequence(automatic({ header: PeHeader, issuerID: oid(), content: octets() }))
export const End = sequence(automatic({ header: PeHeader }))
