import { automatic, type Infer, nullValue, octets, oid, optional, sequence, sequenceOf, utf8 } from '@simwright/asn1'
import { uint8 } from './pe-header.ts'

/** ApplicationIdentifier */
export const aid = () => octets({ min: 5, max: 16 })

/** ServicesList: what the eUICC must support, or it aborts the installation. A service is null when listed. */
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
    'multiple-usim': optional(nullValue()),
    'multiple-isim': optional(nullValue()),
    'multiple-csim': optional(nullValue()),
    tuak256: optional(nullValue()),
    'usim-test-algorithm': optional(nullValue()),
    'ber-tlv': optional(nullValue()),
    dfLink: optional(nullValue()),
    'cat-tp': optional(nullValue()),
    'get-identity': optional(nullValue()),
    'profile-a-x25519': optional(nullValue()),
    'profile-b-p256': optional(nullValue()),
    suciCalculatorApi: optional(nullValue()),
    'dns-resolution': optional(nullValue()),
    scp11ac: optional(nullValue()),
    'scp11c-authorization-mechanism': optional(nullValue()),
    s16mode: optional(nullValue()),
    eaka: optional(nullValue()),
  }),
)
export type ServicesList = Infer<typeof ServicesList>
export type ServiceName = keyof ServicesList

/** ProfileHeader; the ICCID stands as printed, not nibble-swapped, padded with F (8.2.1). */
export const ProfileHeader = sequence(
  automatic({
    'major-version': uint8(),
    'minor-version': uint8(),
    profileType: optional(utf8({ min: 1, max: 100 })),
    iccid: octets({ size: 10 }),
    pol: optional(octets()),
    'eUICC-Mandatory-services': ServicesList,
    'eUICC-Mandatory-GFSTEList': sequenceOf(oid()),
    connectivityParameters: optional(octets()),
    'eUICC-Mandatory-AIDs': optional(sequenceOf(sequence(automatic({ aid: aid(), version: octets({ size: 2 }) })))),
    iotOptions: optional(sequence(automatic({ pix: octets({ min: 7, max: 11 }) }))),
  }),
)
export type ProfileHeader = Infer<typeof ProfileHeader>
