import { hashNumber } from '../../runtime/hash-number.ts'

/** How many devices begin on each day of the week, from Sunday. */
const WEEK = [1, 2, 2, 3, 2, 3, 1]

/** Minutes of the day: most people install after work. */
const HOURS = [7, 8, 9, 11, 12, 13, 15, 16, 17, 17, 18, 18, 19, 19, 20, 21]

/** How many devices download on a day: the rhythm of the week, more from month to month. */
export function downloadsOn(date: Date, day: number): number {
  const grown = WEEK[date.getUTCDay()]! * (0.7 + day / 150)
  return Math.floor(grown + (hashNumber(day, 31) % 100) / 100)
}

/** A minute of the day for the `number`th download. */
export function minuteOf(number: number): number {
  return HOURS[hashNumber(number, 32) % HOURS.length]! * 60 + (hashNumber(number, 33) % 60)
}
