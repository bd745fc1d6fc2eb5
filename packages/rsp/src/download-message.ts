import {
  automatic,
  boolean,
  choice,
  explicit,
  type Infer,
  octets,
  oid,
  openNamedInteger,
  optional,
  raw,
  sequence,
} from '@simwright/asn1'
import { oneTimeKeyField, opaqueSequence, signatureField, transactionIdField } from './field.ts'

/** The hashed confirmation code, 32 bytes. */
const hashCc = octets({ size: 32 })

/** SmdpSigned2 (SGP.22 section 5.7.5). `bppEuiccOtpk` offers the eUICC to use its earlier one-time key again. */
export const smdpSigned2 = sequence(
  { transactionId: transactionIdField, ccRequiredFlag: boolean(), bppEuiccOtpk: optional(oneTimeKeyField) },
  { name: 'SmdpSigned2' },
)
export type SmdpSigned2 = Infer<typeof smdpSigned2>

/** PrepareDownloadRequest (BF21), LPA to eUICC (SGP.22 section 5.7.5). */
export const prepareDownloadRequest = sequence(
  {
    smdpSigned2: raw(smdpSigned2),
    smdpSignature2: signatureField,
    hashCc: optional(hashCc),
    smdpCertificate: opaqueSequence(),
  },
  { tag: 0xbf21, name: 'PrepareDownloadRequest' },
)
export type PrepareDownloadRequest = Infer<typeof prepareDownloadRequest>

/** EUICCSigned2 (SGP.22 section 5.7.5). With smdpSignature2 it is what euiccSignature2 covers. */
export const euiccSigned2 = sequence(
  { transactionId: transactionIdField, euiccOtpk: oneTimeKeyField, hashCc: optional(hashCc) },
  { name: 'EUICCSigned2' },
)
export type EuiccSigned2 = Infer<typeof euiccSigned2>

/** DownloadErrorCode: why an eUICC refuses PrepareDownload (SGP.22 section 5.7.5). */
export const downloadErrorCodes = {
  invalidCertificate: 1,
  invalidSignature: 2,
  unsupportedCurve: 3,
  noSessionContext: 4,
  invalidTransactionId: 5,
  undefinedError: 127,
} as const
export type DownloadErrorCode = keyof typeof downloadErrorCodes

/** PrepareDownloadResponse (BF21), eUICC to server (SGP.22 section 5.7.5). */
export const prepareDownloadResponse = explicit(
  0xbf21,
  choice(
    automatic({
      ok: sequence({ euiccSigned2: raw(euiccSigned2), euiccSignature2: signatureField }),
      error: sequence({
        transactionId: transactionIdField,
        downloadErrorCode: openNamedInteger(downloadErrorCodes),
      }),
    }),
    { name: 'PrepareDownloadResponse' },
  ),
)
export type PrepareDownloadResponse = Infer<typeof prepareDownloadResponse>

/** CancelSessionReason (SGP.22 section 5.7.14), including the values of v3. */
export const cancelReasonNumbers = {
  endUserRejection: 0,
  postponed: 1,
  timeout: 2,
  pprNotAllowed: 3,
  metadataMismatch: 4,
  loadBppExecutionError: 5,
  sessionAborted: 16,
  enterpriseProfilesNotSupported: 17,
  enterpriseRulesNotAllowed: 18,
  enterpriseProfileNotAllowed: 19,
  enterpriseOidMismatch: 20,
  enterpriseRulesError: 21,
  enterpriseProfilesOnly: 22,
  lprNotSupported: 23,
  lprNetworkDataNotAllowed: 24,
  emptyProfileOrSpName: 25,
  rpmDisabled: 27,
  invalidRpmPackage: 28,
  loadRpmPackageError: 29,
  operationAbandoned: 30,
  undefinedReason: 127,
} as const
/** The name of a cancellation reason; the decoder also lets unknown numbers through. */
export type CancelReason = keyof typeof cancelReasonNumbers

const cancelReason = (tag: number) => openNamedInteger(cancelReasonNumbers, { tag })

/** CancelSessionRequest (BF41), LPA to eUICC (SGP.22 section 5.7.14). */
export const cancelSessionRequest = sequence(
  { transactionId: transactionIdField, reason: cancelReason(0x81) },
  { tag: 0xbf41, name: 'CancelSessionRequest' },
)

/** EuiccCancelSessionSigned: what the eUICC signs to cancel a session (SGP.22 section 5.7.14). */
export const euiccCancelSessionSigned = sequence(
  { transactionId: transactionIdField, smdpOid: oid({ tag: 0x81 }), reason: cancelReason(0x82) },
  { name: 'EuiccCancelSessionSigned' },
)
export type EuiccCancelSessionSigned = Infer<typeof euiccCancelSessionSigned>

/** The signed cancellation, or why the eUICC did not sign one. A CHOICE, so BF41 is an explicit tag. */
const cancelSessionResponseChoice = choice(
  automatic({
    ok: sequence({
      euiccCancelSessionSigned: raw(euiccCancelSessionSigned),
      euiccCancelSessionSignature: signatureField,
    }),
    error: openNamedInteger({ invalidTransactionId: 5, undefinedError: 127 }),
  }),
  { name: 'CancelSessionResponse' },
)

/** CancelSessionResponse (BF41), eUICC to server (SGP.22 section 5.7.14). */
export const cancelSessionResponse = explicit(0xbf41, cancelSessionResponseChoice)
export type CancelSessionResponse = Infer<typeof cancelSessionResponse>
