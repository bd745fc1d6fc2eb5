import type { Figures } from '@simwright/contract/profiles/figures'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { StatCard } from '../ui/StatCard.tsx'
import classes from './Figures.module.css'

type Count = Figures['downloadsToday']

type FigureCardsProps = {
  figures: Figures | undefined
  /** Downloads of the last days, oldest first. */
  dailyDownloads: readonly number[] | undefined
}

/** Cards with the key figures; shows skeletons of the same size while they load. */
export function FigureCards({ figures, dailyDownloads }: FigureCardsProps) {
  const growth = figures?.growthRate
  const success = figures?.successRate
  const yesterday = { than: texts.thanYesterday, none: texts.noneYesterday }
  const lastMonth = { than: texts.thanLastMonth, none: texts.noneLastMonth }
  return (
    <div className={classes.cards} data-tour="see">
      <Compared
        label={texts.today}
        count={figures?.downloadsToday}
        previous={yesterday}
        dailyDownloads={dailyDownloads}
      />
      <Compared label={texts.month} count={figures?.downloadsMonth} previous={lastMonth} />
      <StatCard label={texts.available} value={figures?.availableToday} text={texts.availableText} />
      <Compared
        label={texts.redownloadsMonth}
        count={figures?.redownloadsMonth}
        previous={lastMonth}
        goodIs="neither"
      />
      <StatCard
        label={texts.growth}
        value={figures && (growth === null || growth === undefined ? '–' : signed(growth))}
        unit={typeof growth === 'number' ? '%' : undefined}
        text={growth === null ? texts.growthNone : texts.growthText}
      />
      <StatCard
        label={texts.success}
        value={figures && (success ?? '–')}
        unit={typeof success === 'number' ? '%' : undefined}
        text={success === null ? texts.successNone : texts.successText}
      />
    </div>
  )
}

type ComparedProps = {
  label: string
  count: Count | undefined
  /** Texts for the comparison with the previous period, and for a previous period without data. */
  previous: { than: string; none: string }
  dailyDownloads?: readonly number[]
  goodIs?: 'up' | 'neither'
}

function Compared({ label, count, previous, dailyDownloads, goodIs = 'up' }: ComparedProps) {
  const delta =
    count && count.before > 0
      ? { by: ((count.value - count.before) / count.before) * 100, than: previous.than, goodIs }
      : undefined
  return <StatCard label={label} value={count?.value} delta={delta} trend={dailyDownloads} text={previous.none} />
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toLocaleString('en')}`
