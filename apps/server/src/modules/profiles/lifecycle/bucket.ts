export const BUCKET_MS = 15 * 60 * 1000

/** Start of the counter bucket. Buckets are 15 minutes long, because UTC offsets are multiples of 15 minutes. */
export function bucketOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / BUCKET_MS) * BUCKET_MS)
}
