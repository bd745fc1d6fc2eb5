import type * as dashboard from '@simwright/contract/dashboard'
import type { OutputOf } from '@simwright/contract/endpoint'
import { dashboardTexts as texts } from '../../texts/dashboard.ts'
import { StatCard } from '../../ui/StatCard.tsx'
import classes from './DashboardPage.module.css'

type Summary = OutputOf<typeof dashboard.summary>
type Count = Summary['downloadsToday']

type FiguresProps = {
  summary: Summary | undefined
  /** Downloads of the last days, oldest first. */
  course: readonly number[] | undefined
}

/** The cards; skeletons of the same size while they load. */
export function Figures({ summary, course }: FiguresProps) {
  const growth = summary?.growthRate
  const success = summary?.successRate
  const yesterday = { than: texts.thanYesterday, none: texts.noneYesterday }
  const lastMonth = { than: texts.thanLastMonth, none: texts.noneLastMonth }
  return (
    <div className={classes.cards} data-tour="see">
      <Compared label={texts.today} count={summary?.downloadsToday} before={yesterday} course={course} />
      <Compared label={texts.month} count={summary?.downloadsMonth} before={lastMonth} />
      <StatCard label={texts.available} value={summary?.availableToday} text={texts.availableText} />
      <Compared label={texts.redownloads} count={summary?.redownloadsMonth} before={lastMonth} goodIs="neither" />
      <StatCard
        label={texts.growth}
        value={summary && (growth === null || growth === undefined ? '–' : signed(growth))}
        unit={typeof growth === 'number' ? '%' : undefined}
        text={growth === null ? texts.growthNone : texts.growthText}
      />
      <StatCard
        label={texts.success}
        value={summary && (success ?? '–')}
        unit={typeof success === 'number' ? '%' : undefined}
        text={success === null ? texts.successNone : texts.successText}
      />
    </div>
  )
}

type ComparedProps = {
  label: string
  count: Count | undefined
  before: { than: string; none: string }
  course?: readonly number[]
  goodIs?: 'up' | 'neither'
}

function Compared({ label, count, before, course, goodIs = 'up' }: ComparedProps) {
  const delta =
    count && count.before > 0
      ? { percent: ((count.value - count.before) / count.before) * 100, than: before.than, goodIs }
      : undefined
  return <StatCard label={label} value={count?.value} delta={delta} trend={course} text={before.none} />
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toLocaleString('en')}`
