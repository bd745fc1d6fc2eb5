import { Button, Group, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { CAMPAIGN_PROFILES_MAX } from '@simwright/contract/provisioning/campaign'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { campaignTexts } from '../../../texts/campaign.ts'
import { sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { formatTime } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './Campaign.module.css'

const texts = campaignTexts.fill
const TYPING_PAUSE_MS = 400

type Source = 'batch' | 'group' | 'filter'
type Filter = { batchId: string } | { groupId: string } | { query: string }

/** Adds profiles of a batch, a group or a Fleet query to the campaign, and takes them out. */
export function FillPanel({ one }: { one: campaign.Campaign }) {
  const [from, setFrom] = useState<Source>('batch')
  const [batchId, setBatchId] = useState<string | null>(null)
  const [groupId, setGroupId] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const filters: Record<Source, Filter | undefined> = {
    batch: batchId === null ? undefined : { batchId },
    group: groupId === null ? undefined : { groupId },
    filter: query === '' ? undefined : { query },
  }
  const filter = filters[from]
  return (
    <Panel title={texts.title} text={sayCount(texts.count, one.counts.profiles)} actions={<TakeOut one={one} />}>
      <div className={classes.form}>
        <p className={classes.text}>{texts.text}</p>
        <SegmentedControl
          aria-label={texts.from}
          value={from}
          onChange={(value) => setFrom(value as Source)}
          data={[
            { value: 'batch', label: texts.batch },
            { value: 'group', label: texts.group },
            { value: 'filter', label: texts.filter },
          ]}
        />
        {from === 'batch' && (
          <BatchSelect configurationId={one.configurationId} value={batchId} onChange={setBatchId} />
        )}
        {from === 'group' && <GroupSelect value={groupId} onChange={setGroupId} />}
        {from === 'filter' && (
          <TextInput
            label={texts.filterLabel}
            description={texts.filterHelp}
            value={typed}
            maxLength={500}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {filter && <FillForm key={JSON.stringify(filter)} one={one} filter={filter} />}
      </div>
    </Panel>
  )
}

type BatchSelectProps = { configurationId: string; value: string | null; onChange: (id: string | null) => void }

/** The newest batches of the campaign's configuration. */
function BatchSelect({ configurationId, value, onChange }: BatchSelectProps) {
  const batches = useAsk(batch.list, { limit: 200 })
  const rows = (batches.data?.items ?? []).filter((row) => row.configurationId === configurationId && row.succeeded > 0)
  const data = rows.map(({ id, code, createdAt, succeeded, fileName }) => ({
    value: id,
    label: [code, fileName, formatTime(createdAt), succeeded.toLocaleString('en')].filter(Boolean).join(' · '),
  }))
  return (
    <Select
      label={texts.batchLabel}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      error={batches.error?.message}
      nothingFoundMessage={texts.none}
    />
  )
}

function GroupSelect({ value, onChange }: Omit<BatchSelectProps, 'configurationId'>) {
  const groups = useAsk(group.list, {})
  const data = (groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={texts.groupLabel}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      error={groups.error?.message}
      nothingFoundMessage={texts.noGroup}
    />
  )
}

/** How many profiles of a filter can be added, and why the others cannot. */
function FillForm({ one, filter }: { one: campaign.Campaign; filter: Filter }) {
  const { id } = one
  const preview = useAsk(campaign.preview, { id, filter }, { staleMs: 0 })
  const [maxCount, setMaxCount] = useState<number | ''>('')
  const fill = useMutation(campaign.fill, {
    changes: [campaign.get, campaign.list, campaign.preview],
    onSuccess: ({ added }) => toast.success(sayCount(texts.done, added)),
  })
  const { data, error } = preview
  const fit = data?.fit ?? 0
  const count = Math.min(maxCount === '' ? fit : maxCount, fit)
  return (
    <>
      <div className={classes.fit} aria-live="polite">
        {error ? (
          <span className={classes.refusal}>{error.faults[0]?.text ?? error.message}</span>
        ) : (
          data && <PreviewCounts preview={data} />
        )}
      </div>
      {fit > 0 && (
        <Group align="flex-end" gap={12}>
          <NumberInput
            label={texts.most}
            w={140}
            min={1}
            max={Math.min(fit, CAMPAIGN_PROFILES_MAX)}
            allowDecimal={false}
            placeholder={fit.toLocaleString('en')}
            value={maxCount}
            onChange={(value) => setMaxCount(typeof value === 'number' ? value : '')}
          />
          <Button
            variant="light"
            loading={fill.isPending}
            disabled={count < 1}
            onClick={() => fill.mutate({ id, filter, most: count }, { onSuccess: () => setMaxCount('') })}
          >
            {sayCount(texts.submit, count)}
          </Button>
        </Group>
      )}
    </>
  )
}

function PreviewCounts({ preview }: { preview: OutputOf<typeof campaign.preview> }) {
  return (
    <>
      <strong>{preview.fit === 0 ? texts.none : sayCount(texts.fit, preview.fit)}</strong>
      {preview.capped && <span>{texts.capped}</span>}
      {preview.unfit.length > 0 && (
        <ul className={classes.unfit}>
          {preview.unfit.map(({ reason, count }) => (
            <li key={reason}>{sayCount(texts.unfit[reason], count)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function TakeOut({ one }: { one: campaign.Campaign }) {
  const takeOut = useMutation(campaign.takeOut, {
    changes: [campaign.get, campaign.list, campaign.preview],
    onSuccess: ({ removed }) => toast.success(sayCount(texts.takenOut, removed)),
  })
  if (one.counts.free === 0) return null
  const ask = async () => {
    const question = { title: texts.takeOutTitle, text: texts.takeOutText, proceed: texts.takeOut }
    if (await confirm(question)) takeOut.mutate({ id: one.id })
  }
  return (
    <Button variant="default" size="xs" loading={takeOut.isPending} onClick={() => void ask()}>
      {texts.takeOut}
    </Button>
  )
}
