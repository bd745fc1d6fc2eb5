import { type OrderState, orderStates } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { nextOrderState, type OrderEvent, orderEventRefusal, orderEvents } from './order-state.ts'

/** Every transition of the standard. All other pairs must be refused. */
const allowed: [OrderState, OrderEvent, OrderState][] = [
  ['Available', 'orderedForAnyDevice', 'Allocated'],
  ['Available', 'orderedForEid', 'Linked'],
  ['Allocated', 'confirmed', 'Confirmed'],
  ['Allocated', 'confirmedAndReleased', 'Released'],
  ['Allocated', 'orderCanceled', 'Available'],
  ['Allocated', 'orderWithdrawn', 'Unavailable'],
  ['Linked', 'confirmed', 'Confirmed'],
  ['Linked', 'confirmedAndReleased', 'Released'],
  ['Linked', 'orderCanceled', 'Available'],
  ['Linked', 'orderWithdrawn', 'Unavailable'],
  ['Confirmed', 'released', 'Released'],
  ['Confirmed', 'orderCanceled', 'Available'],
  ['Confirmed', 'orderWithdrawn', 'Unavailable'],
  ['Released', 'packageHandedOut', 'Downloaded'],
  ['Released', 'attemptsExceeded', 'Error'],
  ['Released', 'confirmationCodeExceeded', 'Error'],
  ['Released', 'sessionCanceled', 'Error'],
  ['Released', 'expired', 'Error'],
  ['Released', 'orderCanceled', 'Available'],
  ['Released', 'orderWithdrawn', 'Unavailable'],
  ['Downloaded', 'packageHandedOut', 'Downloaded'],
  ['Downloaded', 'installed', 'Installed'],
  ['Downloaded', 'installFailedForNow', 'Downloaded'],
  ['Downloaded', 'installFailed', 'Error'],
  ['Downloaded', 'attemptsExceeded', 'Error'],
  ['Downloaded', 'confirmationCodeExceeded', 'Error'],
  ['Downloaded', 'sessionCanceled', 'Error'],
  ['Downloaded', 'expired', 'Error'],
  ['Installed', 'deletedAndReusable', 'Available'],
  ['Installed', 'deletedForGood', 'Unavailable'],
  ['Error', 'orderCanceled', 'Available'],
  ['Error', 'orderWithdrawn', 'Unavailable'],
]

describe('every pair of state and event', () => {
  const pairs = orderStates.flatMap((state) => orderEvents.map((event) => [state, event] as const))

  test('there are 9 states and 17 events', () => expect(pairs).toHaveLength(153))

  test.each(pairs)('%s + %s', (state, event) => {
    const expected = allowed.find(([from, what]) => from === state && what === event)?.[2]
    expect(nextOrderState(state, event)).toBe(expected)
  })
})

test("a call that the state does not permit is answered with the standard's code", () => {
  expect(orderEventRefusal('orderedForEid')).toEqual({ subjectCode: '8.2.1', reasonCode: '3.3' })
  expect(orderEventRefusal('orderCanceled')).toEqual({ subjectCode: '8.2.1', reasonCode: '3.3' })
  expect(orderEventRefusal('released')).toEqual({ subjectCode: '8.2.1', reasonCode: '3.5' })
  expect(orderEventRefusal('confirmed')).toEqual({ subjectCode: '8.2.1', reasonCode: '3.5' })
})
