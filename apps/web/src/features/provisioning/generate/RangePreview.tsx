import { Button, Checkbox, Select } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as batch from '@simwright/contract/provisioning/batch'
import type { NineteenDigits } from '@simwright/ids'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { runningBatches } from '../../../esim/running.ts'
import { SubscriberAdvice } from '../../../esim/SubscriberAdvice.tsx'
import { type EnteredTraits, sentTraits } from '../../../esim/trait-value.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { sayCount } from '../../../texts/text.ts'
import { CountTiles } from '../../../ui/chart/CountTiles.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { NineteenDigitsQuestion } from './NineteenDigitsQuestion.tsx'
import { PlanOutlook } from './PlanOutlook.tsx'
import { rangeTexts } from './range-texts.ts'
import classes from './SetupView.module.css'

const texts = rangeTexts.preview

type Preview = OutputOf<typeof batch.previewRange>
type RangePreviewProps = {
  range: Preview
  /** Of all its profiles. */
  traits: EnteredTraits
  configurationId: string
  onBatch: (batchId: string) => void
  /** Previews the range again, with what its first ICCID of 19 digits is. */
  onAnswer: (answer: NineteenDigits) => void
}

/** First and last numbers of a range, how many of them are in use, and the button that generates it. */
export function RangePreview({ range, traits, configurationId, onBatch, onAnswer }: RangePreviewProps) {
  const [generateAgain, setGenerateAgain] = useState(false)
  const ownGroups = useGroupLimit() ?? []
  const [group, setGroup] = useState<string | null>(null)
  const { total, existing, otherDigits, taken, firstIccid, firstImsi, nineteenDigits } = range
  const isAsked = nineteenDigits?.isAsked === true
  const count = total - taken - (generateAgain ? 0 : existing)
  const start = useMutation(batch.startRange, {
    changes: [batch.list],
    onSuccess: ({ batchId }) => {
      runningBatches.noteStart()
      onBatch(batchId)
    },
  })
  const generate = () => {
    const given = { configurationId, firstIccid, firstImsi, count: total, generateAgain, ...sentTraits(traits) }
    const answer = nineteenDigits ? { nineteenDigits: nineteenDigits.setting } : {}
    start.mutate({ ...given, ...answer, ...(group === null ? {} : { group }) })
  }
  return (
    <Panel title={texts.title} text={texts.text}>
      <RangeFacts range={range} configurationId={configurationId} count={count} />
      {nineteenDigits && isAsked && (
        <NineteenDigitsQuestion asked={nineteenDigits} answer={undefined} onAnswer={onAnswer} />
      )}
      {existing > 0 && (
        <Checkbox
          size="sm"
          label={sayCount(texts.again, existing)}
          description={texts.againHelp}
          checked={generateAgain}
          onChange={(event) => setGenerateAgain(event.currentTarget.checked)}
        />
      )}
      {otherDigits > 0 && (
        <Note mt={8} className={classes.rangeNote} data-tone="warning">
          {sayCount(texts.otherDigits, otherDigits)}
        </Note>
      )}
      {ownGroups.length > 1 && (
        <GroupSelect names={ownGroups.map(({ name }) => name)} value={group} onChange={setGroup} />
      )}
      <GenerateFoot
        count={count}
        replaced={generateAgain ? existing : 0}
        isPending={start.isPending}
        isBlocked={isAsked || (ownGroups.length > 1 && group === null)}
        onGenerate={generate}
      />
    </Panel>
  )
}

type RangeFactsProps = {
  range: Preview
  configurationId: string
  /** Codes that will be generated. */
  count: number
}

/** What the range contains, and what of it is in use. */
function RangeFacts({ range, configurationId, count }: RangeFactsProps) {
  const { total, existing, taken, deleted, doubledImsis, firstIccid, firstImsi } = range
  const configured = useAsk(configuration.get, { id: configurationId })
  return (
    <div role="status">
      <RangeEnds range={range} />
      <SubscriberAdvice configuration={configured.data} iccid={firstIccid} imsi={firstImsi} />
      <div style={{ marginBottom: 16 }}>
        <CountTiles tiles={tilesOf(range)} />
      </div>
      <PlanOutlook plan={range.plan} count={count} fresh={total - taken - existing - deleted} />
      {deleted > 0 && (
        <Note mb={14} className={classes.rangeNote}>
          {sayCount(texts.deleted, deleted)}
        </Note>
      )}
      {doubledImsis > 0 && (
        <Note mb={14} className={classes.rangeNote} data-tone="warning">
          {sayCount(texts.doubled, doubledImsis)}
        </Note>
      )}
    </div>
  )
}

type GroupSelectProps = { names: readonly string[]; value: string | null; onChange: (name: string | null) => void }

/** The group of the profiles, for a user who sees several groups but not all profiles. */
function GroupSelect({ names, value, onChange }: GroupSelectProps) {
  return (
    <Select
      label={texts.group}
      description={texts.groupHelp}
      data={names}
      value={value}
      onChange={onChange}
      style={{ maxWidth: 240 }}
      withAsterisk
      allowDeselect={false}
      searchable
    />
  )
}

type GenerateFootProps = {
  count: number
  /** Codes that exist, and are replaced. */
  replaced: number
  isPending: boolean
  isBlocked: boolean
  onGenerate: () => void
}

function GenerateFoot({ count, replaced, isPending, isBlocked, onGenerate }: GenerateFootProps) {
  return (
    <div className={classes.rangeFoot} data-end>
      <Note as="span" size="small">
        {count === 0
          ? texts.none
          : [texts.keys, ...(replaced > 0 ? [sayCount(texts.willReplace, replaced)] : [])].join(' ')}
      </Note>
      <Button
        color={replaced > 0 ? 'red' : undefined}
        loading={isPending}
        disabled={isBlocked || count === 0}
        onClick={onGenerate}
      >
        {sayCount(texts.generate, count)}
      </Button>
    </div>
  )
}

function RangeEnds({ range: { firstIccid, lastIccid, firstImsi, lastImsi } }: { range: Preview }) {
  const { number } = useMasks()
  return (
    <table className={classes.ends}>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.iccid}</th>
          <th scope="col">{texts.imsi}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{texts.from}</th>
          <td>{number(firstIccid)}</td>
          <td>{number(firstImsi)}</td>
        </tr>
        <tr>
          <th scope="row">{texts.to}</th>
          <td>{number(lastIccid)}</td>
          <td>{number(lastImsi)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function tilesOf({ total, existing, taken }: Preview) {
  const { counts, countTexts } = texts
  return [
    { label: counts.total, value: total, text: countTexts.total },
    { label: counts.fresh, value: total - existing - taken, text: countTexts.fresh, tone: 'success' },
    {
      label: counts.existing,
      value: existing,
      text: existing > 0 ? countTexts.existing : countTexts.existingNone,
      tone: existing > 0 ? 'warning' : undefined,
    },
    {
      label: counts.taken,
      value: taken,
      text: taken > 0 ? countTexts.taken : countTexts.takenNone,
      tone: taken > 0 ? 'danger' : undefined,
    },
  ]
}
