import * as recycle from '@simwright/contract/provisioning/recycle'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { bipTexts as texts } from '../../../texts/bip.ts'
import { pageTexts } from '../../../texts/page.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatTimeExact } from '../../../ui/time.ts'
import type { Tone } from '../../../ui/tone.ts'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/url-filter.ts'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'

const { columns: names } = texts
const POLL_MS = 15_000

const filters = {
  iccid: { kind: 'text', label: texts.filters.iccid },
  outcome: {
    kind: 'choices',
    label: texts.filters.outcome,
    choices: recycle.messageOutcomes.map((value) => ({ value, label: texts.outcomes[value] })),
  },
  at: { kind: 'days', label: texts.filters.at },
} as const satisfies Filters

/** Messages of applets, raw and decoded; for platform staff. */
export function BipPage() {
  const filter = useUrlFilter(pages.bip, filters)
  const list = useList(recycle.messages, {
    module: 'bip-messages',
    sortInAddress: true,
    filter: filterOf(filter.values),
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const link = usePageLink(pages.platforms, texts.emptyLink)
  return (
    <>
      <PageHeader title={pageTexts.bip} text={texts.purpose} />
      <DataTable
        label={pageTexts.bip}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        filters={
          <FilterBar
            after={<ViewsMenu module="bip-messages" names={Object.keys(filter.filters)} />}
            filter={filter}
            search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
          />
        }
        onClearFilters={filter.isOn ? filter.clear : undefined}
        empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText, link }}
      />
    </>
  )
}

function filterOf({ iccid, outcome, at }: FilterValues<typeof filters>) {
  return {
    ...(iccid === undefined ? {} : { iccid }),
    ...(outcome === undefined ? {} : { outcome: outcome as recycle.MessageOutcome[] }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}

const tones: Record<recycle.MessageOutcome, Tone> = {
  RECYCLED: 'success',
  KNOWN: 'neutral',
  FORGED: 'danger',
  REPLAYED: 'danger',
  UNKNOWN: 'warning',
  MALFORMED: 'warning',
}

const columns: readonly DataColumn<recycle.BipMessage>[] = [
  { id: 'at', header: names.at, show: 'always', cell: (row) => formatTimeExact(row.at) },
  {
    id: 'outcome',
    header: names.outcome,
    show: 'always',
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{texts.outcomes[outcome]}</StatusBadge>,
  },
  {
    id: 'iccid',
    header: names.iccid,
    cell: (row) => (row.iccid ? <Identifier copyAs={names.iccid}>{row.iccid}</Identifier> : '–'),
  },
  {
    id: 'counter',
    header: names.counter,
    align: 'right',
    cell: (row) => row.counter?.toLocaleString('en') ?? '–',
  },
  { id: 'reason', header: names.reason, cell: (row) => (row.reason ? recycleTexts.reasons[row.reason] : '–') },
  {
    id: 'address',
    header: names.address,
    cell: (row) => (row.simulated ? texts.simulator : plainAddress(row.address)),
  },
  {
    id: 'raw',
    header: names.raw,
    cell: (row) => (
      <Identifier kind="code" copyAs={names.raw} maxChars={24}>
        {row.raw}
      </Identifier>
    ),
  },
]
