import { Link } from '@tanstack/react-router'
import type { Destination } from '../../paths.ts'
import { useShortened } from '../layout/ShowAll.tsx'
import classes from './Chart.module.css'
import { colorOf } from './chart-color.ts'

export type Rate = {
  id: string
  label: string
  succeeded: number
  failed: number
  /** The pages that list what is counted. */
  succeededLink?: Destination | undefined
  failedLink?: Destination | undefined
}

type RateTableProps = {
  label: string
  /** Headings of the columns. */
  names: { what: string; succeeded: string; failed: string; rate: string }
  rates: readonly Rate[]
  /** More rows than this are hidden until they are asked for. */
  atMost?: number
}

/** How many of each row succeeded and failed, as a bar and as a rate in percent; the most frequent row first. */
export function RateTable({ label, names, rates, atMost = 8 }: RateTableProps) {
  const sorted = [...rates].sort((a, b) => b.succeeded + b.failed - a.succeeded - a.failed)
  const { shown, button } = useShortened(sorted, atMost)
  return (
    <>
      <table className={classes.rates}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{names.what}</th>
            <th scope="col">{names.succeeded}</th>
            <th scope="col">{names.failed}</th>
            <th scope="col">{names.rate}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rate) => (
            <tr key={rate.id}>
              <th scope="row">
                <span className="ellipsis block" title={rate.label}>
                  {rate.label}
                </span>
                <RateBar rate={rate} />
              </th>
              <td>
                <Figure count={rate.succeeded} link={rate.succeededLink} />
              </td>
              <td>
                <Figure count={rate.failed} link={rate.failedLink} />
              </td>
              <td>{percentOf(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {button}
    </>
  )
}

function RateBar({ rate: { succeeded, failed } }: { rate: Rate }) {
  const total = Math.max(1, succeeded + failed)
  return (
    <span className={classes.rateBar} aria-hidden="true">
      {succeeded > 0 && <span style={{ width: `${(succeeded / total) * 100}%`, background: colorOf('teal') }} />}
      {failed > 0 && <span style={{ width: `${(failed / total) * 100}%`, background: colorOf('vermilion') }} />}
    </span>
  )
}

function Figure({ count, link }: { count: number; link: Destination | undefined }) {
  const shown = count.toLocaleString('en')
  if (!link || count === 0) return shown
  return (
    <Link {...link} className={classes.link}>
      {shown}
    </Link>
  )
}

/** One decimal; 100 and 0 are exact. */
function percentOf({ succeeded, failed }: Rate): string {
  const total = succeeded + failed
  if (total === 0) return '–'
  const tenths = Math.round((succeeded / total) * 1000)
  const honest = failed > 0 ? Math.min(999, tenths) : 1000
  const percent = (succeeded > 0 ? Math.max(1, honest) : 0) / 10
  return `${percent % 100 === 0 ? percent : percent.toFixed(1)}%`
}
