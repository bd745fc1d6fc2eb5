import type { OrderState } from '@simwright/ids'
import type { RspRefusal } from './refusal.ts'

/** What may happen to an order. */
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
  'sessionCancelled',
  'expired',
  'orderCancelled',
  'orderWithdrawn',
  'deletedAndReusable',
  'deletedForGood',
] as const
/**
 * `sessionCancelled` is a cancellation with a terminal reason; `orderCancelled` and `orderWithdrawn` are ES2+.CancelOrder
 * with final status Available and Unavailable.
 */
export type OrderEvent = (typeof orderEvents)[number]

const toError = {
  attemptsExceeded: 'Error',
  confirmationCodeExceeded: 'Error',
  sessionCancelled: 'Error',
  expired: 'Error',
} as const
const cancellable = { orderCancelled: 'Available', orderWithdrawn: 'Unavailable' } as const
const confirmable = { confirmed: 'Confirmed', confirmedAndReleased: 'Released' } as const

/** Every transition that exists; an event that a state does not list changes nothing. */
const transitions: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  Available: { orderedForAnyDevice: 'Allocated', orderedForEid: 'Linked' },
  Allocated: { ...confirmable, ...cancellable },
  Linked: { ...confirmable, ...cancellable },
  Confirmed: { released: 'Released', ...cancellable },
  Released: { packageHandedOut: 'Downloaded', ...toError, ...cancellable },
  Downloaded: {
    packageHandedOut: 'Downloaded',
    installed: 'Installed',
    installFailedForNow: 'Downloaded',
    installFailed: 'Error',
    ...toError,
  },
  Installed: { deletedAndReusable: 'Available', deletedForGood: 'Unavailable' },
  Error: cancellable,
  Unavailable: {},
}

/** The state after the event, or undefined where the event changes nothing. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | undefined {
  return transitions[state][event]
}

/** What an operator is answered whose call does not fit the state: 8.2.1/3.3 for taking and giving back, else 8.2.1/3.5. */
export function orderEventRefusal(event: OrderEvent): Pick<RspRefusal, 'subjectCode' | 'reasonCode'> {
  const inUse: readonly OrderEvent[] = ['orderedForAnyDevice', 'orderedForEid', 'orderCancelled', 'orderWithdrawn']
  return { subjectCode: '8.2.1', reasonCode: inUse.includes(event) ? '3.3' : '3.5' }
}
