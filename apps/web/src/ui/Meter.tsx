import type { ReactNode } from 'react'
import classes from './Meter.module.css'

type MeterProps = {
  label: string
  used: number
  /** Null: there is no limit, and no bar. */
  max: number | null
  /** Used and limit in words. */
  value: string
  note?: ReactNode
}

/** Nearly full from here on. */
const HIGH = 0.9

/** How much of a limit is used, as a bar with its numbers. */
export function Meter({ label, used, max, value, note }: MeterProps) {
  const share = max === null ? 0 : max === 0 ? 1 : Math.min(1, used / max)
  const tone = max !== null && used > max ? 'over' : share >= HIGH && used > 0 ? 'high' : 'normal'
  return (
    <div className={classes.meter}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
      </div>
      {max !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn alike in all browsers
        <div
          className={classes.bar}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(max, used)}
          aria-valuenow={used}
          aria-valuetext={value}
        >
          <div data-tone={tone} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {note && <div className={classes.note}>{note}</div>}
    </div>
  )
}
