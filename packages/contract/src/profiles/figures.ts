import { z } from 'zod'
import { profileStatuses } from './profile-state.ts'

const Count = z.object({ value: z.int(), before: z.int() })

/** `[from, to)` */
const Range = z.object({ from: z.string(), to: z.string() })

/** Figures of an enterprise account, or of one of its groups. */
export const figures = {
  asOf: z.string(),
  /** What the figures count: today, this month and the last 30 days, with the ranges they are compared with. */
  ranges: z.object({
    today: Range,
    yesterday: Range,
    month: Range,
    lastMonth: Range,
    days30: Range,
    before30: Range,
  }),
  /** Today, and yesterday up to the same time of day. */
  downloadsToday: Count,
  /** This month, and the previous month up to the same day and time. */
  downloadsMonth: Count,
  availableToday: z.int(),
  redownloadsMonth: Count,
  /** Growth of downloads in the last 30 days over the previous 30, up to the same time of day, in percent; null without earlier downloads. */
  growthRate: z.number().nullable(),
  /** Successful installations of the last 30 days over all with a result, in percent; null without any. */
  successRate: z.number().nullable(),
  statuses: z.array(z.object({ status: z.enum(profileStatuses), count: z.int() })),
  brands: z.array(z.object({ brand: z.string(), count: z.int() })),
}
export const Figures = z.object(figures)
export type Figures = z.infer<typeof Figures>

/** The number and length of the periods of a trend. */
export const trendInput = {
  by: z.enum(['day', 'month']).default('day'),
  periods: z.int().min(1).max(90).default(30),
}

export const Trend = z.object({
  points: z.array(
    z.object({
      /** `2026-01`, `2026-01-31` or `2026-01-31T14:00`, in the time zone of the caller. */
      period: z.string(),
      from: z.string(),
      to: z.string(),
      generated: z.int(),
      downloads: z.int(),
      /** Those of the downloads that were not the first of their profile. */
      redownloads: z.int(),
      installs: z.int(),
      errors: z.int(),
    }),
  ),
})
export type Trend = z.infer<typeof Trend>
