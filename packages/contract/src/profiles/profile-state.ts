export { orderStates } from '@simwright/ids'

/** Device status of a profile (decisions, section 5). */
export const profileStatuses = [
  'AVAILABLE',
  'DOWNLOADED',
  'INSTALLED',
  'ENABLED',
  'DISABLED',
  'DELETED',
  'ERROR',
  'EXPIRED',
  'CANCELED',
  'REMOVED',
] as const
export type ProfileStatus = (typeof profileStatuses)[number]

/** Whether a profile will return to stock, or has (decisions, section 5). */
export const recycleStatuses = ['NONE', 'SCHEDULED', 'RECYCLED', 'FAILED'] as const
export type RecycleStatus = (typeof recycleStatuses)[number]

/**
 * The forms in which an activation code is available (decisions, section 4). `STRING`: given out as text only, by a
 * program; `PICTURE`: string and picture, a user closed the page; `AC_LINK`: string, picture and public page; `NONE`: the profile was recycled and the code is invalid.
 */
export const acFormats = ['STRING', 'PICTURE', 'AC_LINK', 'NONE'] as const
export type AcFormat = (typeof acFormats)[number]

export const recycleReasons = ['EXPIRE_TIME', 'MANUAL', 'DEVICE_DELETED', 'CAMPAIGN_END'] as const
export type RecycleReason = (typeof recycleReasons)[number]
