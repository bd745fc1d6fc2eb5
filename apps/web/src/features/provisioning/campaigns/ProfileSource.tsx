import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { sayCount } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.fill
const TYPING_PAUSE_MS = 400

type Source = 'batch' | 'group' | 'filter'
export type SourceChoice = { from: Source; batchId: string | null; groupId: string | null; query: string }
export type SourceFilter = { batchId: string } | { groupId: string } | { query: string }

export const noSource: SourceChoice = { from: 'batch', batchId: null, groupId: null, query: '' }

/** The filter of the chosen profiles; undefined while none are chosen. A typed query is used after a pause. */
export function useSourceFilter({ from, batchId, groupId, query: typed }: SourceChoice): SourceFilter | undefined {
  const [query] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const filters: Record<Source, SourceFilter | undefined> = {
    batch: batchId === null ? undefined : { batchId },
    group: groupId === null ? undefined : { groupId },
    filter: query === '' ? undefined : { query },
  }
  return filters[from]
}

type ProfileSourceProps = {
  /** The configuration of the campaign. */
  configurationId: string
  value: SourceChoice
  onChange: (value: SourceChoice) => void
}

/** Chooses profiles of a batch, a group or a Fleet query. */
export function ProfileSource({ configurationId, value, onChange }: ProfileSourceProps) {
  const maySeeBatches = useAllowed('Generate_AC_Log_View')
  const change = (more: Partial<SourceChoice>) => onChange({ ...value, ...more })
  return (
    <>
      <SegmentedControl
        aria-label={texts.from}
        value={value.from}
        onChange={(from) => change({ from: from as Source })}
        data={[
          { value: 'batch', label: texts.batch },
          { value: 'group', label: texts.group },
          { value: 'filter', label: texts.filter },
        ]}
      />
      {value.from === 'batch' && !maySeeBatches && <Note size="same">{texts.batchesUnseen}</Note>}
      {value.from === 'batch' && maySeeBatches && (
        <BatchSelect
          configurationId={configurationId}
          value={value.batchId}
          onChange={(batchId) => change({ batchId })}
        />
      )}
      {value.from === 'group' && <GroupSelect value={value.groupId} onChange={(groupId) => change({ groupId })} />}
      {value.from === 'filter' && (
        <TextInput
          label={texts.filterLabel}
          description={texts.filterHelp}
          value={value.query}
          maxLength={500}
          onChange={(event) => change({ query: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type Chosen = { value: string | null; onChange: (id: string | null) => void }

/** The newest batches of the campaign's configuration. */
function BatchSelect({ configurationId, ...chosen }: Chosen & { configurationId: string }) {
  const batches = useAsk(batch.list, { filter: { configurationId }, limit: 200 })
  const rows = (batches.data?.items ?? []).filter(({ succeeded }) => succeeded > 0)
  const data = rows.map(({ id, code, createdAt, succeeded, fileName }) => ({
    value: id,
    label: [code, fileName, formatTime(createdAt), succeeded.toLocaleString('en')].filter(Boolean).join(' · '),
  }))
  return (
    <Select
      {...chosen}
      label={texts.batchLabel}
      placeholder={texts.batchChoose}
      data={data}
      searchable
      clearable
      error={batches.error?.message}
      nothingFoundMessage={texts.noBatch}
    />
  )
}

function GroupSelect(chosen: Chosen) {
  const groups = useAsk(group.list, {})
  const data = (groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...chosen}
      label={texts.groupLabel}
      placeholder={texts.groupChoose}
      data={data}
      searchable
      clearable
      error={groups.error?.message}
      nothingFoundMessage={texts.noGroup}
    />
  )
}

export type FillPreview = { data: OutputOf<typeof campaign.preview> | undefined; error: Problem | null }

/** How many of the chosen profiles can be added, and why the others cannot. */
export function FillCounts({ preview: { data, error } }: { preview: FillPreview }) {
  return (
    <Stack gap={4} className="size-text" style={{ minHeight: 44 }} aria-live="polite">
      {error ? (
        <Note as="span" size="same" tone="danger">
          {error.faults[0]?.text ?? error.message}
        </Note>
      ) : (
        data && (
          <>
            <strong>{data.fit === 0 ? texts.none : sayCount(texts.fit, data.fit)}</strong>
            {data.capped && <span>{texts.capped}</span>}
            {data.unfit.length > 0 && (
              <ul className="bullets muted">
                {data.unfit.map(({ reason, count }) => (
                  <li key={reason}>{sayCount(texts.unfit[reason], count)}</li>
                ))}
              </ul>
            )}
          </>
        )
      )}
    </Stack>
  )
}
