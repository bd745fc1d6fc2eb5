import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../list.ts'
import type { Metric } from '../profiles/event-metric.ts'
import { figures, Trend } from '../profiles/figures.ts'
import { Day } from './day.ts'

// the OpenAPI file names schemas after the exports of the contract's modules
export { Figures, Trend } from '../profiles/figures.ts'

/** Ranges of time that end with the present day, in the time zone of the caller. `12m`: this month and the 11 before. */
export const rangePresets = ['today', '7d', '30d', 'month', '12m'] as const
export type RangePreset = (typeof rangePresets)[number]

/** The longest range of the dashboard. */
export const RANGE_DAYS_MAX = 731

const DAY_MS = 24 * 60 * 60 * 1000

/** A preset, or the first and the last day; by default the last 30 days. */
export const DashboardRange = z
  .object({ preset: z.enum(rangePresets).optional(), from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { path: ['to'], message: 'Required' })
  .refine(({ from, to }) => daysOf(from, to) > 0, { path: ['to'], message: 'The range ends before it begins.' })
  .refine(({ from, to }) => daysOf(from, to) <= RANGE_DAYS_MAX, {
    path: ['to'],
    message: `At most ${RANGE_DAYS_MAX} days.`,
  })
export type DashboardRange = z.infer<typeof DashboardRange>

/** The number of days from the first to the last; 1 if one is missing or invalid. */
function daysOf(from: string | undefined, to: string | undefined): number {
  const days = (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS + 1
  return Number.isNaN(days) ? 1 : days
}

const Span = z.object({
  /** First and last day, in the time zone of the caller. */
  firstDay: z.string(),
  lastDay: z.string(),
  /** `[from, to)` */
  from: z.string(),
  to: z.string(),
})

/** What is counted in a range, and in the range before it. */
const before = { downloaded: z.int(), installed: z.int(), failed: z.int() }
const Counts = z.object({
  ...before,
  generated: z.int(),
  opened: z.int(),
  authenticated: z.int(),
  redownloaded: z.int(),
  /** First enablings: one for each installation. */
  firstEnabled: z.int(),
}) satisfies z.ZodType<Partial<Record<Metric, number>>>
export type Counts = z.infer<typeof Counts>
export const rangeMetrics = Object.keys(Counts.shape) as (keyof Counts)[]
export const beforeMetrics = Object.keys(before) as (keyof typeof before)[]

export const summary = endpoint({
  method: 'POST',
  path: '/dashboard/summary',
  access: 'Analytic',
  reads: true,
  summary: 'Figures of the dashboard, in the time zone of the caller',
  input: nothing,
  output: z.object({
    ...figures,
    /** Whether the figures are of sample data, because there is no real profile yet. */
    sample: z.boolean(),
  }),
})

/** `hour` is chosen for one or two days. */
export const trendSteps = ['day', 'month'] as const

export const range = endpoint({
  method: 'POST',
  path: '/dashboard/range',
  access: 'Analytic',
  reads: true,
  summary: 'What happened in a range of days and in the range before it, in the time zone of the caller',
  input: z.object({
    range: DashboardRange.default({}),
    /** By default months for more than 92 days. */
    step: z.enum(trendSteps).optional(),
  }),
  output: z.object({
    asOf: z.string(),
    range: Span,
    /** As many days or months before; up to the same time of day while the range is not over. */
    before: Span,
    totals: Counts,
    totalsBefore: z.object(before),
    step: z.enum(['hour', ...trendSteps]),
    points: Trend.shape.points,
  }),
})

export const breakdowns = ['brand', 'model', 'version', 'region', 'reason'] as const
export type Breakdown = (typeof breakdowns)[number]

/** The maximum number of rows of a breakdown; the most frequent are listed. */
export const BREAKDOWN_ROWS = 200

export const breakdown = endpoint({
  method: 'POST',
  path: '/dashboard/breakdown',
  access: 'Analytic',
  reads: true,
  summary: 'What happened in a range of days by device, configuration version, region or reason, most frequent first',
  input: z.object({ range: DashboardRange.default({}), by: z.enum(breakdowns) }),
  output: z.object({
    range: Span,
    rows: z.array(
      z.object({
        /** '' is no value; `<configuration id>/<version>`, `<brand>|<model>`, `<subject code>/<reason code>`. */
        dimension: z.string(),
        /** The name of the configuration. */
        name: z.string().nullable(),
        downloaded: z.int(),
        installed: z.int(),
        failed: z.int(),
        refused: z.int(),
      }),
    ),
  }),
})
