import type { Figures, Trend } from '@simwright/contract/insight/dashboard'
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

export const figures: Figures = {
  asOf: hoursAgo(0),
  downloadsToday: { value: 28, before: 31 },
  downloadsMonth: { value: 812, before: 640 },
  availableToday: 1200,
  redownloadsMonth: { value: 12, before: 20 },
  growthRate: 26.9,
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
  downloadsToday: { value: 0, before: 0 },
  downloadsMonth: { value: 0, before: 0 },
  availableToday: 0,
  redownloadsMonth: { value: 0, before: 0 },
  growthRate: null,
  successRate: null,
  statuses: [],
  brands: [],
}
