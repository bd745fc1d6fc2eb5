/** Rows are planted an hour before and after this time, so that a filter by time selects some of them. */
export type Moment = { middle: string; before: Date; after: Date }

const HOUR_MS = 60 * 60_000

/** A time one day before `now`. */
export function momentBefore(now: Date): Moment {
  const middle = now.getTime() - 24 * HOUR_MS
  return {
    middle: new Date(middle).toISOString(),
    before: new Date(middle - HOUR_MS),
    after: new Date(middle + HOUR_MS),
  }
}

/** Alternately before and after the time. */
export const alternately = ({ before, after }: Moment, index: number): Date => (index % 2 === 0 ? before : after)
