import fc from 'fast-check'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { isDeeperThan, jsonParser } from './json-body.ts'

test('long bodies that arrive together leave a round of the event loop to others in between', async () => {
  const parse = jsonParser(fastify())
  const body = JSON.stringify({ text: 'a'.repeat(100_000) })
  const seen: string[] = []
  const parsed = () =>
    new Promise<void>((resolve, reject) => {
      parse({} as never, body, (error) => {
        seen.push('body')
        // what is due in this round comes before the next body
        setImmediate(() => seen.push('other'))
        if (error) reject(error)
        else resolve()
      })
    })
  await Promise.all([parsed(), parsed(), parsed()])
  expect(seen).toEqual(['body', 'other', 'body', 'other', 'body'])
})

test('only brackets outside texts count as nesting, whatever a text has', () => {
  const anyText = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') })
  fc.assert(
    fc.property(anyText, anyText, (name, text) => {
      const json = JSON.stringify({ [name]: [text, text] })
      expect([isDeeperThan(json, 2), isDeeperThan(json, 1)]).toEqual([false, true])
    }),
  )
})
