import '@mantine/dates/styles.layer.css'
import { Button } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { localOf } from '../../base/time.ts'
import { useTimeZone } from '../../base/time-zone.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { useIsPhone } from '../phone.ts'
import classes from './DateInput.module.css'
import type { Precision } from './date-text.ts'

const texts = uiTexts.date

const DAY_LENGTH = 'YYYY-MM-DD'.length
/** Escape closes the calendar, not the dialog below it. */
const ESCAPE_HERE = { 'data-mantine-stop-propagation': true }

export type CalendarProps = {
  precision: Precision
  /** The time of a day that is chosen first. */
  time: string
  value: string
  min: string | undefined
  max: string | undefined
  onChange: (value: string) => void
}

/** The dropdown of a date input: a month, with a time of 24 hours if the precision is a minute. */
export function Calendar(props: CalendarProps & { onDone: () => void }) {
  const { precision, time, value, min, max, onChange, onDone } = props
  const size = useIsPhone() ? 'md' : 'sm'
  const [now] = useState(() => localOf(new Date().toISOString()))
  const today = now.slice(0, DAY_LENGTH)
  const [day = '', clock = time] = value.split('T')
  const first = min?.slice(0, DAY_LENGTH)
  const last = max?.slice(0, DAY_LENGTH)
  const isOpenDay = (one: string) => (!first || one >= first) && (!last || one <= last)
  const shown = day || (first && today < first ? first : last && today > last ? last : today)
  const { root, month, setMonth, focused, onKey } = useDayKeys(shown, isOpenDay)
  const choose = (chosen: string) => {
    if (precision === 'minute') return onChange(`${chosen}T${clock}`)
    onChange(chosen)
    onDone()
  }
  return (
    <div ref={root} className={classes.calendar} onKeyDownCapture={onKey}>
      <DatePicker
        size={size}
        fullWidth
        value={day || null}
        date={month}
        onDateChange={setMonth}
        {...(first && { minDate: first })}
        {...(last && { maxDate: last })}
        __stopPropagation
        ariaLabels={labelsOf(month)}
        getDayProps={(one) => ({
          'data-day': one,
          'data-today': one === today || undefined,
          'data-autofocus': one === focused || undefined,
        })}
        onChange={(chosen) => chosen && choose(chosen)}
      />
      <div className={classes.foot}>
        {precision === 'day' ? (
          <Button
            variant="default"
            size="xs"
            disabled={!isOpenDay(today)}
            onClick={() => choose(today)}
            {...ESCAPE_HERE}
          >
            {texts.today}
          </Button>
        ) : (
          <TimeFoot clock={clock} onClock={(next) => onChange(`${day || shown}T${next}`)} onDone={onDone} />
        )}
      </div>
    </div>
  )
}

/** The month that is shown and the day with the focus, which keys move; a key does nothing if the day cannot be chosen. */
function useDayKeys(first: string, isOpenDay: (day: string) => boolean) {
  const [month, setMonth] = useState(first)
  const [focused, setFocused] = useState(first)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(`[data-day="${focused}"]:not([data-outside])`)?.focus()
  }, [focused])
  const onKey = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const next = from && !event.ctrlKey && !event.metaKey ? dayAfterKey(from, event.key) : undefined
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!isOpenDay(next)) return
    setMonth(next)
    setFocused(next)
  }
  return { root, month, setMonth, focused, onKey }
}

type TimeFootProps = { clock: string; onClock: (clock: string) => void; onDone: () => void }

/** The time of the day, and the zone that it is in. */
function TimeFoot({ clock, onClock, onDone }: TimeFootProps) {
  const zone = useTimeZone()
  return (
    <>
      <TimePicker
        aria-label={texts.time}
        size="sm"
        format="24h"
        hoursInputLabel={texts.hours}
        minutesInputLabel={texts.minutes}
        hoursInputProps={ESCAPE_HERE}
        minutesInputProps={ESCAPE_HERE}
        value={clock}
        onChange={(next) => next && onClock(next.slice(0, 'HH:mm'.length))}
      />
      <span className={classes.footZone} title={zone}>
        {zone}
      </span>
      <Button size="sm" onClick={onDone} {...ESCAPE_HERE}>
        {texts.done}
      </Button>
    </>
  )
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The names of the calendar's buttons while it shows a month, or the year of that month. */
const labelsOf = (month: string) => ({
  ...texts.labels,
  monthLevelControl: say(texts.labels.monthLevelControl, { shown: monthName.format(new Date(`${month}T00:00:00Z`)) }),
  yearLevelControl: say(texts.labels.yearLevelControl, { shown: month.slice(0, 'YYYY'.length) }),
})

/** The day to which a key moves the focus, as in any calendar; also beyond the end of the month. */
function dayAfterKey(day: string, key: string): string | undefined {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = (date.getUTCDay() + 6) % 7
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday }
  const months = { PageUp: -1, PageDown: 1 }
  if (key in months) {
    const number = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() + months[key as keyof typeof months])
    // the 31st of a shorter month is its last day
    if (date.getUTCDate() !== number) date.setUTCDate(0)
  } else if (key in days) date.setUTCDate(date.getUTCDate() + days[key as keyof typeof days])
  else return undefined
  return date.toISOString().slice(0, DAY_LENGTH)
}
