import { type CancelReason, cancelReasonNumbers } from './download-message.ts'
import { type InstallErrorReason, installErrorNumbers } from './notification-message.ts'

interface CancelFact {
  /** Whether the order ends with it; else it can be downloaded later. */
  readonly terminal: boolean
  /** What the operator is told (ES2+ progress, point 2); nothing where the order stays. */
  readonly operatorStatus?: { readonly subjectCode: string; readonly reasonCode: string }
  /** For the profile's timeline. */
  readonly text: string
}

const ends = (subjectCode: string, reasonCode: string, text: string): CancelFact => ({
  terminal: true,
  operatorStatus: { subjectCode, reasonCode },
  text,
})
const stays = (text: string): CancelFact => ({ terminal: false, text })

/** What each reason of a cancelled session means for the order (SGP.22 section 5.6.5, v3 reasons included). */
export const cancelReasons: Readonly<Record<CancelReason, CancelFact>> = {
  endUserRejection: ends('8.8.5', '3.8', 'The user refused the profile.'),
  postponed: stays('The user put the download off.'),
  timeout: stays('The user did not answer in time.'),
  pprNotAllowed: ends('8.2.8', '1.2', "The profile's policy rules are not allowed on the device."),
  metadataMismatch: ends('8.2.9', '3.11', 'The profile metadata changed during the download.'),
  loadBppExecutionError: ends('8.2.10', '4.2', 'The device failed while loading the profile.'),
  sessionAborted: stays('The device stopped the session.'),
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
  undefinedReason: ends('8', '4.2', 'The device cancelled the download without saying why.'),
}

/** A reason that this version does not know counts as `undefinedReason`, which ends the order. */
export function cancelFact(reason: CancelReason | number): CancelFact {
  return cancelReasons[typeof reason === 'number' ? 'undefinedReason' : reason]
}

interface InstallErrorFact {
  /** The order stays usable for the same eUICC. */
  readonly retryAllowed: boolean
  readonly text: string
}

const final = (text: string): InstallErrorFact => ({ retryAllowed: false, text })
const temporary = (text: string): InstallErrorFact => ({ retryAllowed: true, text })

/** What each error of an installation means (SGP.22 section 2.5.6). */
export const installErrors: Readonly<Record<InstallErrorReason, InstallErrorFact>> = {
  incorrectInputValues: final('The eUICC found wrong values in the package.'),
  invalidSignature: final("The eUICC refused the server's signature on the package."),
  invalidTransactionId: final('The package belonged to another session.'),
  unsupportedCrtValues: final('The eUICC does not support the key type or length of the package.'),
  unsupportedRemoteOperationType: final('The eUICC does not support the operation.'),
  unsupportedProfileClass: final('The eUICC does not accept profiles of this class.'),
  scp03tStructureError: final('The package was not built or not cut as the eUICC expects.'),
  scp03tSecurityError: final('A part of the package was damaged or out of order.'),
  installFailedDueToIccidAlreadyExistsOnEuicc: final('A profile with this ICCID is already on the eUICC.'),
  installFailedDueToInsufficientMemoryForProfile: temporary('The eUICC has too little memory for the profile.'),
  installFailedDueToInterruption: temporary('The installation was interrupted.'),
  installFailedDueToPEProcessingError: final('The eUICC could not process an element of the profile.'),
  installFailedDueToDataMismatch: final('The profile does not match its metadata.'),
  testProfileInstallFailedDueToInvalidNaaKey: final('The eUICC refused the key of a test profile.'),
  pprNotAllowed: final("The profile's policy rules are not allowed on the eUICC."),
  installFailedDueToUnknownError: final('The eUICC failed without saying why.'),
}

export function installErrorFact(reason: InstallErrorReason | number): InstallErrorFact {
  return installErrors[typeof reason === 'number' ? 'installFailedDueToUnknownError' : reason]
}

export function cancelReasonNumber(reason: CancelReason | number): number {
  return typeof reason === 'number' ? reason : cancelReasonNumbers[reason]
}

export function installErrorNumber(reason: InstallErrorReason | number): number {
  return typeof reason === 'number' ? reason : installErrorNumbers[reason]
}

/** The points of a download at which the operator is told (ES2+.HandleDownloadProgressInfo). */
export const notificationPoints = {
  eligibilityCheck: 1,
  confirmationFailure: 2,
  packageDownload: 3,
  packageInstallation: 4,
} as const
export type NotificationPoint = keyof typeof notificationPoints
