import { type CancelReason, cancelReasonNumbers } from './download-message.ts'
import { type InstallErrorReason, installErrorNumbers } from './notification-message.ts'

/** The effect of a cancellation. */
interface CancelFact {
  /** Whether it ends the order. Otherwise the profile can be downloaded later. */
  readonly terminal: boolean
  /**
   * The status code that the operator gets (ES2+.HandleDownloadProgressInfo, point 2). Absent if the order continues.
   */
  readonly operatorStatus?: { readonly subjectCode: string; readonly reasonCode: string }
  /** For the profile's timeline. */
  readonly text: string
}

/** A reason that ends the order, with the status code for the operator. */
const ends = (subjectCode: string, reasonCode: string, text: string): CancelFact => ({
  terminal: true,
  operatorStatus: { subjectCode, reasonCode },
  text,
})
/** A reason that leaves the order usable. */
const continues = (text: string): CancelFact => ({ terminal: false, text })

/** The effect of each cancellation reason on the order (SGP.22 section 5.6.5), including the reasons of v3. */
/** What each reason of a canceled session means for the order (SGP.22 section 5.6.5, v3 reasons included). */
export const cancelReasons: Readonly<Record<CancelReason, CancelFact>> = {
  endUserRejection: ends('8.8.5', '3.8', 'The user refused the profile.'),
  postponed: continues('The user put the download off.'),
  timeout: continues('The user did not answer in time.'),
  pprNotAllowed: ends('8.2.8', '1.2', "The profile's policy rules are not allowed on the device."),
  metadataMismatch: ends('8.2.9', '3.11', 'The profile metadata changed during the download.'),
  loadBppExecutionError: ends('8.2.10', '4.2', 'The device failed while loading the profile.'),
  sessionAborted: continues('The device stopped the session.'),
  enterpriseProfilesNotSupported: ends('8.2.13', '3.1', 'The device does not support enterprise profiles.'),
  enterpriseRulesNotAllowed: ends('8.2.13', '1.2', 'The enterprise rules are not allowed on the device.'),
  enterpriseProfileNotAllowed: ends('8.2.13', '3.8', 'The enterprise profile is not allowed on the device.'),
  enterpriseOidMismatch: ends('8.2.13', '3.12', 'The device belongs to another enterprise.'),
  enterpriseRulesError: ends('8.2.13', '3.8', 'The enterprise rules are faulty.'),
  enterpriseProfilesOnly: ends('8.2.13', '3.8', 'The device takes enterprise profiles only.'),
  lprNotSupported: ends('8.2.14', '3.1', 'The device does not support the LPA proxy.'),
  lprNetworkDataNotAllowed: ends('8.8.6', '3.8', 'The LPA proxy may not use mobile data.'),
  emptyProfileOrSpName: ends('8.2.9', '3.8', 'The profile has no name or no provider name.'),
  rpmDisabled: ends('8.8.6', '3.8', 'Remote profile management is off on the device.'),
  invalidRpmPackage: ends('8.8.6', '2.1', 'The remote management package is not valid.'),
  loadRpmPackageError: ends('8.8.6', '4.2', 'The device failed while loading the remote management package.'),
  operationAbandoned: ends('8.10.3', '4.3', 'The device gave the operation up.'),
  undefinedReason: ends('8', '4.2', 'The device canceled the download without saying why.'),
}

/** The effect of a reason. An unknown number counts as `undefinedReason`, which ends the order. */
export function cancelFact(reason: CancelReason | number): CancelFact {
  return cancelReasons[typeof reason === 'number' ? 'undefinedReason' : reason]
}

/** The meaning of an installation error. */
interface InstallErrorFact {
  /** Whether the same eUICC may try again under the same order. */
  readonly retryAllowed: boolean
  readonly text: string
}

/** An error that ends the order. */
const final = (text: string): InstallErrorFact => ({ retryAllowed: false, text })
/** An error after which the same eUICC may try again. */
const temporary = (text: string): InstallErrorFact => ({ retryAllowed: true, text })

/** The meaning of each installation error (SGP.22 section 2.5.6). */
export const installErrors: Readonly<Record<InstallErrorReason, InstallErrorFact>> = {
  incorrectInputValues: final('The eUICC found wrong values in the package.'),
  invalidSignature: final("The eUICC refused the server's signature on the package."),
  invalidTransactionId: final('The package belonged to another session.'),
  unsupportedCrtValues: final('The eUICC does not support the key type or length of the package.'),
  unsupportedRemoteOperationType: final('The eUICC does not support the operation.'),
  unsupportedProfileClass: final('The eUICC does not accept profiles of this class.'),
  scp03tStructureError: final('The package was not built or not cut as the eUICC expects.'),
  scp03tSecurityError: final('A segment of the package was damaged or out of order.'),
  installFailedDueToIccidAlreadyExistsOnEuicc: final('A profile with this ICCID is already on the eUICC.'),
  installFailedDueToInsufficientMemoryForProfile: temporary('The eUICC has too little memory for the profile.'),
  installFailedDueToInterruption: temporary('The installation was interrupted.'),
  installFailedDueToPEProcessingError: final('The eUICC could not process an element of the profile.'),
  installFailedDueToDataMismatch: final('The profile does not match its metadata.'),
  testProfileInstallFailedDueToInvalidNaaKey: final('The eUICC refused the key of a test profile.'),
  pprNotAllowed: final("The profile's policy rules are not allowed on the eUICC."),
  installFailedDueToUnknownError: final('The eUICC failed without saying why.'),
}

/** The meaning of an error. An unknown number counts as installFailedDueToUnknownError, which permits no retry. */
export function installErrorFact(reason: InstallErrorReason | number): InstallErrorFact {
  return installErrors[typeof reason === 'number' ? 'installFailedDueToUnknownError' : reason]
}

/** The number of a cancellation reason. */
export function cancelReasonNumber(reason: CancelReason | number): number {
  return typeof reason === 'number' ? reason : cancelReasonNumbers[reason]
}

/** The number of an installation error. */
export function installErrorNumber(reason: InstallErrorReason | number): number {
  return typeof reason === 'number' ? reason : installErrorNumbers[reason]
}

/**
 * The points of a download at which the operator is notified (notificationPointId of ES2+.HandleDownloadProgressInfo).
 */
export const notificationPoints = {
  eligibilityCheck: 1,
  confirmationFailure: 2,
  packageDownload: 3,
  packageInstallation: 4,
} as const
/** The name of a notification point. */
export type NotificationPoint = keyof typeof notificationPoints
