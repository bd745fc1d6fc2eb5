import type { OutputOf } from '@simwright/contract/endpoint'
import type { breakdown, Counts, Figures, range, Trend } from '@simwright/contract/insight/dashboard'
import { hoursAgo } from './sample.ts'

const DAY_HOURS = 24

const dayAgo = (days: number) => hoursAgo(days * DAY_HOURS).slice(0, 'YYYY-MM-DD'.length)

const monthAgo = (months: number) => {
  const [year = 0, month = 1] = hoursAgo(0).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** Sample counts of the last days, oldest first. */
export function daily(days: number): { day: string; count: number }[] {
  return Array.from({ length: days }, (_, index) => ({ day: dayAgo(days - 1 - index), count: (index * 13) % 37 }))
}

export const trend: Trend = {
  points: Array.from({ length: 30 }, (_, index) => ({
    period: dayAgo(29 - index),
    from: hoursAgo((30 - index) * DAY_HOURS),
    to: hoursAgo((29 - index) * DAY_HOURS),
    generated: 40,
    downloads: (index * 13) % 37,
    redownloads: index % 2,
    installs: Math.floor(((index * 13) % 37) * 0.9),
    errors: index % 3,
  })),
}

/** The trend of an enterprise account or group without profiles. */
export const noTrend: Trend = {
  points: trend.points.map((point) => ({
    ...point,
    generated: 0,
    downloads: 0,
    redownloads: 0,
    installs: 0,
    errors: 0,
  })),
}

/** The last 12 months. */
export const monthlyTrend: Trend = {
  points: Array.from({ length: 12 }, (_, index) => ({
    period: monthAgo(11 - index),
    from: `${monthAgo(11 - index)}-01T00:00:00.000Z`,
    to: `${monthAgo(10 - index)}-01T00:00:00.000Z`,
    generated: 1200,
    downloads: 400 + ((index * 130) % 370),
    redownloads: (index * 11) % 40,
    installs: 380 + ((index * 130) % 370),
    errors: (index * 7) % 31,
  })),
}

const days = (from: number, to: number) => ({ from: hoursAgo(from * DAY_HOURS), to: hoursAgo(to * DAY_HOURS) })

const ranges = {
  today: days(1, 0),
  yesterday: days(2, 1),
  month: days(23, 0),
  lastMonth: days(54, 31),
  days30: days(30, 0),
  before30: days(60, 30),
}

export const figures: Figures = {
  asOf: hoursAgo(0),
  ranges,
  downloadsToday: { value: 28, before: 31 },
  downloadsMonth: { value: 812, before: 640 },
  availableToday: 1200,
  redownloadsMonth: { value: 12, before: 20 },
  growthRate: 27.1,
  successRate: 98.2,
  statuses: [
    { status: 'ENABLED', count: 1800 },
    { status: 'AVAILABLE', count: 1200 },
    { status: 'DISABLED', count: 40 },
  ],
  brands: [
    { brand: 'Apple', count: 1200 },
    { brand: 'Samsung', count: 900 },
  ],
}

/** Figures of an enterprise account without profiles. */
export const noFigures: Figures = {
  asOf: hoursAgo(0),
  ranges,
  downloadsToday: { value: 0, before: 0 },
  downloadsMonth: { value: 0, before: 0 },
  availableToday: 0,
  redownloadsMonth: { value: 0, before: 0 },
  growthRate: null,
  successRate: null,
  statuses: [],
  brands: [],
}

type RangeAnswer = OutputOf<typeof range>

const span = (from: number, to: number) => ({ ...days(from, to), firstDay: dayAgo(from), lastDay: dayAgo(to + 1) })

const noCounts: Counts = {
  generated: 0,
  opened: 0,
  authenticated: 0,
  downloaded: 0,
  redownloaded: 0,
  installed: 0,
  firstEnabled: 0,
  failed: 0,
}

/** 30 days, and the 30 days before. */
export const rangeAnswer: RangeAnswer = {
  asOf: hoursAgo(0),
  range: span(30, 0),
  before: span(60, 30),
  totals: {
    ...noCounts,
    generated: 1200,
    opened: 702,
    authenticated: 583,
    downloaded: 548,
    redownloaded: 15,
    installed: 481,
    firstEnabled: 470,
    failed: 30,
  },
  totalsBefore: { downloaded: 431, installed: 402, failed: 31 },
  step: 'day',
  points: trend.points,
}

/** The last 12 months, by month. */
export const yearAnswer: RangeAnswer = {
  ...rangeAnswer,
  range: span(365, 0),
  before: span(730, 365),
  step: 'month',
  points: monthlyTrend.points,
}

export const noRange: RangeAnswer = {
  ...rangeAnswer,
  totals: noCounts,
  totalsBefore: { downloaded: 0, installed: 0, failed: 0 },
  points: noTrend.points,
}

type BreakdownAnswer = OutputOf<typeof breakdown>

const row = (dimension: string, installed: number, failed: number, name: string | null = null) => ({
  dimension,
  name,
  downloaded: installed + failed,
  installed,
  failed,
  refused: 0,
})

const plan = '0190c0de-0000-7000-8000-000000000001'

/** The rows of each breakdown. */
export const breakdownRows: Record<string, BreakdownAnswer['rows']> = {
  brand: [row('Apple', 262, 8), row('Samsung', 171, 17), row('Google', 40, 0), row('', 8, 5)],
  model: [
    row('Apple|iPhone 13 Pro', 162, 3),
    row('Apple|iPhone 15', 100, 5),
    row('Samsung|Galaxy S23 Ultra', 171, 17),
    row('Google|Pixel 8', 40, 0),
    row('Google|', 0, 2),
    row('', 8, 3),
  ],
  version: [row(`${plan}/3`, 380, 12, 'Consumer plan'), row(`${plan}/2`, 101, 18, 'Consumer plan')],
  region: [row('DE', 240, 0), row('GB', 120, 0), row('FR', 100, 0), row('XK', 3, 0), row('', 48, 0)],
  reason: [
    { ...row('8.1/4.8', 0, 14), refused: 2 },
    { ...row('', 0, 16), refused: 0 },
    { ...row('8.2.7/3.8', 0, 0), refused: 7 },
  ],
}

export const breakdownAnswer = (by: string): BreakdownAnswer => ({
  range: rangeAnswer.range,
  rows: breakdownRows[by] ?? [],
})
