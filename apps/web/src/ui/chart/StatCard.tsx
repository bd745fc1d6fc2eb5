import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { Destination } from '../../paths.ts'
import type { ChartColor } from './chart-color.ts'
import { type Change, Delta } from './Delta.tsx'
import { Sparkline } from './Sparkline.tsx'
import classes from './StatCard.module.css'

type StatCardProps = {
  label: string
  /** Undefined while it loads. */
  value: number | string | undefined
  unit?: string | undefined
  delta?: Change | undefined
  trend?: readonly (number | undefined)[] | undefined
  /** Line below the figure when there is no delta. */
  text?: ReactNode
  /** The page that lists what is counted. */
  link?: Destination | undefined
  /** `main`: a larger figure above a wide trend. */
  size?: 'usual' | 'main'
  color?: ChartColor
}

/** One figure with its name, change and trend. */
export function StatCard({ label, value, unit, delta, trend, text, link, size = 'usual', color }: StatCardProps) {
  const shown = typeof value === 'number' ? value.toLocaleString('en') : value
  const isMain = size === 'main'
  return (
    <div className={classes.card} data-size={size}>
      <div className={classes.label}>
        {link ? (
          <Link {...link} className={classes.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </div>
      <div className={classes.row}>
        {shown === undefined ? (
          <Skeleton width={72} height={24} my={4} />
        ) : (
          <div className={classes.value} style={lengthOf(shown, unit)}>
            {shown}
            {unit && <span className={classes.unit}>{unit}</span>}
          </div>
        )}
        {!isMain && trend && trend.length > 1 && <Sparkline values={trend} />}
      </div>
      <div className={classes.below}>{shown !== undefined && (delta ? <Delta {...delta} /> : text)}</div>
      {isMain && (
        <div className={classes.wide}>
          {trend && trend.length > 1 && (
            <Sparkline values={trend} width={320} height={44} fills="whole" {...(color ? { color } : {})} />
          )}
        </div>
      )}
    </div>
  )
}

/** The length of a figure; the style sheet makes long ones smaller. */
const lengthOf = (shown: string, unit = '') => ({ '--characters': `${shown.length + unit.length}` }) as CSSProperties
