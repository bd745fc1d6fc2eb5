import { expect, test } from 'vitest'
import { budgetOf, timeLines } from './time-budget.ts'

test('each project that ran has a line with its seconds and budget, and by how much it exceeded the budget', () => {
  expect(timeLines({ server: 160.4, states: 52.2, 'end to end': 50 })).toEqual([
    'server      160 s of 170 s',
    'states       52 s of  45 s, 7 s over',
    'end to end   50 s of  50 s',
  ])
})

test('projects of Vitest count toward three budgets, independent of the browser', () => {
  expect(['pure', 'web', 'server', 'states', 'states (chromium)'].map(budgetOf)).toEqual([
    'pure',
    'pure',
    'server',
    'states',
    'states',
  ])
})
