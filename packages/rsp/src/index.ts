export {
  type AuthenticateClient,
  type AuthenticatedClient,
  type ClientError,
  offerProfile,
  type ProfileOffer,
  verifyAuthenticateClient,
} from './authenticate-client.ts'
export * from './authentication-message.ts'
export {
  type BoundPackage,
  bindProfilePackage,
  boundPackageTags,
  cutBoundPackage,
  type ProfileToBind,
  reopenBoundPackage,
} from './bound-package.ts'
export * from './bound-package-message.ts'
export * from './bound-package-opener.ts'
export {
  BspError,
  type BspKeys,
  BspOpener,
  BspSealer,
  cutSegments,
  deriveBspKeys,
  maxEncryptedPlainBytes,
  maxMacOnlyPlainBytes,
  maxSegmentBytes,
} from './bsp.ts'
export { type CanceledSession, type CancelSession, verifyCancelSession } from './cancel-session.ts'
export {
  type ConfirmationAttempt,
  checkConfirmationCode,
  digestConfirmationCode,
  hashConfirmationCode,
} from './confirmation-code.ts'
export { announcedRelease, type DeviceInfo, deviceInfo, imeiDigits, tacReadings } from './device-info.ts'
export * from './download-message.ts'
export {
  checkAttempts,
  checkDownloadOrder,
  checkOrderAlive,
  type DownloadOrder,
  type OrderCheck,
} from './download-order.ts'
export { checkEligibility, findIneligibilities, type Ineligibility, type ProfileNeeds } from './eligibility.ts'
export {
  type Es9Answer,
  type Es9Outcome,
  type Es9Request,
  es9Functions,
  es9Path,
  readEs9Answer,
  readEs9Request,
  writeEs9Answer,
  writeEs9Request,
} from './es9.ts'
export {
  type AnsweredFunction,
  type Es9Asn1Request,
  readEs9Asn1Request,
  writeEs9Asn1Answer,
  writeEs9Asn1Failure,
  writeEs9Asn1Request,
} from './es9-asn1.ts'
export {
  type Es11Answer,
  type Es11Function,
  type Es11Request,
  type EventEntry,
  initiateDiscovery,
  readEs11Answer,
  readEs11Request,
  writeEs11Answer,
} from './es11.ts'
export {
  type Es12Function,
  type Es12Request,
  es12Path,
  isEs12Function,
  readEs12Answer,
  readEs12Request,
  writeEs12Answer,
  writeEs12Request,
} from './es12.ts'
export { type EuiccTrust, type VerifiedEuicc, verifyEuiccChain } from './euicc-chain.ts'
export {
  type CardResources,
  type EuiccInfo1,
  type EuiccInfo2,
  euiccInfo1,
  euiccInfo2,
  type PprId,
  readCardResources,
  type UiccCapability,
  uiccCapabilityBits,
} from './euicc-info.ts'
export { digitsOfSwapped, swappedDigits } from './field.ts'
export {
  type GetBoundProfilePackage,
  type PreparedDownload,
  verifyPrepareDownload,
} from './get-bound-profile-package.ts'
export {
  type InstallationCheck,
  type InstallationOutcome,
  NotificationFault,
  type ProfileNotification,
  readPendingNotification,
  resultDataOf,
  transactionOf,
  verifyInstallationResult,
  verifyOtherNotification,
} from './handle-notification.ts'
export {
  type AuthenticatingServer,
  type AuthenticationCredentials,
  type BegunSession,
  beginRandom,
  type ChosenSession,
  type InitiateAuthentication,
  initiateAuthentication,
  type OpenedSession,
  type ServerCredentials,
} from './initiate-authentication.ts'
export {
  adminProtocol,
  type ExecutionState,
  type ExecutionStatus,
  readExecutionStatus,
  writeFailure,
} from './json-body.ts'
export * from './key.ts'
export * from './local-message.ts'
export * from './notification-message.ts'
export {
  nextOrderState,
  type OrderEvent,
  orderEventRefusal,
  orderEvents,
} from './order-state.ts'
export {
  cancelFact,
  cancelReasonNumber,
  cancelReasons,
  installErrorFact,
  installErrorNumber,
  installErrors,
  type NotificationPoint,
  notificationPoints,
} from './outcome.ts'
export * from './profile-metadata.ts'
export {
  asn1ErrorNumber,
  type Es9Function,
  type RefusalName,
  type RefusalOptions,
  RspRefusal,
  refusals,
} from './refusal.ts'
export type { AuthenticatedSession, SessionLife } from './session.ts'
export { reasons, subjects } from './status-code.ts'
export {
  beginUnstored,
  recognizeUnstored,
  type SessionPlace,
  timeOfUnstored,
  type UnstoredBeginning,
  type UnstoredRecognition,
  type UnstoredSession,
} from './unstored-session.ts'
export { compareVersions } from './version.ts'
