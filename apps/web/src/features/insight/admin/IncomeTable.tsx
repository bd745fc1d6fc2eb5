import { say } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import classes from './AdminDashboard.module.css'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import { amountOf, type Income, incomeOf } from './income.ts'

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` -> `Nov 2026` */
const monthLabel = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`))

/** One row for each month with income, the newest first, one column for each plan that was paid. */
export function IncomeTable({ income }: { income: Income }) {
  if (income.length === 0) return <Note>{texts.incomeNone}</Note>
  const months = [...new Set(income.map(({ month }) => month))].sort().reverse()
  const plans = [...new Set(income.map(({ plan }) => plan))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={say(texts.table, { name: texts.incomeByMonth })} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.month}</th>
            {plans.map((plan) => (
              <th key={plan} scope="col">
                {plan}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month}>
              <th scope="row">{monthLabel(month)}</th>
              {plans.map((plan) => (
                <td key={plan}>{amountOf(income.filter((one) => one.month === month && one.plan === plan))}</td>
              ))}
              <td>{incomeOf(income, month)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
