import classes from './StatusBadge.module.css'
import type { Tone } from './tone.ts'

type StatusBadgeProps = {
  tone: Tone
  children: string
  /** A ring that turns instead of the dot: work is going on. */
  busy?: boolean
}

/** A state in a word, with a dot of its meaning's colour. */
export function StatusBadge({ tone, children, busy }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-busy={busy || undefined}>
      {children}
    </span>
  )
}
