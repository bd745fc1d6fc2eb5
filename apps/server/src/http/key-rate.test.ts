import { expect, test } from 'vitest'
import { countKeyCall, hasKeyRateLeft } from './key-rate.ts'

const reply = { headers: () => reply, header: () => reply } as never
const key = { id: 'key', callsASecond: 1_000_000 } as never

test('the hashes of 50,000 keys are held at most, and then forgotten', () => {
  const server = { limits: {} } as never
  const call = (bearer: string) => countKeyCall(server, { key, bearer, reply })
  for (let number = 0; number <= 50_000; number += 1) call(`key ${number}`)
  expect(hasKeyRateLeft(server, 'key 0')).toBe(true)
  call('one more')
  expect([hasKeyRateLeft(server, 'key 0'), hasKeyRateLeft(server, 'one more')]).toEqual([false, true])
})
