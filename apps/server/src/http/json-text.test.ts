import { RspRefusal } from '@simwright/rsp'
import { expect, test } from 'vitest'
import { readJsonText } from './json-text.ts'

test.each([
  '{}',
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '{"a":"\\"a\\":1,\\\\","b\\"":": {"}',
  '[[],{},"",":"]',
  ' {"a" : "a" , "b" : "a"} ',
  `${'['.repeat(32)}${']'.repeat(32)}`,
])('reads %s as JSON.parse does', (text) => {
  expect(readJsonText(text)).toEqual(JSON.parse(text))
})

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":1,"c":2}}',
  '{"a":1, "\\u0061" :2}',
  '{"a":[{"x":1,"y":2,"x":3}]}',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`,
])('refuses %s', (text) => {
  expect(() => readJsonText(text)).toThrow(RspRefusal)
})

test.each(['', '{', '{"a":1,}', 'undefined'])('%s is not JSON', (text) => {
  expect(() => readJsonText(text)).toThrow(SyntaxError)
})
