import { formatAgo, formatDate, formatTime, formatTimeExact, formatTimeFull } from '../../base/time.ts'

const formats = { ago: formatAgo, day: formatDate, minute: formatTime, second: formatTimeExact }

type TimeProps = {
  /** ISO 8601. */
  at: string
  /** The end of a period that begins at `at`. */
  until?: string | null
  /** `ago`: "3 minutes ago"; `day`: "21 Sept 2026"; `minute` and `second`: the day with the time. */
  show?: keyof typeof formats
  /** A text that contains the time; by default only that. */
  children?: string
  className?: string | undefined
}

/**
 * A time. In full, with its seconds and time zone, it appears on hover, and while the keyboard focus is on a row, a
 * button or a link that contains it (`TimeTip`).
 */
export function Time({ at, until, show = 'minute', children, className }: TimeProps) {
  const full = until ? `${formatTimeExact(at)} – ${formatTimeFull(until)}` : formatTimeFull(at)
  return (
    <time dateTime={at} title={full} className={className}>
      {children ?? formats[show](at)}
    </time>
  )
}
