import {
  any,
  explicit,
  type Infer,
  namedBits,
  octets,
  oid,
  openNamedInteger,
  optional,
  sequence,
  sequenceOf,
  utf8,
  withDefault,
} from '@simwright/asn1'
import { pprIds } from './euicc-info.ts'
import { iccidField } from './field.ts'

/** NotificationEvent, in bit order. A notification has exactly one bit set. */
export const notificationEvents = ['install', 'enable', 'disable', 'delete'] as const
/** The event of a notification. */
export type NotificationEvent = (typeof notificationEvents)[number]
/** NotificationEvent as a bit string under the tag: install 07 80, enable 06 40, disable 05 20, delete 04 10. */
export const notificationEventBits = (tag: number) => namedBits(notificationEvents, { tag })

/** ProfileClass. It is operational if absent (SGP.22 section 5.5.3). */
const profileClass = openNamedInteger({ test: 0, provisioning: 1, operational: 2 }, { tag: 0x95 })
/** IconType. An icon without a type is not permitted. */
const iconType = openNamedInteger({ jpg: 0, png: 1 }, { tag: 0x93 })

/** OperatorId: MCC and MNC in 3 bytes (TS 24.008), and the group identifiers GID1 and GID2. */
const operatorIdFields = {
  mccMnc: octets({ tag: 0x80, size: 3 }),
  gid1: optional(octets({ tag: 0x81 })),
  gid2: optional(octets({ tag: 0x82 })),
}
export const operatorId = sequence(operatorIdFields)
export type OperatorId = Infer<typeof operatorId>

/** Where a profile's notifications of an event go. */
const notificationConfiguration = sequence({
  profileManagementOperation: notificationEventBits(0x80),
  notificationAddress: utf8({ tag: 0x81 }),
})

/** VendorSpecificExtension: data of any type under the vendor's OID. */
const vendorSpecificExtension = (tag: number) =>
  sequenceOf(sequence({ vendorOid: oid({ tag: 0x80 }), vendorSpecificData: explicit(0xa1, any()) }), { tag })

/** Limits of the metadata: texts in characters, the icon (64 x 64 pixels) in bytes. */
export const metadataLimits = {
  serviceProviderName: 32,
  profileName: 64,
  profileNickname: 64,
  iconBytes: 1024,
} as const

const serviceProviderName = utf8({ tag: 0x91, max: metadataLimits.serviceProviderName })
const profileName = utf8({ tag: 0x92, max: metadataLimits.profileName })
const icon = octets({ tag: 0x94, max: metadataLimits.iconBytes })
const notificationConfigurationInfo = sequenceOf(notificationConfiguration, { tag: 0xb6 })
const profileOwner = sequence(operatorIdFields, { tag: 0xb7 })

/**
 * BF76: access rules (REF-AR-DO, tag E2, one after the other), by which Android gives an app the right to download and
 * manage the profile. Not part of SGP.22: an eUICC that does not know it ignores it.
 */
const carrierPrivilegeRules = octets({ tag: 0xbf76 })

/** StoreMetadataRequest (BF25; SGP.22 section 5.5.3): the metadata that the phone shows to its user. */
export const storeMetadataRequest = sequence(
  {
    iccid: iccidField,
    serviceProviderName,
    profileName,
    iconType: optional(iconType),
    icon: optional(icon),
    profileClass: withDefault(profileClass, 'operational'),
    notificationConfigurationInfo: optional(notificationConfigurationInfo),
    profileOwner: optional(profileOwner),
    profilePolicyRules: optional(pprIds(0x99)),
    serviceSpecificDataStoredInEuicc: optional(vendorSpecificExtension(0xbf22)),
    serviceSpecificDataNotStoredInEuicc: optional(vendorSpecificExtension(0xbf23)),
    carrierPrivilegeRules: optional(carrierPrivilegeRules),
  },
  { tag: 0xbf25, name: 'StoreMetadataRequest' },
)
export type StoreMetadataRequest = Infer<typeof storeMetadataRequest>

/** UpdateMetadataRequest (BF2A). Absent fields do not change. */
export const updateMetadataRequest = sequence(
  {
    serviceProviderName: optional(serviceProviderName),
    profileName: optional(profileName),
    iconType: optional(iconType),
    icon: optional(icon),
    profilePolicyRules: optional(pprIds(0x99)),
    serviceSpecificDataStoredInEuicc: optional(vendorSpecificExtension(0xbf22)),
  },
  { tag: 0xbf2a, name: 'UpdateMetadataRequest' },
)

/** DpProprietaryData (B8): the OID of the SM-DP+ that created the profile. At most 128 bytes. */
const dpProprietaryDataFields = { dpOid: oid({ tag: 0x80 }) }
export const dpProprietaryData = sequence(dpProprietaryDataFields, { tag: 0xb8 })

/** ProfileInfo (E3; SGP.22 section 5.7.15): an installed profile as the eUICC lists it. */
export const profileInfo = sequence(
  {
    iccid: optional(iccidField),
    isdpAid: optional(octets({ tag: 0x4f, min: 1, max: 16 })),
    profileState: optional(openNamedInteger({ disabled: 0, enabled: 1 }, { tag: 0x9f70 })),
    profileNickname: optional(utf8({ tag: 0x90, max: metadataLimits.profileNickname })),
    serviceProviderName: optional(serviceProviderName),
    profileName: optional(profileName),
    iconType: optional(iconType),
    icon: optional(icon),
    profileClass: optional(profileClass),
    notificationConfigurationInfo: optional(notificationConfigurationInfo),
    profileOwner: optional(profileOwner),
    dpProprietaryData: optional(dpProprietaryData),
    profilePolicyRules: optional(pprIds(0x99)),
    serviceSpecificDataStoredInEuicc: optional(vendorSpecificExtension(0xbf22)),
    carrierPrivilegeRules: optional(carrierPrivilegeRules),
  },
  { tag: 0xe3, name: 'ProfileInfo' },
)
export type ProfileInfo = Infer<typeof profileInfo>
