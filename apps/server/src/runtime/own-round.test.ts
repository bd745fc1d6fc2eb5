import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownRound } from './own-round.ts'

test('steps that begin at the same time leave a round of the event loop to others in between', async () => {
  const done: string[] = []
  const step = async (name: string) => {
    await ownRound()
    done.push(name)
    // what is due in this round comes before the next step
    setImmediate(() => done.push('other'))
    await sleep(0)
  }
  await Promise.all([step('first'), step('second'), step('third')])
  await ownRound()
  expect(done).toEqual(['first', 'other', 'second', 'other', 'third', 'other'])
})
