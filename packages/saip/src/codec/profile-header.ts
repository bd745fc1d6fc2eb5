import { automatic, type Infer, nullValue, octets, oid, optional, sequence, sequenceOf, utf8 } from '@simwright/asn1'
import { uint8 } from './pe-header.ts'

/** ApplicationIdentifier, 5 to 16 bytes. */
export const aid = () => octets({ min: 5, max: 16 })

/** ServicesList: services that the eUICC must support, otherwise it aborts. A listed service is null. */
export const ServicesList = sequence(
  automatic({
    contactless: optional(nullValue()),
    usim: optional(nullValue()),
    isim: optional(nullValue()),
    csim: optional(nullValue()),
    milenage: optional(nullValue()),
    tuak128: optional(nullValue()),
    cave: optional(nullValue()),
    'gba-usim': optional(nullValue()),
    'gba-isim': optional(nullValue()),
    mbms: optional(nullValue()),
    eap: optional(nullValue()),
    javacard: optional(nullValue()),
    multos: optional(nullValue()),
    /** More than one USIM, ISIM or CSIM in the profile. */
    'multiple-usim': optional(nullValue()),
    'multiple-isim': optional(nullValue()),
    'multiple-csim': optional(nullValue()),
    tuak256: optional(nullValue()),
    'usim-test-algorithm': optional(nullValue()),
    /** Files with BER-TLV structure, and links to directories. */
    'ber-tlv': optional(nullValue()),
    dfLink: optional(nullValue()),
    'cat-tp': optional(nullValue()),
    'get-identity': optional(nullValue()),
    'profile-a-x25519': optional(nullValue()),
    'profile-b-p256': optional(nullValue()),
    suciCalculatorApi: optional(nullValue()),
    'dns-resolution': optional(nullValue()),
    /** Secure channel protocol 11 of security domains. */
    scp11ac: optional(nullValue()),
    'scp11c-authorization-mechanism': optional(nullValue()),
    s16mode: optional(nullValue()),
    eaka: optional(nullValue()),
  }),
)
export type ServicesList = Infer<typeof ServicesList>
/** The name of a service in ServicesList. */
export type ServiceName = keyof ServicesList

/** ProfileHeader (8.2.1). The ICCID has its digits as printed, not nibble-swapped, padded with F. */
export const ProfileHeader = sequence(
  automatic({
    'major-version': uint8(),
    'minor-version': uint8(),
    /** A name for the kind of profile, for people. */
    profileType: optional(utf8({ min: 1, max: 100 })),
    iccid: octets({ size: 10 }),
    /** Policy rules. This package neither sets nor evaluates them: a consumer eUICC uses the PPRs of the metadata. */
    pol: optional(octets()),
    /** Services without which the eUICC aborts. */
    'eUICC-Mandatory-services': ServicesList,
    /** OIDs of the templates that the eUICC must support. */
    'eUICC-Mandatory-GFSTEList': sequenceOf(oid()),
    connectivityParameters: optional(octets()),
    /** Libraries that applications of the profile need, by AID and version. */
    'eUICC-Mandatory-AIDs': optional(sequenceOf(sequence(automatic({ aid: aid(), version: octets({ size: 2 }) })))),
    iotOptions: optional(sequence(automatic({ pix: octets({ min: 7, max: 11 }) }))),
  }),
)
export type ProfileHeader = Infer<typeof ProfileHeader>
