import { ATTRIBUTE_WORD } from '@simwright/contract/profiles/attribute-value'
import { expect, test } from 'vitest'
import { wordOf } from './attribute-word.ts'

test.each([
  ['Contract end', 'contract_end'],
  ['Größe der Anlage (m²)', 'grosse_der_anlage_m2'],
  ['Prénom', 'prenom'],
  ['2nd site', 'nd_site'],
])('the name %s suggests the word %s', (name, word) => {
  expect(wordOf(name)).toBe(word)
  expect(word).toMatch(ATTRIBUTE_WORD)
})
