import { ActionIcon, CloseButton, Group, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useStableCallback } from '../../base/stable-callback.ts'
import { localOf } from '../../base/time.ts'
import { useTimeZone } from '../../base/time-zone.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import type { CalendarProps } from './Calendar.tsx'
import classes from './DateInput.module.css'
import { type Precision, readComplete, readValue, textOf } from './date-text.ts'

const texts = uiTexts.date

/** The library of the calendar is loaded when a calendar opens. */
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))

type DateInputProps = {
  label: string
  description?: ReactNode
  error?: ReactNode
  name?: string
  /** `2026-01-31`; with a time `2026-01-31T14:30`, in the user's time zone; empty if there is none. */
  value?: string | undefined
  /** The first and the last value that can be chosen. */
  min?: string | undefined
  max?: string | undefined
  withAsterisk?: boolean
  readOnly?: boolean
  disabled?: boolean
  maw?: number
  'data-autofocus'?: boolean
  /** Within a popover: the calendar is rendered there, so that a click on it does not close the popover. */
  isNested?: boolean
  onChange: (value: string) => void
  onFocus?: TextInputProps['onFocus']
  onBlur?: TextInputProps['onBlur']
}

/** A day: typed in any usual form ("30 Sept 2026", "2026-09-30") or chosen from a calendar. */
export function DateInput(props: DateInputProps) {
  return <TypedInput precision="day" time="" {...props} />
}

/**
 * A day and a time of 24 hours, with the user's time zone next to it. `time` completes a day without one; for the end of
 * a range it is the last minute.
 */
export function DateTimeInput({ time = '00:00', ...props }: DateInputProps & { time?: '00:00' | '23:59' }) {
  return <TypedInput precision="minute" time={time} {...props} />
}

type TypedInputProps = DateInputProps & { precision: Precision; time: string }

function TypedInput({ precision, time, isNested = false, value = '', min, max, onChange, ...field }: TypedInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const zoneId = useId()
  const zone = useTimeZone()
  const draft = useDraft({ value, precision, time, min, max, onChange })
  const isFixed = field.readOnly || field.disabled
  useSubmitGuard(input, draft.settle)
  const clear = () => {
    draft.set('')
    input.current?.focus()
  }
  return (
    <TextInput
      {...field}
      ref={input}
      value={draft.text}
      error={draft.fault ?? field.error}
      placeholder={isFixed ? undefined : texts[precision].example}
      autoComplete="off"
      className={classes.field}
      aria-describedby={precision === 'minute' ? zoneId : undefined}
      inputContainer={(box) => (
        <>
          {precision === 'minute' && (
            <span id={zoneId} className={classes.zone} title={zone}>
              {zone}
            </span>
          )}
          {box}
        </>
      )}
      rightSectionWidth={isFixed ? undefined : 66}
      rightSection={
        !isFixed && (
          <Group gap={0} wrap="nowrap" justify="flex-end" w="100%" pr={2}>
            {draft.text !== '' && <ClearButton label={field.label} onClear={clear} />}
            <CalendarButton
              label={field.label}
              isNested={isNested}
              calendar={{ value, precision, time, min, max, onChange: draft.set }}
            />
          </Group>
        )
      }
      onChange={(event) => draft.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') draft.settle()
      }}
      onBlur={(event) => {
        draft.settle()
        field.onBlur?.(event)
      }}
    />
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return <CloseButton size={28} iconSize={15} aria-label={say(texts.clear, { label })} onClick={onClear} />
}

type CalendarButtonProps = { label: string; isNested: boolean; calendar: CalendarProps }

function CalendarButton({ label, isNested, calendar }: CalendarButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const name = say(texts.calendar, { label })
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      radius="md"
      withRoles={false}
      withinPortal={!isNested}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={28}
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={name} p={12} className={classes.dropdown} tabIndex={-1}>
        <Suspense
          fallback={
            <div className={classes.loading} data-autofocus tabIndex={-1}>
              <Loader size={20} aria-label={uiTexts.loading} />
            </div>
          }
        >
          <Calendar {...calendar} onDone={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

type Draft = { text: string; value: string; fault?: string }

/** What the user has typed and is not, or not yet, a value. */
function useDraft({ value, precision, time, min, max, onChange }: CalendarProps) {
  const [stored, setStored] = useState<Draft>()
  // a value that was set elsewhere replaces the draft
  const draft = stored?.value === value ? stored : undefined
  const faultOf = (next: string) => {
    if (min && next < min) return say(texts.min, { min: textOf(min) })
    return max && next > max ? say(texts.max, { max: textOf(max) }) : undefined
  }
  const take = (text: string, next: string) => {
    setStored({ text, value: next })
    if (next !== value) onChange(next)
  }
  return {
    text: draft?.text ?? textOf(value),
    fault: draft?.fault,
    set: (next: string) => take(textOf(next), next),
    type: (text: string) => {
      const next = text.trim() === '' ? '' : readComplete(text, precision)
      if (next === undefined || (next !== '' && faultOf(next))) setStored({ text, value })
      else take(text, next)
    },
    /**
     * Reads the text when the user leaves the input: shows the value as written elsewhere, else what is wrong.
     * @returns whether the text is readable
     */
    settle: () => {
      if (!draft || draft.text.trim() === '') return true
      const year = Number(localOf(new Date().toISOString()).slice(0, 'YYYY'.length))
      const next = readValue(draft.text, { precision, year, time })
      const fault = next === undefined ? texts[precision].unreadable : faultOf(next)
      if (next === undefined || fault) setStored({ ...draft, ...(fault && { fault }) })
      else take(textOf(next), next)
      return next !== undefined && !fault
    },
  }
}

/** Refuses to send the form while the input is not readable, because it would be sent with the value before. */
function useSubmitGuard(input: RefObject<HTMLInputElement | null>, settle: () => boolean): void {
  const settleNow = useStableCallback(settle)
  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (!form) return undefined
    const refuse = (event: Event) => {
      if (settleNow()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      field.focus()
    }
    form.addEventListener('submit', refuse, { capture: true })
    return () => form.removeEventListener('submit', refuse, { capture: true })
  }, [input, settleNow])
}
