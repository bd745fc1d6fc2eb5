import type { OrderState } from '@simwright/ids'
import type { RspRefusal } from './refusal.ts'

/** The events of an order's life. */
export const orderEvents = [
  'orderedForAnyDevice',
  'orderedForEid',
  'confirmed',
  'confirmedAndReleased',
  'released',
  'packageHandedOut',
  'installed',
  'installFailedForNow',
  'installFailed',
  'attemptsExceeded',
  'confirmationCodeExceeded',
  'sessionCanceled',
  'expired',
  'orderCanceled',
  'orderWithdrawn',
  'deletedAndReusable',
  'deletedForGood',
] as const
/**
 * `sessionCanceled` is a cancellation with a terminal reason. `orderCanceled` and `orderWithdrawn` are ES2+.CancelOrder
 * with final status Available and Unavailable. `installFailedForNow` is a failure that permits a retry.
 */
export type OrderEvent = (typeof orderEvents)[number]

/** Events that end an order in the state Error. */
const toError = {
  attemptsExceeded: 'Error',
  confirmationCodeExceeded: 'Error',
  sessionCanceled: 'Error',
  expired: 'Error',
} as const
/** ES2+.CancelOrder, permitted until the profile is downloaded. */
const cancelable = { orderCanceled: 'Available', orderWithdrawn: 'Unavailable' } as const
/** ES2+.ConfirmOrder, with releaseFlag false and true. */
const confirmable = { confirmed: 'Confirmed', confirmedAndReleased: 'Released' } as const

/** All transitions (SGP.22 section 3.1.6). An event that a state does not list is not permitted. */
const transitions: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  Available: { orderedForAnyDevice: 'Allocated', orderedForEid: 'Linked' },
  Allocated: { ...confirmable, ...cancelable },
  Linked: { ...confirmable, ...cancelable },
  Confirmed: { released: 'Released', ...cancelable },
  Released: { packageHandedOut: 'Downloaded', ...toError, ...cancelable },
  Downloaded: {
    packageHandedOut: 'Downloaded',
    installed: 'Installed',
    installFailedForNow: 'Downloaded',
    installFailed: 'Error',
    ...toError,
  },
  Installed: { deletedAndReusable: 'Available', deletedForGood: 'Unavailable' },
  Error: cancelable,
  Unavailable: {},
}

/** The state after the event, or undefined if the state does not permit the event. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | undefined {
  return transitions[state][event]
}

/** The status code for a call that the state does not permit: 8.2.1/3.3 for ordering and canceling, else 8.2.1/3.5. */
export function orderEventRefusal(event: OrderEvent): Pick<RspRefusal, 'subjectCode' | 'reasonCode'> {
  const inUse: readonly OrderEvent[] = ['orderedForAnyDevice', 'orderedForEid', 'orderCanceled', 'orderWithdrawn']
  return { subjectCode: '8.2.1', reasonCode: inUse.includes(event) ? '3.3' : '3.5' }
}
