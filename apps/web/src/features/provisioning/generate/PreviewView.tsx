import { Alert, Button, Skeleton } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { changeTexts } from '@simwright/ids'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { CountTiles } from '../../../ui/chart/CountTiles.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import { type Choice, FaultPanel } from './FaultPanel.tsx'
import { GenerateBar } from './GenerateBar.tsx'
import { NineteenDigitsQuestion } from './NineteenDigitsQuestion.tsx'
import { PlanOutlook } from './PlanOutlook.tsx'
import classes from './PreviewView.module.css'
import { RowGrid } from './RowGrid.tsx'
import { ValueSources } from './ValueSources.tsx'
import { WarningPanel } from './WarningPanel.tsx'

const texts = generateTexts.preview

type PreviewViewProps = { sourceId: string; onGone: () => void; onStarted: (batchId: string) => void }

/** Preview of an upload: its rows, their errors, and what would be generated. */
export function PreviewView({ sourceId, onGone, onStarted }: PreviewViewProps) {
  const answer = useAsk(source.get, { id: sourceId })
  const [choice, setChoice] = useState<Choice>({ leaveOutFaulty: false, generateAgain: false })
  if (answer.error) return <LoadError problem={answer.error} onGone={onGone} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Loading />
  const staged = answer.data
  return (
    <>
      <div style={{ marginBottom: 14 }}>
        <Row gap="4 10">
          <h2 className={classes.name}>{staged.fileName}</h2>
          <StatusBadge tone={staged.protection === 'PGP' ? 'success' : 'neutral'}>
            {texts.protections[staged.protection]}
          </StatusBadge>
        </Row>
        <Note as="div" mt={2}>
          {say(texts.with, { configuration: staged.configurationName })} ·{' '}
          {say(texts.text, { time: formatTime(staged.expiresAt) })}
        </Note>
      </div>
      {staged.faultCounts.some(({ rule }) => rule === 'example') && (
        <Alert color="yellow" title={texts.example.title} mb={16}>
          {texts.example.text}
          <Button size="xs" variant="default" mt={10} display="block" onClick={onGone}>
            {texts.upload}
          </Button>
        </Alert>
      )}
      <Renamed staged={staged} />
      <ReadChanges staged={staged} />
      <ValueSources staged={staged} />
      {staged.nineteenDigits?.isAsked && (
        <NineteenDigitsQuestion
          asked={staged.nineteenDigits}
          answer={choice.nineteenDigits}
          onAnswer={(nineteenDigits) => setChoice({ ...choice, nineteenDigits })}
        />
      )}
      <Counts staged={staged} />
      <PlanOutlook
        plan={staged.plan}
        count={staged.total - staged.faulty - (choice.generateAgain ? 0 : staged.existing)}
        fresh={staged.total - staged.faulty - staged.existing}
      />
      {staged.faulty + staged.existing > 0 && <FaultPanel staged={staged} choice={choice} onChoice={setChoice} />}
      {staged.warned > 0 && <WarningPanel staged={staged} />}
      <RowGrid staged={staged} generateAgain={choice.generateAgain} />
      <GenerateBar staged={staged} choice={choice} onGone={onGone} onStarted={onStarted} />
    </>
  )
}

/** The columns that have another name in the file's header. */
function Renamed({ staged: { renamed } }: { staged: source.Source }) {
  const forget = useMutation(source.forgetColumns, { onSuccess: () => toast.info(texts.names.forgotten) })
  if (renamed.length === 0) return null
  const pairs = renamed.map(({ name, column }) => `${name} → ${column || texts.names.notRead}`)
  return (
    <Row gap="4 8" mb={14} className="muted size-text wrap">
      <span>{say(texts.names.read, { pairs: pairs.join(', ') })}</span>
      <Button size="compact-xs" variant="subtle" loading={forget.isPending} onClick={() => forget.mutate({})}>
        {texts.names.forget}
      </Button>
    </Row>
  )
}

/** What was changed in cells to read them, such as "F removed". */
function ReadChanges({ staged: { changes, nineteenDigits } }: { staged: source.Source }) {
  const shown = nineteenDigits?.isAsked ? changes.filter(({ text }) => text !== changeTexts.check_digit) : changes
  if (shown.length === 0) return null
  const list = shown.map(({ column, text, count }) => sayCount(texts.change, count, { column, text }))
  return (
    <Row gap="4 8" mb={14} className="muted size-text wrap">
      <span>{say(texts.changes, { list: list.join('; ') })}</span>
    </Row>
  )
}

function Counts({ staged: { total, faulty, existing } }: { staged: source.Source }) {
  const { counts, countTexts } = texts
  const tiles = [
    { label: counts.rows, value: total, text: countTexts.rows },
    { label: counts.ready, value: total - faulty - existing, text: countTexts.ready, tone: 'success' },
    {
      label: counts.faulty,
      value: faulty,
      text: faulty > 0 ? countTexts.faulty : countTexts.faultyNone,
      tone: faulty > 0 ? 'danger' : undefined,
    },
    {
      label: counts.existing,
      value: existing,
      text: existing > 0 ? countTexts.existing : countTexts.existingNone,
      tone: existing > 0 ? 'warning' : undefined,
    },
  ]
  return (
    <div style={{ marginBottom: 16 }}>
      <CountTiles tiles={tiles} />
    </div>
  )
}

type LoadErrorProps = { problem: Problem; onGone: () => void; onRetry: () => void }

function LoadError({ problem, onGone, onRetry }: LoadErrorProps) {
  const isGone = isProblem(problem, 'source_gone') || isProblem(problem, 'not_found')
  return (
    <Panel>
      {isGone ? (
        <EmptyState
          drawing="search"
          title={texts.goneTitle}
          text={isProblem(problem, 'source_gone') ? problem.message : texts.goneText}
          button={{ label: texts.upload, onClick: onGone }}
        />
      ) : (
        <ErrorState problem={problem} onRetry={onRetry} />
      )}
    </Panel>
  )
}

function Loading() {
  return (
    <Stack aria-busy>
      <Skeleton height={24} width={240} />
      <Skeleton height={82} radius="lg" />
      <Skeleton height={420} radius="lg" />
    </Stack>
  )
}
