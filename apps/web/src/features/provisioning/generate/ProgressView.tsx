import { Button, Skeleton } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { useEffect, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useStream } from '../../../api/shared-stream.ts'
import { formatDuration } from '../../../base/time.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { ProgressBar } from '../../../ui/chart/ProgressBar.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { CoreFilePanel } from './CoreFilePanel.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { LeftOutPanel } from './LeftOutPanel.tsx'
import classes from './ProgressView.module.css'
import { type Sample, timeLeftMs, withSample } from './progress-pace.ts'
import { ResultHead } from './ResultHead.tsx'

const texts = generateTexts.progress

type ProgressViewProps = {
  batchId: string
  onComplete: () => void
  /** The name of the file that follows this one. */
  next: string | undefined
  onNext: () => void
  onMore: () => void
}

/** Progress and result of a batch, which is generated in the background. */
export function ProgressView({ batchId, onComplete, next, onNext, onMore }: ProgressViewProps) {
  const { current, samples, problem, retry } = useBatch(batchId)
  const isDone = current?.process === 'COMPLETE'
  useEffect(() => {
    if (isDone) onComplete()
  }, [isDone, onComplete])
  if (problem) return <LoadError problem={problem} onMore={onMore} onRetry={retry} />
  if (!current) return <Skeleton height={260} radius="lg" />
  return (
    <Grid columns="minmax(0, 1fr) 340px" singleBelow="75em" align="start">
      <Stack>
        <Panel>
          {isDone ? <ResultHead batch={current} onMore={onMore} /> : <Working batch={current} samples={samples} />}
        </Panel>
        {next !== undefined && (
          <Panel title={texts.nextTitle} text={next}>
            <Button onClick={onNext}>{say(generateTexts.file.next, { name: next })}</Button>
          </Panel>
        )}
        {isDone && <CoreFilePanel batch={current} />}
        {isDone && current.leftOut > 0 && <LeftOutPanel batch={current} />}
        {isDone && current.failed > 0 && <FailedPanel batchId={batchId} />}
      </Stack>
      <Facts batch={current} />
    </Grid>
  )
}

/** Loads a batch, then streams its progress until it is complete. */
function useBatch(id: string) {
  const answer = useAsk(batch.get, { id }, { staleMs: 0 })
  const [latest, setLatest] = useState<batch.Batch>()
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const current = latest ?? answer.data
  useStream(
    batch.progress,
    { id },
    {
      enabled: answer.data !== undefined && current?.process === 'PROCESSING',
      onEvent: (event) => {
        setLatest(event)
        setSamples(withSample(samples, { atMs: Date.now(), processed: event.processed }))
      },
    },
  )
  return { current, samples, problem: current ? null : answer.error, retry: () => void answer.refetch() }
}

function Working({ batch: one, samples }: { batch: batch.Batch; samples: readonly Sample[] }) {
  const { id, code, total, processed, succeeded, failed, canceled } = one
  const cancel = useMutation(batch.cancel, { silent: false })
  const isStopping = canceled || cancel.isPending || cancel.isSuccess
  const ask = async () => {
    const { cancelTitle: title, cancelText: text, cancelProceed: proceed } = texts
    if (await confirm({ title, text, proceed })) cancel.mutate({ id })
  }
  const title = isStopping ? texts.stopping : processed === 0 ? texts.waiting : texts.working
  return (
    <>
      <Row gap={12} justify="between" nowrap>
        <Title as="h2" size="h2">
          {title}
        </Title>
        <Button variant="default" size="xs" disabled={isStopping} onClick={() => void ask()}>
          {texts.cancel}
        </Button>
      </Row>
      <Row gap={12} nowrap mt={10} mb={8} className={classes.figures}>
        <strong>{total === 0 ? 0 : Math.floor((processed / total) * 100)}%</strong>
        {failed > 0 && (
          <StatusBadge tone="danger">{`${texts.facts.failed}: ${failed.toLocaleString('en')}`}</StatusBadge>
        )}
      </Row>
      <ProgressBar
        label={say(texts.bar, { code })}
        total={total}
        succeeded={succeeded}
        failed={failed}
        leftMs={isStopping ? undefined : timeLeftMs(samples, total)}
      />
      <Note mt={14} className={classes.note}>
        {texts.leave}
      </Note>
    </>
  )
}

function Facts({ batch: one }: { batch: batch.Batch }) {
  const { facts } = texts
  const { startedAt, completedAt } = one
  const tookMs = startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : undefined
  return (
    <Panel title={one.code}>
      <KeyValue
        items={[
          {
            label: facts.configuration,
            value:
              one.configurationName === null
                ? facts.eachItsOwn
                : say(facts.version, { name: one.configurationName, version: one.configurationVersion ?? '' }),
          },
          ...(one.range === null ? [] : [{ label: facts.range, value: <Range range={one.range} /> }]),
          ...(one.fileName === null ? [] : [{ label: facts.file, value: one.fileName }]),
          ...(one.protection === null
            ? []
            : [{ label: facts.protection, value: generateTexts.preview.protections[one.protection] }]),
          { label: facts.total, value: one.total.toLocaleString('en') },
          { label: facts.succeeded, value: one.succeeded.toLocaleString('en') },
          { label: facts.failed, value: one.failed.toLocaleString('en') },
          ...(one.leftOut === 0 ? [] : [{ label: facts.leftOut, value: one.leftOut.toLocaleString('en') }]),
          { label: facts.startedBy, value: one.createdBy },
          { label: facts.started, value: <Time at={one.createdAt} /> },
          {
            label: facts.took,
            value: tookMs === undefined ? undefined : tookMs < 1000 ? facts.tookLittle : formatDuration(tookMs),
          },
        ]}
      />
    </Panel>
  )
}

function Range({
  range: { firstIccid, lastIccid, firstImsi, lastImsi },
}: {
  range: NonNullable<batch.Batch['range']>
}) {
  const { number } = useMasks()
  return (
    <>
      {number(firstIccid)} – {number(lastIccid)}
      <br />
      {number(firstImsi)} – {number(lastImsi)}
    </>
  )
}

function LoadError({ problem, onMore, onRetry }: { problem: Problem; onMore: () => void; onRetry: () => void }) {
  return (
    <Panel>
      {isProblem(problem, 'not_found') ? (
        <EmptyState
          drawing="search"
          title={texts.goneTitle}
          text={texts.goneText}
          button={{ label: generateTexts.preview.upload, onClick: onMore }}
        />
      ) : (
        <ErrorState problem={problem} onRetry={onRetry} />
      )}
    </Panel>
  )
}
