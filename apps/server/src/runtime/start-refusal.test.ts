import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { StartRefusal, textOfEnd } from './start-refusal.ts'

class InUse extends StartRefusal {}

test.each([
  [new StartRefusal('Use a direct connection.'), 'Use a direct connection.'],
  [new InUse('The folder is in use.'), 'The folder is in use.'],
  [new ConfigError(['PORT is wrong.']), 'The settings are invalid:\n  PORT is wrong.'],
  ['lost', 'lost'],
])('%s is shown without a stack trace', (error, text) => {
  expect(textOfEnd(error)).toBe(text)
})

test('a fault of ours is shown with its stack trace', () => {
  expect(textOfEnd(new TypeError('no value'))).toMatch(/^TypeError: no value\n +at .*start-refusal\.test\.ts/)
})
