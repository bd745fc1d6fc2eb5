import { type RawBuilder, sql } from 'kysely'
import { BUCKET_MS } from '../lifecycle/service.ts'

export type Range = { from: Date; to: Date }

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Buckets older than this are hours. */
const QUARTERS_LAST_MS = 60 * DAY_MS

export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** Buckets before this hour are whole hours, or become so with the next daily merge. */
export const hoursBefore = (now: Date): Date => hourOf(new Date(now.getTime() - QUARTERS_LAST_MS))

/**
 * The start of the first bucket that counts from this time on. A time between two quarters counts with the next quarter.
 * Where buckets are hours, it is the full hour before: a day of a zone with an odd offset (:15, :30, :45) begins there.
 */
export function boundaryOf(at: Date, now: Date): Date {
  const quarter = new Date(Math.ceil(at.getTime() / BUCKET_MS) * BUCKET_MS)
  return quarter < hoursBefore(now) ? hourOf(quarter) : quarter
}

/** SQL: the bucket of a time. */
export const bucketSql = (at: RawBuilder<unknown>, now: Date): RawBuilder<Date> =>
  sql`date_bin(case when ${at} < ${hoursBefore(now)}::timestamptz then interval '1 hour' else interval '15 minutes' end,
    ${at}, timestamptz '1970-01-01Z')`
