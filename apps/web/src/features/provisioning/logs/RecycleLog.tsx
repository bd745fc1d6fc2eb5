import * as recycle from '@simwright/contract/provisioning/recycle'
import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { platform } from '../../../brand/platform.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { RecycleStepBadge } from '../../../esim/recycle-state.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { logTexts } from '../../../texts/logs.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { formatTime, formatTimeExact } from '../../../ui/time.ts'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/url-filter.ts'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { ExportButton } from './ExportButton.tsx'
import page from './LogsPage.module.css'

const texts = recycleTexts.log
const POLL_MS = 15_000

const filters = {
  iccid: { kind: 'text', label: texts.filters.iccid },
  step: {
    kind: 'choices',
    label: texts.filters.step,
    choices: recycle.recycleSteps.map((value) => ({ value, label: recycleTexts.steps[value] })),
  },
  reason: {
    kind: 'choices',
    label: texts.filters.reason,
    choices: recycle.recycleReasons.map((value) => ({ value, label: recycleTexts.reasons[value] })),
  },
  at: { kind: 'days', label: texts.filters.at },
} as const satisfies Filters

/** The steps of recycling profiles, newest first. */
export function RecycleLog() {
  const navigate = useNavigate()
  const maySeeProfile = useAllowed('Fleet_View')
  const filter = useUrlFilter(pages.logs, filters)
  const listFilter = filterOf(filter.values)
  const list = useList(recycle.log, {
    module: 'recycle-log',
    sortInAddress: true,
    filter: listFilter,
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  return (
    <DataTable
      label={logTexts.tabs.recycles}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={maySeeProfile ? (row) => void navigate(profilePath(row.profileId, 'recycle')) : undefined}
      filters={
        <div className={page.filters}>
          <FilterBar
            after={<ViewsMenu module="recycle-log" names={Object.keys(filter.filters)} />}
            filter={filter}
            search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
          />
          <ExportButton endpoint={recycle.exportLog} filter={listFilter} />
        </div>
      }
      onClearFilters={filter.isOn ? filter.clear : undefined}
      empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText }}
    />
  )
}

function filterOf({ iccid, step, reason, at }: FilterValues<typeof filters>) {
  return {
    ...(iccid === undefined ? {} : { iccid }),
    ...(step === undefined ? {} : { step: step as recycle.RecycleStep[] }),
    ...(reason === undefined ? {} : { reason: reason as (typeof recycle.recycleReasons)[number][] }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}

const names = texts.columns

const columns: readonly DataColumn<recycle.RecycleEntry>[] = [
  { id: 'at', header: names.at, show: 'always', cell: (row) => formatTimeExact(row.at) },
  { id: 'step', header: names.step, show: 'always', cell: (row) => <RecycleStepBadge step={row.step} /> },
  { id: 'iccid', header: names.iccid, cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier> },
  { id: 'reason', header: names.reason, cell: (row) => (row.reason ? recycleTexts.reasons[row.reason] : '–') },
  { id: 'text', header: names.text, cell: (row) => <EntryText>{row.text}</EntryText> },
  { id: 'dueAt', header: names.dueAt, cell: (row) => (row.dueAt ? formatTime(row.dueAt) : '–') },
  { id: 'by', header: names.by, cell: (row) => <LongText>{actorOf(row)}</LongText> },
  { id: 'address', header: names.address, show: 'extra', cell: (row) => addressOf(row) },
  {
    id: 'eid',
    header: names.eid,
    show: 'extra',
    cell: (row) => (row.eid ? <Identifier copyAs={names.eid}>{row.eid}</Identifier> : '–'),
  },
]

function EntryText({ children }: { children: string }) {
  return <LongText width="wide">{useMasks().text(children)}</LongText>
}

function actorOf({ actor, actorName, address }: recycle.RecycleEntry): string {
  if (actor === 'user') return actorName ?? '–'
  if (actor === 'system') return platform().appName
  return address === 'simulator' ? texts.simulator : texts.device
}

const addressOf = ({ address }: recycle.RecycleEntry) =>
  address === null || address === 'simulator' ? '–' : plainAddress(address)
