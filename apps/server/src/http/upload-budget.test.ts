import { expect, test } from 'vitest'
import { UploadBudget } from './upload-budget.ts'

const MIB = 1024 * 1024

/** A budget of 64 MiB, and uploads that say when they are refused. */
function openBudget() {
  const budget = new UploadBudget(64 * MIB)
  const refused: string[] = []
  const open = (tenant: string, name: string) => budget.open(tenant, () => refused.push(name))
  return { open, refused }
}

test('beyond the budget, the largest arriving upload of the enterprise that holds most is refused', () => {
  const { open, refused } = openBudget()
  open('many', 'first').add(25 * MIB)
  open('many', 'second').add(15 * MIB)
  const victim = open('one', 'largest of all')
  victim.add(26 * MIB)
  expect(refused).toEqual([])
  victim.add(5 * MIB)
  expect(refused).toEqual(['first'])
})

test('an upload that has arrived is not refused; its memory counts until it was used', () => {
  const { open, refused } = openBudget()
  const waiting = open('many', 'waiting')
  waiting.add(60 * MIB)
  waiting.complete()
  open('one', 'arriving').add(10 * MIB)
  expect(refused).toEqual(['arriving'])
  waiting.release()
  open('one', 'again').add(60 * MIB)
  expect(refused).toEqual(['arriving'])
})

test('a small file is received even when the budget is used up', () => {
  const { open, refused } = openBudget()
  for (const name of ['a', 'b', 'c']) {
    const waiting = open(name, name)
    waiting.add(22 * MIB)
    waiting.complete()
  }
  open('a', 'small').add(MIB)
  expect(refused).toEqual([])
  open('one', 'large').add(10 * MIB)
  expect(refused).toEqual(['large'])
})
