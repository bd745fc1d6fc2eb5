import type { Tone } from '../tone.ts'
import classes from './StatusBadge.module.css'

type StatusBadgeProps = {
  tone: Tone
  children: string
  /** Shows a spinner instead of the dot. */
  busy?: boolean
}

/** A status as a word with a dot in the color of its tone. */
export function StatusBadge({ tone, children, busy }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-busy={busy || undefined}>
      {children}
    </span>
  )
}
