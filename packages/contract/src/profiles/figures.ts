import { z } from 'zod'
import { profileStatuses } from './profile-state.ts'

const Count = z.object({ value: z.int(), before: z.int() })

/** Figures of an enterprise account, or of one of its groups. */
export const figures = {
  asOf: z.string(),
  /** Today against yesterday up to the same time of day. */
  downloadsToday: Count,
  /** This month against the month before up to the same day and time. */
  downloadsMonth: Count,
  availableToday: z.int(),
  redownloadsMonth: Count,
  /** Growth of downloads over the last 30 days against the 30 days before, in percent; null without downloads before. */
  growthRate: z.number().nullable(),
  /** Installs of the last 30 days over downloads, in percent; null without downloads. */
  successRate: z.number().nullable(),
  statuses: z.array(z.object({ status: z.enum(profileStatuses), count: z.int() })),
  brands: z.array(z.object({ brand: z.string(), count: z.int() })),
}
export const Figures = z.object(figures)
export type Figures = z.infer<typeof Figures>

/** How far back a trend goes, and in what steps. */
export const trendInput = {
  by: z.enum(['day', 'month']).default('day'),
  periods: z.int().min(1).max(90).default(30),
}

export const Trend = z.object({
  points: z.array(
    z.object({ period: z.string(), generated: z.int(), downloads: z.int(), installs: z.int(), errors: z.int() }),
  ),
})
export type Trend = z.infer<typeof Trend>
