import { SegmentedControl, Skeleton } from '@mantine/core'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import figures from '../../../esim/Figures.module.css'
import { pages } from '../../../paths.ts'
import { say } from '../../../texts/text.ts'
import { StatCard } from '../../../ui/chart/StatCard.tsx'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import { CertificateList, FunctionTable, RefusalTable, StorageFacts } from './HealthPanels.tsx'
import { HealthTrend } from './HealthTrend.tsx'
import type { Health } from './health.ts'

const POLL_MS = 60_000

/** The SM-DP+ and the server, from the figures that each process writes every minute. */
export function HealthSection() {
  const [{ range = 'DAY' }, changeAddress] = useAddress(pages.adminDashboard)
  const answer = useAsk(adminDashboard.health, { range }, { pollMs: POLL_MS, keepPrevious: true })
  const { data } = answer
  return (
    <Stack as="section" className={figures.sections} aria-label={texts.health}>
      <Row gap="8 16" justify="between">
        <Title as="h2" size="lead">
          {texts.health}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={texts.range}
          data={adminDashboard.healthRanges.map((value) => ({ value, label: texts.ranges[value] }))}
          value={range}
          onChange={(value) => {
            const next = adminDashboard.healthRanges.find((one) => one === value)
            changeAddress({ range: next === 'DAY' ? undefined : next })
          }}
        />
      </Row>
      {answer.error && !data ? (
        <Panel>
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : (
        <>
          {data?.since === null && data.queueDepth === null && <Note>{texts.noData}</Note>}
          <HealthCards health={data} />
          <Grid min={380}>
            <Panel title={texts.callsOverTime}>
              {data ? <HealthTrend health={data} show="calls" range={range} /> : <Skeleton height={220} />}
            </Panel>
            <Panel title={texts.latencyOverTime}>
              {data ? <HealthTrend health={data} show="latency" range={range} /> : <Skeleton height={220} />}
            </Panel>
          </Grid>
          <Grid min={380}>
            <Panel title={texts.refusals}>
              {data ? <RefusalTable refusals={data.refusals} /> : <Skeleton height={120} />}
            </Panel>
            <Panel title={texts.functions}>
              {data ? <FunctionTable functions={data.functions} /> : <Skeleton height={120} />}
            </Panel>
          </Grid>
          <Grid min={380}>
            <Panel title={texts.certificates}>
              {data ? <CertificateList health={data} /> : <Skeleton height={120} />}
            </Panel>
            <Panel title={texts.storage}>{data ? <StorageFacts health={data} /> : <Skeleton height={120} />}</Panel>
          </Grid>
        </>
      )}
    </Stack>
  )
}

function HealthCards({ health }: { health: Health | undefined }) {
  const { calls, refused = 0, failed = 0, p50Ms, p95Ms, queueDepth, failedJobs } = health ?? {}
  const latency = (ms: number | null | undefined) =>
    ms === undefined ? {} : ms === null ? { value: '–', text: texts.latencyNone } : { value: ms, unit: 'ms' }
  return (
    <div className={figures.cards} data-count={6}>
      <StatCard label={texts.calls} value={calls} text={failed > 0 && say(texts.failed, { count: failed })} />
      <StatCard
        label={texts.refused}
        value={calls === undefined ? undefined : calls === 0 ? '–' : Math.round((refused / calls) * 1000) / 10}
        {...(calls ? { unit: '%' } : {})}
        text={say(texts.refusedText, { count: refused })}
      />
      <StatCard label={texts.p50} value={undefined} {...latency(p50Ms)} />
      <StatCard label={texts.p95} value={undefined} {...latency(p95Ms)} />
      <StatCard label={texts.queue} value={health && (queueDepth ?? '–')} text={texts.queueText} />
      <StatCard label={texts.failedJobs} value={failedJobs} text={texts.failedJobsText} />
    </div>
  )
}
