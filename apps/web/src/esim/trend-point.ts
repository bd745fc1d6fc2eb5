import type { Trend } from '@simwright/contract/profiles/figures'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import type { TrendPoint, TrendSeries } from '../ui/trend-series.ts'

/** What the bars of a trend count. The series of each add up to a whole. */
export type TrendOf = 'downloads' | 'installs' | 'generated'

export const trendSeries: Readonly<Record<TrendOf, readonly TrendSeries[]>> = {
  downloads: [
    { id: 'first', label: texts.firstDownloads, color: 'blue' },
    { id: 'again', label: texts.redownloads, color: 'amber' },
  ],
  installs: [
    { id: 'installs', label: texts.installs, color: 'teal' },
    { id: 'errors', label: texts.errors, color: 'vermilion' },
  ],
  generated: [{ id: 'generated', label: texts.trendOf.generated, color: 'violet' }],
}

type Point = Trend['points'][number]

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })

/** Formats by the length of the period's name: a month, a day, an hour. */
const formats = {
  ['YYYY-MM'.length]: {
    label: format({ month: 'short', year: 'numeric' }),
    title: format({ month: 'long', year: 'numeric' }),
    rest: '-01T00:00Z',
  },
  ['YYYY-MM-DD'.length]: {
    label: format({ day: 'numeric', month: 'short' }),
    title: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    rest: 'T00:00Z',
  },
  ['YYYY-MM-DDTHH:mm'.length]: {
    label: format({ timeStyle: 'short' }),
    title: format({ dateStyle: 'medium', timeStyle: 'short' }),
    rest: 'Z',
  },
}

/**
 * Converts a period to a chart point. The server has already applied the caller's time zone, so the period is parsed as
 * UTC.
 */
export function trendPoint(
  { period, generated, downloads, redownloads, installs, errors }: Point,
  of: TrendOf,
): TrendPoint {
  const { label, title, rest } = formats[period.length]!
  const at = new Date(`${period}${rest}`)
  const values = {
    downloads: { first: downloads - redownloads, again: redownloads },
    installs: { installs, errors },
    generated: { generated },
  }
  return { id: period, label: label.format(at), title: title.format(at), values: values[of] }
}
