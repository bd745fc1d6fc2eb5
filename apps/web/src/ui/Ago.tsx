import { formatAgo, formatTime, useTimeZone } from './time.ts'

type AgoProps = {
  /** ISO 8601. */
  at: string
  /** A text that contains the relative time; by default only that. */
  children?: string
  className?: string | undefined
}

/** "3 minutes ago". The time itself, with its zone, appears on hover. */
export function Ago({ at, children, className }: AgoProps) {
  const zone = useTimeZone()
  return (
    <time dateTime={at} title={`${formatTime(at)} ${zone}`} className={className}>
      {children ?? formatAgo(at)}
    </time>
  )
}
