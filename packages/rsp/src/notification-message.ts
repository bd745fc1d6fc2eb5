import {
  automatic,
  choice,
  explicit,
  type Infer,
  integer,
  octets,
  oid,
  openNamedInteger,
  optional,
  raw,
  sequence,
  sequenceOf,
  utf8,
} from '@simwright/asn1'
import { iccidField, opaqueSequence, signatureField, transactionIdField } from './field.ts'
import { notificationEventBits } from './profile-metadata.ts'

/** NotificationMetadata (BF2F; SGP.22 section 5.7.9). */
export const notificationMetadata = sequence(
  {
    seqNumber: integer({ tag: 0x80, min: 0 }),
    profileManagementOperation: notificationEventBits(0x81),
    notificationAddress: utf8(),
    iccid: optional(iccidField),
  },
  { tag: 0xbf2f, name: 'NotificationMetadata' },
)
export type NotificationMetadata = Infer<typeof notificationMetadata>

/** The command of the bound package at which an installation failed (BppCommandId). */
export const bppCommandIds = {
  initialiseSecureChannel: 0,
  configureISDP: 1,
  storeMetadata: 2,
  storeMetadata2: 3,
  replaceSessionKeys: 4,
  loadProfileElements: 5,
} as const
export type BppCommandId = keyof typeof bppCommandIds

/** Why an installation failed (ErrorReason). v3 names 7 and 8 bspStructureError and bspSecurityError. */
export const installErrorNumbers = {
  incorrectInputValues: 1,
  invalidSignature: 2,
  invalidTransactionId: 3,
  unsupportedCrtValues: 4,
  unsupportedRemoteOperationType: 5,
  unsupportedProfileClass: 6,
  scp03tStructureError: 7,
  scp03tSecurityError: 8,
  installFailedDueToIccidAlreadyExistsOnEuicc: 9,
  installFailedDueToInsufficientMemoryForProfile: 10,
  installFailedDueToInterruption: 11,
  installFailedDueToPEProcessingError: 12,
  installFailedDueToDataMismatch: 13,
  testProfileInstallFailedDueToInvalidNaaKey: 14,
  pprNotAllowed: 15,
  installFailedDueToUnknownError: 127,
} as const
export type InstallErrorReason = keyof typeof installErrorNumbers

/** SuccessResult or ErrorResult. `simaResponse` has the EUICCResponse of the profile package interpreter. */
const finalResult = choice(
  automatic({
    success: sequence({ aid: octets({ tag: 0x4f, min: 5, max: 16 }), simaResponse: octets() }),
    error: sequence(
      automatic({
        bppCommandId: openNamedInteger(bppCommandIds),
        errorReason: openNamedInteger(installErrorNumbers),
        simaResponse: optional(octets()),
      }),
    ),
  }),
)
/** The result of an installation: success with the ISD-P's AID, or the failed command with its reason. */
export type FinalResult = Infer<typeof finalResult>

/** ProfileInstallationResultData (BF27): what euiccSignPIR covers. */
export const profileInstallationResultData = sequence(
  {
    transactionId: transactionIdField,
    notificationMetadata,
    smdpOid: optional(oid()),
    finalResult: explicit(0xa2, finalResult),
  },
  { tag: 0xbf27, name: 'ProfileInstallationResultData' },
)
export type ProfileInstallationResultData = Infer<typeof profileInstallationResultData>

/** ProfileInstallationResult (BF37): the signed result of loading a bound package (SGP.22 section 5.7.6). */
export const profileInstallationResult = sequence(
  { profileInstallationResultData: raw(profileInstallationResultData), euiccSignPIR: signatureField },
  { tag: 0xbf37, name: 'ProfileInstallationResult' },
)
export type ProfileInstallationResult = Infer<typeof profileInstallationResult>

/**
 * OtherSignedNotification: a profile was enabled, disabled or deleted, or installed with a further notification address.
 * The eUICC signs the NotificationMetadata and adds its certificates.
 */
export const otherSignedNotification = sequence(
  {
    tbsOtherNotification: raw(notificationMetadata),
    euiccNotificationSignature: signatureField,
    euiccCertificate: opaqueSequence(),
    eumCertificate: opaqueSequence(),
  },
  { name: 'OtherSignedNotification' },
)
export type OtherSignedNotification = Infer<typeof otherSignedNotification>

/** PendingNotification: what ES9+.HandleNotification delivers (SGP.22 section 5.6.4). */
export const pendingNotification = choice(
  { profileInstallationResult, otherSignedNotification },
  { name: 'PendingNotification' },
)
export type PendingNotification = Infer<typeof pendingNotification>

/** The only error that the notification lists can have. */
const undefinedErrorOnly = openNamedInteger({ undefinedError: 127 })

/** ListNotificationRequest and -Response (BF28; SGP.22 section 5.7.9). */
export const listNotificationRequest = sequence(
  { profileManagementOperation: optional(notificationEventBits(0x81)) },
  { tag: 0xbf28, name: 'ListNotificationRequest' },
)
export const listNotificationResponse = explicit(
  0xbf28,
  choice(automatic({ notificationMetadataList: sequenceOf(notificationMetadata), error: undefinedErrorOnly })),
)

/**
 * RetrieveNotificationsListRequest and -Response (BF2B; SGP.22 section 5.7.10). Notifications retain the bytes that the
 * LPA forwards to the server.
 */
export const retrieveNotificationsListRequest = sequence(
  {
    searchCriteria: optional(
      explicit(
        0xa0,
        choice({ seqNumber: integer({ tag: 0x80 }), profileManagementOperation: notificationEventBits(0x81) }),
      ),
    ),
  },
  { tag: 0xbf2b, name: 'RetrieveNotificationsListRequest' },
)
export const retrieveNotificationsListResponse = explicit(
  0xbf2b,
  choice(automatic({ notificationList: sequenceOf(raw(pendingNotification)), error: undefinedErrorOnly })),
)

/** NotificationSentRequest and -Response (BF30; SGP.22 section 5.7.11): removes a delivered notification. */
export const notificationSentRequest = sequence(
  { seqNumber: integer({ tag: 0x80 }) },
  { tag: 0xbf30, name: 'NotificationSentRequest' },
)
export const notificationSentResponse = sequence(
  { deleteNotificationStatus: openNamedInteger({ ok: 0, nothingToDelete: 1, undefinedError: 127 }, { tag: 0x80 }) },
  { tag: 0xbf30, name: 'NotificationSentResponse' },
)
