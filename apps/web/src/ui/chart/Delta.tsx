import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import classes from './StatCard.module.css'

/** A change, and what it is compared with ("vs. this time yesterday"). */
export type Change = {
  /** By how much it changed, in percent or, for a rate, in percentage points. */
  by: number
  unit?: 'percent' | 'points'
  than: ReactNode
  goodIs?: 'up' | 'down' | 'neither'
}

/** A change with an arrow; its color says whether the change is good. */
export function Delta({ by, unit = 'percent', than, goodIs = 'up' }: Change) {
  const direction = by > 0 ? 'up' : by < 0 ? 'down' : 'none'
  const Icon = direction === 'up' ? IconArrowUpRight : direction === 'down' ? IconArrowDownRight : IconMinus
  const sense = direction === 'none' || goodIs === 'neither' ? 'none' : direction === goodIs ? 'good' : 'bad'
  const rounded = Math.abs(by) >= 10 && unit === 'percent' ? Math.round(by) : Math.round(by * 10) / 10
  return (
    <>
      <span className={classes.delta} data-sense={sense}>
        <Icon size={14} aria-hidden />
        {by > 0 ? '+' : ''}
        {rounded.toLocaleString('en')}
        {unit === 'percent' ? '%' : ` ${uiTexts.chart.points}`}
      </span>{' '}
      {than}
    </>
  )
}
