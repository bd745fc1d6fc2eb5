export const BUCKET_MS = 15 * 60 * 1000

/** Counters stand in buckets of 15 minutes, the finest grid on which every time zone's midnight falls. */
export function bucketOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / BUCKET_MS) * BUCKET_MS)
}
