import { expect, test } from 'vitest'
import { systemRandom } from './random.ts'

test('ids are UUIDv7, strictly increasing and unique', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, () => systemRandom.uuid())
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before)
})
