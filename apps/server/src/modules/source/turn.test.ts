import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './turn.ts'

test('two files are read at once, the others wait, and a failure lets the next one begin', async () => {
  const owner = {}
  let running = 0
  let most = 0
  const work = async (index: number) => {
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    running -= 1
    if (index % 2 === 0) throw new Error('refused')
    return index
  }
  const done = await Promise.allSettled(Array.from({ length: 7 }, (_, index) => inTurn(owner, () => work(index))))
  expect(most).toBe(2)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await inTurn(owner, async () => 'free again')).toBe('free again')
})
