import {
  automatic,
  choice,
  fromHex,
  type Infer,
  integer,
  octets,
  optional,
  sequence,
  sequenceOf,
  withDefault,
} from '@simwright/asn1'
import { PeHeader, uint8 } from './pe-header.ts'
import { aid } from './profile-header.ts'

/** AlgorithmID values of AlgoParameter. */
export const algorithmIds = { milenage: 1, tuak: 2, 'usim-test-algorithm': 3 } as const

/** The constants that 3GPP TS 35.206, 4.1 recommends for MILENAGE. They are the defaults of AlgoParameter. */
export const defaultRotationConstants = fromHex('4000204060')
export const defaultXoringConstants = fromHex(
  [0, 1, 2, 4, 8].map((last) => `${'00'.repeat(15)}${last.toString(16).padStart(2, '0')}`).join(''),
)

/** AlgoParameter (8.4.2): algorithm, keys and constants of a network access application. */
export const AlgoParameter = sequence(
  automatic({
    algorithmID: integer(),
    algorithmOptions: octets({ size: 1 }),
    key: octets(),
    opc: octets(),
    /** r1 to r5 of MILENAGE, one byte each. */
    rotationConstants: withDefault(octets({ size: 5 }), defaultRotationConstants),
    /** c1 to c5 of MILENAGE, 16 bytes each. */
    xoringConstants: withDefault(octets({ size: 80 }), defaultXoringConstants),
    authCounterMax: optional(octets({ size: 3 })),
    /** Iterations of Keccak in TUAK. */
    numberOfKeccak: withDefault(uint8(), 1),
  }),
)
export type AlgoParameter = Infer<typeof AlgoParameter>

/**
 * PE-AKAParameter (8.4.2): the authentication of an application, with its own keys or mapped to those of another, and
 * the limits of its sequence numbers.
 */
export const AkaParameter = sequence(
  automatic({
    header: PeHeader,
    algoConfiguration: choice(
      automatic({
        mappingParameter: sequence(automatic({ mappingOptions: octets({ size: 1 }), mappingSource: aid() })),
        algoParameter: AlgoParameter,
      }),
    ),
    sqnOptions: withDefault(octets({ size: 1 }), fromHex('02')),
    /** The largest permitted step of a sequence number, without its index (3GPP TS 33.102, annex C). */
    sqnDelta: withDefault(octets({ size: 6 }), fromHex('000010000000')),
    /** The largest permitted age of a sequence number. */
    sqnAgeLimit: withDefault(octets({ size: 6 }), fromHex('000010000000')),
    // Absent: all 32 sequence numbers start at zero.
    sqnInit: optional(sequenceOf(octets({ size: 6 }), { size: 32 })),
  }),
)
export type AkaParameter = Infer<typeof AkaParameter>

/** PE-CDMAParameter (8.4.3): the keys of a CSIM. */
export const CdmaParameter = sequence(
  automatic({
    header: PeHeader,
    authenticationKey: octets({ size: 8 }),
    ssd: optional(octets({ size: 16 })),
    hrpdAccessAuthenticationData: optional(octets({ min: 2, max: 32 })),
    simpleIPAuthenticationData: optional(octets({ min: 3, max: 483 })),
    mobileIPAuthenticationData: optional(octets({ min: 5, max: 957 })),
  }),
)

/** PINKeyReferenceValue: the numbers of ETSI TS 102 221, table 9.3. */
export const pinReference = { pin1: 1, adm1: 10, adm2: 11, pin2: 129 } as const
/** PUKKeyReferenceValue. */
export const pukReference = { puk1: 1, puk2: 129 } as const

/** A PIN with its value of 8 bytes, attributes (default 7) and attempts (default three of three). */
const PinConfiguration = sequence(
  automatic({
    keyReference: integer({ min: 1, max: 255 }),
    pinValue: octets({ size: 8 }),
    unblockingPINReference: optional(integer({ min: 1, max: 255 })),
    pinAttributes: withDefault(uint8(), 7),
    'maxNumOfAttemps-retryNumLeft': withDefault(uint8(), 0x33),
  }),
)
export type PinConfiguration = Infer<typeof PinConfiguration>

/** PE-PINCodes (8.5.1): the PINs of the directory created before, or the path of the directory whose PINs it shares. */
export const PinCodes = sequence(
  automatic({
    header: PeHeader,
    pinCodes: choice(
      automatic({ pinconfig: sequenceOf(PinConfiguration, { min: 1, max: 26 }), filePath: octets({ max: 8 }) }),
    ),
  }),
)

/** A PUK with its value of 8 bytes and attempts (default ten of ten). */
const PukConfiguration = sequence(
  automatic({
    keyReference: integer({ min: 1, max: 255 }),
    pukValue: octets({ size: 8 }),
    'maxNumOfAttemps-retryNumLeft': withDefault(uint8(), 0xaa),
  }),
)
export type PukConfiguration = Infer<typeof PukConfiguration>

/** PE-PUKCodes (8.5.2): all PUKs of the profile. */
export const PukCodes = sequence(
  automatic({ header: PeHeader, pukCodes: sequenceOf(PukConfiguration, { min: 1, max: 16 }) }),
)
