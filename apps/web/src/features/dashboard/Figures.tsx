import type * as dashboard from '@simwright/contract/dashboard'
import type { OutputOf } from '@simwright/contract/endpoint'
import { dashboardTexts as texts } from '../../texts/dashboard.ts'
import { StatCard } from '../../ui/StatCard.tsx'
import classes from './DashboardPage.module.css'

type Summary = OutputOf<typeof dashboard.summary>
type Count = Summary['downloadsToday']

/** The cards; skeletons of the same size while they load. */
export function Figures({ summary }: { summary: Summary | undefined }) {
  const growth = summary?.growthRate
  const success = summary?.successRate
  return (
    <div className={classes.cards}>
      <Compared label={texts.today} count={summary?.downloadsToday} than={texts.thanYesterday} />
      <Compared label={texts.month} count={summary?.downloadsMonth} than={texts.thanLastMonth} />
      <StatCard label={texts.available} value={summary?.availableToday} text={texts.availableText} />
      <Compared label={texts.redownloads} count={summary?.redownloadsMonth} than={texts.thanLastMonth} />
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

function Compared({ label, count, than }: { label: string; count: Count | undefined; than: string }) {
  const delta =
    count && count.before > 0 ? { percent: ((count.value - count.before) / count.before) * 100, than } : undefined
  return <StatCard label={label} value={count?.value} delta={delta} text={texts.noneBefore} />
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toLocaleString('en')}`
