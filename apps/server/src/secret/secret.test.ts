import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const CANARY = 'c4n4ry-value'

test('a secret prints as *** in strings, JSON, logs and the inspector', () => {
  const secret = new Secret(CANARY)
  const holder = { name: 'x', secret, list: [secret] }
  const prints = [
    String(secret),
    `${secret}`,
    'a'.concat(secret as never),
    secret.toString(),
    JSON.stringify(holder),
    inspect(holder, { depth: null, showHidden: true, getters: true }),
    format('%s %o %O %j', secret, secret, secret, secret),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
    inspect(structuredCloneOr(secret)),
  ]
  for (const print of prints) expect(print).not.toContain(CANARY)
  expect(prints[0]).toBe('***')
  expect(prints[4]).toBe('{"name":"x","secret":"***","list":["***"]}')
})

test('secret bytes are not printed either', () => {
  const printed = inspect(new Secret(Buffer.from(CANARY)), { depth: null, showHidden: true })
  expect(printed).toBe('***')
})

test('only reveal returns the value', () => {
  expect(new Secret(CANARY).reveal()).toBe(CANARY)
})

function structuredCloneOr(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch (error) {
    return error
  }
}
