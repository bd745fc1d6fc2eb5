import { type ClockChange, PLANNED_DAYS_MAX } from '@simwright/contract/provisioning/planned-delivery'
import { resolveTimeZone } from '@simwright/contract/time-zone'
import { Temporal } from 'temporal-polyfill'

export type PlannedTime = {
  /** `2030-03-31T09:00`, on the clock of `timeZone`. */
  localTime: string
  timeZone: string
  dueAt: Date
  clockChange: ClockChange | null
}

const DAY_MS = 24 * 60 * 60_000
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:00)?$/

/**
 * The instant of a time on the clock of a time zone. Of a time that the clock skips it is the time after the gap; of a time
 * that the clock shows twice it is the first.
 * @returns a sentence if there is none, or one that cannot be planned
 */
export function plannedTime(at: string, zone: string, now: Date): PlannedTime | string {
  if (at === '') return 'The time is missing.'
  const timeZone = resolveTimeZone(zone)
  if (timeZone === undefined) return `Unknown time zone: ${zone}.`
  const local = LOCAL_TIME.test(at) ? parseLocalTime(at.replace(' ', 'T')) : undefined
  if (!local) return `No date and time: ${at}. Write it like 2030-03-31T09:00.`
  const dueAt = new Date(local.toZonedDateTime(timeZone).epochMilliseconds)
  if (dueAt <= now) return 'This time is in the past.'
  if (dueAt.getTime() > now.getTime() + PLANNED_DAYS_MAX * DAY_MS) return `Up to ${PLANNED_DAYS_MAX} days ahead.`
  const localTime = local.toString({ smallestUnit: 'minute' })
  return { localTime, timeZone, dueAt, clockChange: clockChangeOf(localTime, timeZone) }
}

function parseLocalTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** What a change of the clocks does to this time. */
export function clockChangeOf(localTime: string, timeZone: string): ClockChange | null {
  const local = Temporal.PlainDateTime.from(localTime)
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
  if (earlier.equals(later)) return null
  return earlier.toPlainDateTime().equals(local) ? 'TWICE' : 'GAP'
}
