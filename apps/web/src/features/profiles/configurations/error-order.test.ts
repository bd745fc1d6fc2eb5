import { expect, test } from 'vitest'
import { inFormOrder } from './error-order.ts'

test('errors are listed in the order of the form', () => {
  const errors = {
    'fiveG.homeNetworkPublicKeyId': 4,
    fplmn: 3,
    'oplmn.1.access': 2,
    name: 1,
    'fiveG.homeNetworkPublicKey': 4,
  }
  expect(Object.keys(inFormOrder(errors))).toEqual([
    'name',
    'oplmn.1.access',
    'fplmn',
    'fiveG.homeNetworkPublicKey',
    'fiveG.homeNetworkPublicKeyId',
  ])
})
