/** Seconds that each project of the tests may take on an idle machine with two cores; together five minutes. */
const BUDGETS = { server: 170, pure: 25, states: 45, 'end to end': 50 } as const

export type BudgetName = keyof typeof BUDGETS
export type Seconds = Partial<Record<BudgetName, number>>

/** The budget that a project of Vitest counts against. */
export function budgetOf(project: string): BudgetName {
  if (project.startsWith('states')) return 'states'
  return project === 'server' ? 'server' : 'pure'
}

/** One line for each project that ran: its seconds, its budget, and whether it took longer. */
export function timeLines(seconds: Seconds): string[] {
  return Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const taken = seconds[name as BudgetName]
    if (taken === undefined) return []
    const over = taken > budget ? `, ${(taken - budget).toFixed(0)} s over` : ''
    return [`${name.padEnd(10)} ${taken.toFixed(0).padStart(4)} s of ${String(budget).padStart(3)} s${over}`]
  })
}
