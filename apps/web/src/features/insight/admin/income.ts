import type { OutputOf } from '@simwright/contract/endpoint'
import type * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { dollars } from '../../../base/money.ts'

export type Income = OutputOf<typeof adminDashboard.business>['income']

/** The sum of these rows, one amount for each currency; a dash without rows. */
export function amountOf(income: Income): string {
  const sums = new Map<string, number>()
  for (const { currency, cents } of income) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  const amounts = [...sums].map(([currency, cents]) =>
    currency === 'USD' ? dollars(cents) : `${(cents / 100).toFixed(2)} ${currency}`,
  )
  return amounts.join(' + ') || '–'
}

/** The income of a month (`2026-11`); zero without any. */
export function incomeOf(income: Income, month: string): string {
  const rows = income.filter((one) => one.month === month)
  return rows.length === 0 ? dollars(0) : amountOf(rows)
}
