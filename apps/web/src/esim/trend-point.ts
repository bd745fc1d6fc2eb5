import type { CountedEvents } from '@simwright/contract/profiles/event-filter'
import type { Trend } from '@simwright/contract/profiles/figures'
import type { Destination } from '../paths.ts'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import type { TrendPoint, TrendSeries } from '../ui/chart/trend-series.ts'

/** What the bars of a trend count. The series of each add up to a whole. */
export type TrendOf = 'downloads' | 'installs' | 'generated'

/** A series, and the events that it counts. */
type CountedSeries = TrendSeries & Pick<CountedEvents, 'metrics' | 'repeated'> & { countIn: (point: Point) => number }

export const trendSeries: Readonly<Record<TrendOf, readonly CountedSeries[]>> = {
  downloads: [
    {
      id: 'first',
      label: texts.firstDownloads,
      color: 'blue',
      metrics: ['downloaded'],
      repeated: false,
      countIn: ({ downloads, redownloads }) => downloads - redownloads,
    },
    {
      id: 'again',
      label: texts.redownloads,
      color: 'amber',
      metrics: ['redownloaded'],
      countIn: ({ redownloads }) => redownloads,
    },
  ],
  installs: [
    {
      id: 'installs',
      label: texts.installs,
      color: 'teal',
      metrics: ['installed'],
      countIn: ({ installs }) => installs,
    },
    { id: 'errors', label: texts.errors, color: 'vermilion', metrics: ['failed'], countIn: ({ errors }) => errors },
  ],
  generated: [
    {
      id: 'generated',
      label: texts.trendOf.generated,
      color: 'violet',
      metrics: ['generated'],
      countIn: ({ generated }) => generated,
    },
  ],
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

/** The page that lists the events of a count. */
type LinkOf = (counted: CountedEvents) => Destination | undefined

/**
 * Converts a period to a chart point. The server has already applied the caller's time zone, so the period is parsed as
 * UTC.
 */
export function trendPoint(point: Point, of: TrendOf, linkOf: LinkOf): TrendPoint {
  const { period, from, to } = point
  const { label, title, rest } = formats[period.length]!
  const at = new Date(`${period}${rest}`)
  const series = trendSeries[of]
  return {
    id: from,
    label: label.format(at),
    title: title.format(at),
    values: Object.fromEntries(series.map(({ id, countIn }) => [id, countIn(point)])),
    link: linkOf({ metrics: series.flatMap(({ metrics }) => metrics), from, to }),
    links: Object.fromEntries(series.map(({ id, metrics, repeated }) => [id, linkOf({ metrics, repeated, from, to })])),
  }
}
