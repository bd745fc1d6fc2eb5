import { expect, test } from 'vitest'
import { budgetLines, divideSeconds } from './processor-budget.ts'

test('each part that ran has a line with its processor time and budget, and by how much it exceeded the budget', () => {
  expect(budgetLines({ server: 270.4, states: 52.2, 'end to end': 170 })).toEqual([
    'processor time',
    'server      270 s of 260 s, 10 s over',
    'states       52 s of 130 s',
    'end to end  170 s of 170 s',
    'all         493 s of 600 s',
  ])
  expect(budgetLines({})).toEqual([])
})

test('the processor time of Vitest is divided into pure tests, states and the server', () => {
  const file = (project: 'pure' | 'web' | 'server' | 'states', workerSeconds?: number) => ({
    project,
    path: `${project}.test.ts`,
    tests: 1,
    assertions: 1,
    seconds: 9,
    workerSeconds,
  })
  const all = [file('pure', 3), file('web', 2), file('server', 20), file('states', 4)]
  expect(divideSeconds(all, { all: 100, postgres: 30, chromium: 25 })).toEqual({ pure: 5, states: 29, server: 66 })
  expect(divideSeconds([file('server', 20)], { all: 60, postgres: 9, chromium: 0 })).toEqual({ server: 60 })
})
