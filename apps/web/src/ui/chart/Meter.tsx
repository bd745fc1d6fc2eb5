import type { ReactNode } from 'react'
import { Note, Row } from '../layout/layout.tsx'
import classes from './Meter.module.css'

type MeterProps = {
  label: string
  used: number
  /** Null: unlimited, shown without a bar. */
  max: number | null
  /** Usage and limit as text. */
  value: string
  /** `left`: the bar shows what is left, and shrinks with the use. */
  shows?: 'used' | 'left'
  note?: ReactNode
}

/** Share from which the limit counts as nearly reached. */
const HIGH_SHARE = 0.9

/** Usage of a limit, or what is left of it, as a bar with its numbers. */
export function Meter({ label, used, max, value, shows = 'used', note }: MeterProps) {
  const share = max === null ? 0 : max === 0 ? 1 : Math.min(1, used / max)
  const tone = max !== null && used > max ? 'over' : share >= HIGH_SHARE && used > 0 ? 'high' : 'normal'
  const isLeft = shows === 'left'
  const left = Math.max(0, (max ?? 0) - used)
  return (
    <div style={{ minWidth: 0 }}>
      <Row gap={12} align="baseline" justify="between" nowrap className="size-text">
        <span className="strong">{label}</span>
        <span className="muted figures">{value}</span>
      </Row>
      {max !== null && (
        // biome-ignore lint/a11y/useSemanticElements: browsers do not style a meter element alike
        <div
          className={classes.bar}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(max, used)}
          aria-valuenow={isLeft ? left : used}
          aria-valuetext={value}
        >
          <div data-tone={tone} style={{ width: `${(isLeft ? 1 - share : share) * 100}%` }} />
        </div>
      )}
      {note && (
        <Note as="div" size="small" mt={6}>
          {note}
        </Note>
      )}
    </div>
  )
}
