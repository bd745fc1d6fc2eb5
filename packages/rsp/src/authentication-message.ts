import {
  automatic,
  choice,
  explicit,
  type Infer,
  octets,
  openNamedInteger,
  optional,
  raw,
  sequence,
  utf8,
} from '@simwright/asn1'
import { deviceInfo } from './device-info.ts'
import { euiccInfo2 } from './euicc-info.ts'
import { challengeLength, opaqueSequence, signatureField, transactionIdField } from './field.ts'

/** ServerSigned1 (SGP.22 section 5.6.1): what serverSignature1 covers. The challenges have 16 bytes. */
export const serverSigned1 = sequence(
  {
    transactionId: transactionIdField,
    euiccChallenge: octets({ tag: 0x81, size: challengeLength }),
    serverAddress: utf8({ tag: 0x83 }),
    serverChallenge: octets({ tag: 0x84, size: challengeLength }),
  },
  { name: 'ServerSigned1' },
)
export type ServerSigned1 = Infer<typeof serverSigned1>

/**
 * CtxParams1 (SGP.22 section 5.7.13): MatchingID and device information. v2 has only this alternative of the CHOICE.
 */
export const ctxParams1 = sequence(automatic({ matchingId: optional(utf8()), deviceInfo }), {
  tag: 0xa0,
  name: 'CtxParams1',
})
export type CtxParams1 = Infer<typeof ctxParams1>

/** AuthenticateServerRequest (BF38), LPA to eUICC (SGP.22 section 5.7.13). */
export const authenticateServerRequest = sequence(
  {
    serverSigned1: raw(serverSigned1),
    serverSignature1: signatureField,
    euiccCiPKIdToBeUsed: octets(),
    serverCertificate: opaqueSequence(),
    ctxParams1,
  },
  { tag: 0xbf38, name: 'AuthenticateServerRequest' },
)
export type AuthenticateServerRequest = Infer<typeof authenticateServerRequest>

/** EuiccSigned1 (SGP.22 section 5.7.13): what euiccSignature1 covers. */
export const euiccSigned1 = sequence(
  {
    transactionId: transactionIdField,
    serverAddress: utf8({ tag: 0x83 }),
    serverChallenge: octets({ tag: 0x84, size: challengeLength }),
    euiccInfo2: raw(euiccInfo2),
    ctxParams1,
  },
  { name: 'EuiccSigned1' },
)
export type EuiccSigned1 = Infer<typeof euiccSigned1>

/** AuthenticateErrorCode: why an eUICC refuses the server (SGP.22 section 5.7.13). */
export const authenticateErrorCodes = {
  invalidCertificate: 1,
  invalidSignature: 2,
  unsupportedCurve: 3,
  noSessionContext: 4,
  invalidOid: 5,
  euiccChallengeMismatch: 6,
  ciPKUnknown: 7,
  undefinedError: 127,
} as const
/** Why an eUICC refuses the server; the decoder also lets unknown numbers through. */
export type AuthenticateErrorCode = keyof typeof authenticateErrorCodes

/** AuthenticateServerResponse (BF38), eUICC to server (SGP.22 section 5.7.13). */
export const authenticateServerResponse = explicit(
  0xbf38,
  choice(
    automatic({
      ok: sequence({
        euiccSigned1: raw(euiccSigned1),
        euiccSignature1: signatureField,
        euiccCertificate: opaqueSequence(),
        eumCertificate: opaqueSequence(),
      }),
      error: sequence({
        transactionId: transactionIdField,
        authenticateErrorCode: openNamedInteger(authenticateErrorCodes),
      }),
    }),
    { name: 'AuthenticateServerResponse' },
  ),
)
export type AuthenticateServerResponse = Infer<typeof authenticateServerResponse>
/** The successful alternative of AuthenticateServerResponse, with the bytes that euiccSignature1 covers. */
export type AuthenticateResponseOk = Extract<AuthenticateServerResponse, { kind: 'ok' }>['value']

/** GetEuiccChallengeRequest and -Response (BF2E; SGP.22 section 5.7.7). */
export const getEuiccChallengeRequest = sequence({}, { tag: 0xbf2e })
export const getEuiccChallengeResponse = sequence(
  { euiccChallenge: octets({ tag: 0x80, size: challengeLength }) },
  { tag: 0xbf2e, name: 'GetEuiccChallengeResponse' },
)
