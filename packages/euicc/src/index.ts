export { type AkaAnswer, type AkaKey, type AkaState, answerChallenge, buildAutn, joinSqn, splitSqn } from './aka.ts'
export { CardRefusal, parseApdu, SW } from './apdu.ts'
export { CardAnswerError, openIsdrChannel, sendCommand, type Transmit } from './card-connection.ts'
export { hasCarrierPrivileges, type PhoneApplication, readCarrierRules } from './carrier-privilege.ts'
export { DEVICE_MODELS, type DeviceModel, imeiOf } from './device-catalogue.ts'
export {
  type DiscoveryRequest,
  type DiscoveryResult,
  discoverEvents,
  downloadPending,
  type PendingDownloads,
} from './discover-events.ts'
export {
  type DownloadRequest,
  type DownloadResult,
  type DownloadStep,
  downloadProfile,
  type InstallationError,
} from './download-profile.ts'
export { Es9Failure, type Es9HttpAnswer, type Es9HttpRequest, Es9Refusal, type Es9Transport } from './es9-client.ts'
export { Es10Refusal } from './es10-client.ts'
export { createEuicc, type Euicc } from './euicc.ts'
export type { EuiccOptions, PolicyAuthorisation } from './euicc-context.ts'
export {
  blankEuiccState,
  type EuiccState,
  type InstalledProfile,
  parseEuiccState,
  type StoredNotification,
  serializeEuiccState,
} from './euicc-state.ts'
export { ISDR_AID } from './isdr-aid.ts'
export {
  deleteProfile,
  disableProfile,
  enableProfile,
  type Lpa,
  listProfiles,
  type NotificationReport,
  readEid,
  sendNotifications,
  setDefaultDpAddress,
  setNickname,
} from './lpa.ts'
export { deriveOpc, milenageKeys, milenageMac, milenageResyncAk } from './milenage.ts'
export type { Device } from './mutual-authentication.ts'
export { type PollingDevice, pollCard } from './proactive-polling.ts'
export { type BipTransport, type RecycleResult, type RecycleRun, runRecycleApplet } from './recycle-applet.ts'
export { createStdioBridge, type StdioBridge } from './stdio-bridge.ts'
export { type TestEuicc, type TestEuiccRequest, testEid, testEuicc } from './test-euicc.ts'
export { CARD_CAPABILITIES } from './uicc-service.ts'
