import type { AcFormat, RecycleReason, RecycleStatus } from './profile-state.ts'
import type { protections } from './source.ts'

/** Labels on screen for stored values that are not clear by themselves. */

/** The status of a profile without a valid activation code: see `isInStock`. */
export const IN_STOCK_LABEL = 'In stock'

export const acFormatLabels = {
  STRING: 'String only',
  PICTURE: 'String and QR code only',
  AC_LINK: 'With its public page',
  NONE: 'None',
} as const satisfies Record<AcFormat, string>

export const protectionLabels = {
  PGP: 'PGP-encrypted',
  PLAIN: 'Plain text',
} as const satisfies Record<(typeof protections)[number], string>

export const recycleStatusLabels = {
  NONE: 'Not set',
  SCHEDULED: 'Scheduled',
  RECYCLED: 'Recycled',
  FAILED: 'Failed',
} as const satisfies Record<RecycleStatus, string>

export const recycleReasonLabels = {
  EXPIRE_TIME: 'Recycle time reached',
  MANUAL: 'By hand',
  DEVICE_DELETED: 'Deleted on the device',
  CAMPAIGN_END: 'Campaign ended',
} as const satisfies Record<RecycleReason, string>
