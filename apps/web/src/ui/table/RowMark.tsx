import type { Tone } from '../tone.ts'
import classes from './RowMark.module.css'

type RowMarkProps = { tone: Tone; children: string }

/** A word next to a name that distinguishes its row ("Demo"). Quieter than a `StatusBadge`, of which a row has one. */
export function RowMark({ tone, children }: RowMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  )
}
