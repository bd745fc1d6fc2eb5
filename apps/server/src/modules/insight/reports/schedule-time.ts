import type { ScheduleFields } from '@simwright/contract/insight/report-schedule'
import { Temporal } from 'temporal-polyfill'
import { civilDate } from '../../profiles/rollup/service.ts'

type CivilDate = { year: number; month: number; day: number }

/**
 * The instant of an hour of a date in a time zone. An hour that the clock skips is the hour after the gap; of an hour that
 * the clock shows twice it is the first. The month can be out of range (month 0, month 13).
 */
export function instantOf({ year, month, day }: CivilDate, hour: number, timeZone: string): Date {
  const date = new Temporal.PlainDate(year, 1, 1).add({ months: month - 1 }).add({ days: day - 1 })
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) })
  return new Date(epochMilliseconds)
}

type Rhythm = Pick<ScheduleFields, 'every' | 'hour' | 'weekday' | 'monthDay' | 'timeZone'>

/** The first time after `after` at which a schedule is due. */
export function nextDue(rhythm: Rhythm, after: Date): Date {
  for (const date of datesFrom(rhythm, civilDate(after, rhythm.timeZone))) {
    const due = instantOf(date, rhythm.hour, rhythm.timeZone)
    if (due > after) return due
  }
  throw new Error('a schedule has no next time')
}

/** The dates of a schedule that can be next: from the day before, because an hour can be shown on the next date. */
function* datesFrom({ every, weekday, monthDay }: Rhythm, { year, month, day }: CivilDate): Generator<CivilDate> {
  if (every === 'MONTH') {
    for (let later = -1; later <= 2; later += 1) {
      const last = new Date(Date.UTC(year, month + later, 0)).getUTCDate()
      yield { year, month: month + later, day: Math.min(monthDay, last) }
    }
    return
  }
  for (let later = -1; later <= 8; later += 1) {
    const date = { year, month, day: day + later }
    if (every === 'DAY' || weekdayOf(date) === weekday) yield date
  }
}

/** 1: Monday. */
const weekdayOf = ({ year, month, day }: CivilDate) =>
  ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1
