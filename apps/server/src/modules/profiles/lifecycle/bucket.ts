export const BUCKET_MS = 15 * 60 * 1000

/** Counters lie in buckets of 15 minutes, the finest grid on which midnight falls in every time zone. */
export function bucketOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / BUCKET_MS) * BUCKET_MS)
}
