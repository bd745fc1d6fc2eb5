import type { FileMeasure } from './measure.ts'

/** Budgets of processor time in seconds; together ten minutes. */
const BUDGETS = { pure: 40, server: 260, states: 130, 'end to end': 170 } as const

type BudgetName = keyof typeof BUDGETS
export type Seconds = Partial<Record<BudgetName, number>>

/** Processor time of a runner: all its processes, and of these PostgreSQL and Chromium. */
export type ProcessorSeconds = { all: number; postgres: number; chromium: number }

/**
 * Divides the processor time of a run of Vitest: packages and web app have that of their workers, states that of their
 * workers and of Chromium, and the server all else: its workers, PostgreSQL, other processes and Vitest itself.
 */
export function divideSeconds(files: readonly FileMeasure[], { all, chromium }: ProcessorSeconds): Seconds {
  const has = (...projects: readonly string[]) => files.filter(({ project }) => projects.includes(project))
  const secondsOf = (some: readonly FileMeasure[]) =>
    some.reduce((sum, { workerSeconds = 0 }) => sum + workerSeconds, 0)
  const [pure, states] = [has('pure', 'web'), has('states')]
  const statesSeconds = chromium + secondsOf(states)
  return {
    ...(pure.length > 0 ? { pure: secondsOf(pure) } : {}),
    ...(states.length > 0 ? { states: statesSeconds } : {}),
    server: Math.max(0, all - secondsOf(pure) - statesSeconds),
  }
}

/** A line for each budget that was used: its seconds and the excess; and one for the whole run. */
export function budgetLines(seconds: Seconds): string[] {
  const used = Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const taken = seconds[name as BudgetName]
    return taken === undefined ? [] : [{ name, taken, budget }]
  })
  if (used.length === 0) return []
  const all = {
    name: 'all',
    taken: used.reduce((sum, { taken }) => sum + taken, 0),
    budget: Object.values(BUDGETS).reduce((sum, budget) => sum + budget, 0),
  }
  return ['processor time', ...[...used, all].map(budgetLine)]
}

function budgetLine({ name, taken, budget }: { name: string; taken: number; budget: number }): string {
  const over = taken > budget ? `, ${(taken - budget).toFixed(0)} s over` : ''
  return `${name.padEnd(10)} ${taken.toFixed(0).padStart(4)} s of ${String(budget).padStart(3)} s${over}`
}
