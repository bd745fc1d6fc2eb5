import { expect, test } from 'vitest'
import { truncatedName } from './truncated-name.ts'

test.each([
  ['Simwright Wireless', 'Simwright Wirele'],
  ['Жилищное право', 'Жилищно'],
])('a service provider name too long for EF.SPN is truncated: %s', (name, shown) => {
  expect(truncatedName(name)).toBe(shown)
})

test.each(['', 'Sixteen letters!', ' Sixteen letters! ', 'Связист'])('"%s" fits the card', (name) => {
  expect(truncatedName(name)).toBeUndefined()
})
