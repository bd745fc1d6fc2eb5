export * from './authentication-message.ts'
export {
  type BoundPackage,
  bindProfilePackage,
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
export * from './device-info.ts'
export * from './download-message.ts'
export * from './euicc-info.ts'
export { digitsOfSwapped, swappedDigits } from './field.ts'
export * from './key.ts'
export * from './local-message.ts'
export * from './notification-message.ts'
export * from './profile-metadata.ts'
export { compareVersions } from './version.ts'
