/** Budget of each test project in seconds, on an idle machine with two cores; together five minutes. */
const BUDGETS = { server: 170, pure: 25, states: 45, 'end to end': 50 } as const

export type BudgetName = keyof typeof BUDGETS
export type Seconds = Partial<Record<BudgetName, number>>

/** The budget of a Vitest project. */
export function budgetOf(project: string): BudgetName {
  if (project.startsWith('states')) return 'states'
  return project === 'server' ? 'server' : 'pure'
}

/** A line for each project that ran: its seconds, its budget, and the excess. */
export function timeLines(seconds: Seconds): string[] {
  return Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const taken = seconds[name as BudgetName]
    if (taken === undefined) return []
    const over = taken > budget ? `, ${(taken - budget).toFixed(0)} s over` : ''
    return [`${name.padEnd(10)} ${taken.toFixed(0).padStart(4)} s of ${String(budget).padStart(3)} s${over}`]
  })
}
