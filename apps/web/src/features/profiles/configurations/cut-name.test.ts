import { expect, test } from 'vitest'
import { cutName } from './cut-name.ts'

test.each([
  ['Simwright Wireless', 'Simwright Wirele'],
  ['Жилищное право', 'Жилищно'],
])('a service provider name that the card cuts is announced: %s', (name, shown) => {
  expect(cutName(name)).toBe(shown)
})

test.each(['', 'Sixteen letters!', ' Sixteen letters! ', 'Связист'])('"%s" fits the card', (name) => {
  expect(cutName(name)).toBeUndefined()
})
