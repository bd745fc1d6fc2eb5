import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Sparkline } from './Sparkline.tsx'
import classes from './StatCard.module.css'

type StatCardProps = {
  label: string
  /** Undefined while it loads. */
  value: number | string | undefined
  unit?: string
  /** Change in percent and what it is compared with ("vs. this time yesterday"). */
  delta?: { percent: number; than: string; goodIs?: 'up' | 'down' | 'neither' }
  trend?: readonly number[]
  /** Line below the figure when there is no delta. */
  text?: ReactNode
}

/** One figure with its name, change and trend. */
export function StatCard({ label, value, unit, delta, trend, text }: StatCardProps) {
  const shown = typeof value === 'number' ? value.toLocaleString('en') : value
  return (
    <div className={classes.card}>
      <div className={classes.label}>{label}</div>
      <div className={classes.row}>
        {shown === undefined ? (
          <Skeleton width={72} height={24} my={4} />
        ) : (
          <div className={classes.value} style={lengthOf(shown, unit)}>
            {shown}
            {unit && <span className={classes.unit}>{unit}</span>}
          </div>
        )}
        {trend && trend.length > 1 && <Sparkline values={trend} />}
      </div>
      <div className={classes.below}>{shown !== undefined && (delta ? <Delta {...delta} /> : text)}</div>
    </div>
  )
}

/** The length of a figure; the style sheet makes long ones smaller. */
const lengthOf = (shown: string, unit = '') => ({ '--characters': `${shown.length + unit.length}` }) as CSSProperties

function Delta({ percent, than, goodIs = 'up' }: NonNullable<StatCardProps['delta']>) {
  const direction = percent > 0 ? 'up' : percent < 0 ? 'down' : 'none'
  const Icon = direction === 'up' ? IconArrowUpRight : direction === 'down' ? IconArrowDownRight : IconMinus
  const sense = direction === 'none' || goodIs === 'neither' ? 'none' : direction === goodIs ? 'good' : 'bad'
  const rounded = Math.abs(percent) >= 10 ? Math.round(percent) : Math.round(percent * 10) / 10
  return (
    <>
      <span className={classes.delta} data-sense={sense}>
        <Icon size={14} aria-hidden />
        {percent > 0 ? '+' : ''}
        {rounded.toLocaleString('en')} %
      </span>{' '}
      {than}
    </>
  )
}
