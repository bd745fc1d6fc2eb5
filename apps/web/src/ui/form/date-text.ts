/** How exact a date input is: a day (`2026-01-31`), or a minute (`2026-01-31T14:30`). */
export type Precision = 'day' | 'minute'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** "31 Jan 2026", or "31 Jan 2026, 14:30"; the text itself if it is not a value of a date input. */
export function textOf(value: string): string {
  const [day = '', time] = value.split('T')
  const ms = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms)) return value
  return time === undefined ? dayFormat.format(ms) : `${dayFormat.format(ms)}, ${time.slice(0, 'HH:mm'.length)}`
}

type Reading = {
  precision: Precision
  /** The year of a day that is typed without one. */
  year: number
  /** The time of a day that is typed without one: `00:00`. */
  time: string
}

/** The value of a typed text; undefined if it is not readable. Days come before months: 3/10 is the third of October. */
export function readValue(text: string, { precision, year, time }: Reading): string | undefined {
  const [typedDay, typedTime] = splitTime(text)
  const day = readDay(typedDay, year)
  if (precision === 'day') return typedTime === undefined ? day : undefined
  const clock = typedTime === undefined ? time : readTime(typedTime)
  return day && clock && `${day}T${clock}`
}

/** `readValue` of a text that is complete: it has a year of four digits, and a time if the precision is a minute. */
export function readComplete(text: string, precision: Precision): string | undefined {
  const [day, time] = splitTime(text)
  if (precision === 'minute' && time === undefined) return undefined
  const isComplete = /^\d{4}-\d\d-\d\d$/.test(day) || (/\D\d{4}$/.test(day) && !/^\d{4}-/.test(day))
  return isComplete ? readValue(text, { precision, year: 0, time: '' }) : undefined
}

/** The parts of "31 Jan 2026, 14:30" and "2026-01-31T14:30". */
function splitTime(text: string): [day: string, time: string | undefined] {
  const match = /^(.*?)[\s,T]*(?<=[\s,T])(\d{1,2}:\d\d)(?::[\d.]+)?$/i.exec(text.trim())
  return match ? [match[1]!.trim(), match[2]!] : [text.trim(), undefined]
}

function readTime(text: string): string | undefined {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour < 24 && minute < 60 ? `${padded(hour, 2)}:${padded(minute, 2)}` : undefined
}

/** Forms of a day, with the order of its parts. */
const FORMS: readonly [RegExp, (parts: string[]) => [year: string | undefined, month: string, day: string]][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([year, month, day]) => [year, month!, day!]],
  [/^(\d{1,2})[./ -](\d{1,2})(?:[./ -](\d{4}))?\.?$/, ([day, month, year]) => [year, month!, day!]],
  [/^(\d{1,2})(?:st|nd|rd|th)?[ -]*([a-z]{3,})\.?,?(?:[ -]*(\d{4}))?$/, ([day, month, year]) => [year, month!, day!]],
  [/^([a-z]{3,})\.? *(\d{1,2})(?:st|nd|rd|th)?,?(?: +(\d{4}))?$/, ([month, day, year]) => [year, month!, day!]],
]

function readDay(text: string, thisYear: number): string | undefined {
  const typed = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /, '')
  for (const [form, order] of FORMS) {
    const match = form.exec(typed)
    if (!match) continue
    const [year, month, day] = order(match.slice(1))
    return validDay(year === undefined ? thisYear : Number(year), monthOf(month), Number(day))
  }
  return undefined
}

/** 1 for "1", "jan" and "january"; 0 if there is no such month. */
function monthOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.findIndex((month) => month.startsWith(text)) + 1
}

function validDay(year: number, month: number, day: number): string | undefined {
  const value = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
  const ms = Date.parse(`${value}T00:00:00Z`)
  // 31 June is rolled over to July
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value) ? value : undefined
}

const padded = (number: number, length: number) => String(number).padStart(length, '0')
