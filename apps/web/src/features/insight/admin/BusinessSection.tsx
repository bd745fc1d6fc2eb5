import { Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { useAsk } from '../../../api/query.ts'
import figures from '../../../esim/Figures.module.css'
import { linkTo, pages } from '../../../paths.ts'
import { say } from '../../../texts/text.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { StatCard } from '../../../ui/chart/StatCard.tsx'
import { Grid, Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import { IncomeTable } from './IncomeTable.tsx'
import { incomeOf } from './income.ts'

const POLL_MS = 5 * 60_000

type Business = OutputOf<typeof adminDashboard.business>

/** Clients, sign-ups, trials, downloads and income. */
export function BusinessSection() {
  const answer = useAsk(adminDashboard.business, {}, { pollMs: POLL_MS, staleMs: 60_000 })
  const { data } = answer
  return (
    <Stack as="section" className={figures.sections} aria-label={texts.business}>
      <Title as="h2" size="lead">
        {texts.business}
      </Title>
      {answer.error && !data ? (
        <Panel>
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : (
        <>
          <Cards business={data} />
          <Grid min={380}>
            <Panel title={texts.signUpsByDay}>
              <DayBars days={data?.signUps} label={texts.signUpsByDay} name={texts.signUps} />
            </Panel>
            <Panel title={texts.downloadsByDay}>
              <DayBars days={data?.downloads} label={texts.downloadsByDay} name={texts.downloads} />
            </Panel>
          </Grid>
          <Grid min={380}>
            <Panel title={texts.incomeByMonth} text={texts.incomeHelp}>
              {data ? <IncomeTable income={data.income} /> : <Skeleton height={168} />}
            </Panel>
            <Panel title={texts.byPlan}>{data ? <PlanBars plans={data.plans} /> : <Skeleton height={168} />}</Panel>
          </Grid>
        </>
      )}
    </Stack>
  )
}

const total = (days: Business['signUps']) => days.reduce((sum, { count }) => sum + count, 0)

function Cards({ business }: { business: Business | undefined }) {
  const { clients, signUps, signUpsBefore = 0, trials, downloads } = business ?? {}
  const month = business?.asOf.slice(0, 7) ?? ''
  return (
    <div className={figures.cards} data-count={5}>
      <StatCard
        label={texts.clients}
        value={clients?.total}
        text={clients && say(texts.clientsText, { suspended: clients.suspended, closing: clients.closing })}
      />
      <StatCard
        label={texts.signUps}
        value={signUps && total(signUps)}
        {...(signUps ? { trend: signUps.map(({ count }) => count) } : {})}
        text={say(texts.signUpsText, { count: signUpsBefore })}
      />
      <StatCard
        label={texts.trials}
        value={trials && (trials.started === 0 ? '–' : Math.round((trials.bought / trials.started) * 100))}
        {...(trials && trials.started > 0 ? { unit: '%' } : {})}
        text={
          trials &&
          (trials.started === 0
            ? texts.trialsNone
            : say(texts.trialsText, { bought: trials.bought, started: trials.started }))
        }
      />
      <StatCard
        label={texts.downloads}
        value={downloads && total(downloads)}
        {...(downloads ? { trend: downloads.map(({ count }) => count) } : {})}
        text={texts.downloadsText}
      />
      <StatCard
        label={texts.income}
        value={business && incomeOf(business.income, month)}
        text={business && say(texts.incomeText, { before: incomeOf(business.income, monthBefore(month)) })}
      />
    </div>
  )
}

/** `2026-01` -> `2025-12` */
function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

const dayLabel = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

type DayBarsProps = { days: Business['signUps'] | undefined; label: string; name: string }

function DayBars({ days, label, name }: DayBarsProps) {
  if (!days) return <Skeleton height={180} />
  return (
    <BarChart
      label={label}
      series={[{ id: 'count', label: name, color: 'blue' }]}
      points={days.map(({ day, count }) => ({ id: day, label: dayLabel(day), values: { count } }))}
    />
  )
}

function PlanBars({ plans }: Pick<Business, 'plans'>) {
  if (plans.length === 0) return <Note>{texts.noClients}</Note>
  return (
    <BarList
      label={texts.byPlan}
      bars={plans.map(({ plan, count }) => ({
        id: plan,
        label: plan,
        count,
        link: linkTo(pages.clients, { search: { plan } }),
      }))}
    />
  )
}
