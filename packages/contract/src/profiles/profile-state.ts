import type { OrderState } from '@simwright/ids'

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

/**
 * Hours after which the installation notification of a device (SGP.22, 5.7.9 and 3.1.3) is outstanding: devices send it at
 * once, or when they are online next.
 */
export const NOTIFICATION_HOURS = 6

/** Whether a device got the package, and has not sent its installation notification for hours. */
export const isNotificationOutstanding = (
  { status, statusAt }: { status: ProfileStatus; statusAt: string },
  now: Date,
): boolean => status === 'DOWNLOADED' && Date.parse(statusAt) <= now.getTime() - NOTIFICATION_HOURS * 3_600_000

/**
 * Order states of an available profile without a valid activation code: it was recycled, waits for an operator's order
 * (Available), or is ordered and not released yet. On screen it is "In stock".
 */
export const stockOrderStates = [
  'Available',
  'Allocated',
  'Linked',
  'Confirmed',
] as const satisfies readonly OrderState[]

/** Whether a profile is in stock: its stored status is AVAILABLE, and no device can download it. */
export const isInStock = ({ status, orderState }: { status: ProfileStatus; orderState: OrderState }): boolean =>
  status === 'AVAILABLE' && stockOrderStates.some((state) => state === orderState)

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
