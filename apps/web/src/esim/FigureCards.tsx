import type { Metric } from '@simwright/contract/profiles/event-metric'
import type { Figures } from '@simwright/contract/profiles/figures'
import { useAllowed } from '../session/permission.tsx'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { StatCard } from '../ui/chart/StatCard.tsx'
import { useEventLink } from './event-link.ts'
import classes from './Figures.module.css'
import { fleetOfPath } from './path.ts'

type Count = Figures['downloadsToday']

type FigureCardsProps = {
  figures: Figures | undefined
  /** Downloads of the last days, oldest first. */
  dailyDownloads?: readonly number[] | undefined
  /** The group whose profiles and events are counted. */
  groupId?: string
  /** `without`: another figure of the page shows the success rate. */
  success?: 'with' | 'without'
}

/** Cards with the key figures, each a link to the list it counts; shows skeletons of the same size while they load. */
export function FigureCards({ figures, dailyDownloads, groupId, success = 'with' }: FigureCardsProps) {
  const link = useEventLink()
  const maySeeFleet = useAllowed('Fleet_View')
  const of = groupId === undefined ? undefined : { kind: 'group' as const, dimension: groupId }
  const linkIn = (name: keyof Figures['ranges'], ...metrics: Metric[]) =>
    figures && link({ metrics, ...figures.ranges[name], of })
  const growth = figures?.growthRate
  const rate = figures?.successRate
  const yesterday = { than: texts.thanYesterday, none: texts.noneYesterday }
  const lastMonth = { than: texts.thanLastMonth, none: texts.noneLastMonth }
  return (
    <div className={classes.cards} data-count={success === 'with' ? 6 : 5} data-tour="see">
      <Compared
        label={texts.today}
        count={figures?.downloadsToday}
        previous={yesterday}
        dailyDownloads={dailyDownloads}
        link={linkIn('today', 'downloaded')}
      />
      <Compared
        label={texts.month}
        count={figures?.downloadsMonth}
        previous={lastMonth}
        link={linkIn('month', 'downloaded')}
      />
      <StatCard
        label={texts.available}
        value={figures?.availableToday}
        text={texts.availableText}
        link={maySeeFleet ? fleetOfPath({ status: 'available', group: groupId }) : undefined}
      />
      <Compared
        label={texts.redownloadsMonth}
        count={figures?.redownloadsMonth}
        previous={lastMonth}
        goodIs="neither"
        link={linkIn('month', 'redownloaded')}
      />
      <StatCard
        label={texts.growth}
        value={figures && (growth === null || growth === undefined ? '–' : signed(growth))}
        unit={typeof growth === 'number' ? '%' : undefined}
        text={growth === null ? texts.growthNone : texts.growthText}
        link={linkIn('days30', 'downloaded')}
      />
      {success === 'with' && (
        <StatCard
          label={texts.success}
          value={figures && (rate ?? '–')}
          unit={typeof rate === 'number' ? '%' : undefined}
          text={rate === null ? texts.successNone : texts.successText}
          link={linkIn('days30', 'installed', 'failed')}
        />
      )}
    </div>
  )
}

type ComparedProps = Pick<Parameters<typeof StatCard>[0], 'label' | 'link'> & {
  count: Count | undefined
  /** Texts for the comparison with the previous period, and for a previous period without data. */
  previous: { than: string; none: string }
  dailyDownloads?: readonly number[] | undefined
  goodIs?: 'up' | 'neither'
}

function Compared({ label, count, previous, dailyDownloads, goodIs = 'up', link }: ComparedProps) {
  const delta =
    count && count.before > 0
      ? { by: ((count.value - count.before) / count.before) * 100, than: previous.than, goodIs }
      : undefined
  return (
    <StatCard
      label={label}
      value={count?.value}
      delta={delta}
      trend={dailyDownloads}
      text={previous.none}
      link={link}
    />
  )
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toLocaleString('en')}`
