import { expect, test } from 'vitest'
import { gather } from './gather.ts'

const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value }) as const

/** Works that end when the test says so. */
function held({ atOnce = 1, max = 10 } = {}) {
  const begun: { items: readonly string[]; end: (error?: Error) => void }[] = []
  const call = gather<string, string>(
    async (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      begun.push({ items, end: (error) => (error ? reject(error) : resolve()) })
      await promise
      return items.map((item) =>
        item === 'bad' ? { status: 'rejected', reason: new Error('refused') } : fulfilled(item.toUpperCase()),
      )
    },
    { atOnce, max },
  )
  return { begun, call, items: () => begun.map(({ items }) => items.join('')) }
}

test('the first call starts at once, and those that come meanwhile share the next work', async () => {
  const { begun, call, items } = held()
  const answers = ['a', 'b', 'c'].map((item) => call('key', item))
  expect(items()).toEqual(['a'])
  begun[0]!.end()
  expect(await answers[0]).toBe('A')
  expect(items()).toEqual(['a', 'bc'])
  begun[1]!.end()
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
})

test('each call gets its own outcome', async () => {
  const { begun, call } = held()
  const answers = ['a', 'bad', 'c'].map((item) => call('key', item))
  begun[0]!.end()
  await answers[0]
  begun[1]!.end()
  expect(await Promise.allSettled(answers)).toMatchObject([
    { value: 'A' },
    { reason: { message: 'refused' } },
    { value: 'C' },
  ])
})

test('a work that fails fails its own calls only', async () => {
  const { begun, call } = held()
  const answers = ['a', 'b'].map((item) => call('key', item))
  const settled = Promise.allSettled(answers)
  begun[0]!.end(new Error('down'))
  await expect(answers[0]).rejects.toThrow('down')
  begun[1]!.end()
  expect((await settled)[1]).toEqual(fulfilled('B'))
})

test('works of one key are limited in number and size, and other keys do not wait', () => {
  const { begun, call, items } = held({ atOnce: 2, max: 2 })
  for (const item of 'abcdef') void call('key', item)
  void call('other', 'x')
  expect(items()).toEqual(['a', 'b', 'x'])
  begun[0]!.end()
  return expect.poll(items).toEqual(['a', 'b', 'x', 'cd'])
})
