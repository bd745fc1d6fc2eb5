import { expect, test } from 'vitest'
import { jsonTokens } from './json-token.ts'

test('JSON is split into names, texts, numbers and words, and nothing is lost', () => {
  const json = JSON.stringify({ a: 'x: "1"', n: -1.5, b: true, c: null, list: ['y'] }, undefined, 2)
  const tokens = jsonTokens(json)
  expect(tokens.map(({ text }) => text).join('')).toBe(json)
  const of = (kind: string) => tokens.filter((token) => token.kind === kind).map(({ text }) => text)
  expect(of('name')).toEqual(['"a"', '"n"', '"b"', '"c"', '"list"'])
  expect(of('text')).toEqual([String.raw`"x: \"1\""`, '"y"'])
  expect(of('number')).toEqual(['-1.5'])
  expect(of('word')).toEqual(['true', 'null'])
})
