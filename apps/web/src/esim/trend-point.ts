import type { Trend } from '@simwright/contract/profiles/figures'
import type { TrendPoint } from '../ui/trend-series.ts'

type Point = Trend['points'][number]

const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthLabel = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/**
 * Converts a period to a chart point. The server has already applied the caller's time zone, so the period is parsed as
 * UTC.
 */
export function trendPoint({ period, downloads, installs, errors }: Point): TrendPoint {
  const isMonth = period.length === 'YYYY-MM'.length
  const at = new Date(isMonth ? `${period}-01T00:00:00Z` : `${period}T00:00:00Z`)
  return { id: period, label: (isMonth ? monthLabel : dayLabel).format(at), values: { downloads, installs, errors } }
}
