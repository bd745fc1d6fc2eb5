import * as recycle from '@simwright/contract/provisioning/recycle'
import { useList } from '../../../api/list.ts'
import { platform } from '../../../brand/platform.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { RecycleStepBadge } from '../../../esim/recycle-state.tsx'
import { pages } from '../../../paths.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { LogExport } from './LogExport.tsx'
import { logTexts } from './logs-texts.ts'
import { LogText, NEWEST_FIRST, ProfileLogTable } from './ProfileLogTable.tsx'
import { timesOf } from './times-of.ts'

const texts = recycleTexts.log

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
  const filter = useUrlFilter(pages.logs, filters)
  const listFilter = filterOf(filter.values)
  const list = useList(recycle.log, {
    module: 'recycle-log',
    filter: listFilter,
    ...NEWEST_FIRST,
  })
  return (
    <ProfileLogTable
      label={logTexts.tabs.recycles}
      list={list}
      columns={columns}
      filter={filter}
      texts={texts}
      example={exampleTexts.recycleLog}
      exporting={<LogExport endpoint={recycle.exportLog} filter={listFilter} />}
      pathOf={(row) => profilePath(row.profileId, 'recycle')}
    />
  )
}

function filterOf({ iccid, step, reason, at }: FilterValues<typeof filters>) {
  return {
    ...(iccid === undefined ? {} : { iccid }),
    ...(step === undefined ? {} : { step: step as recycle.RecycleStep[] }),
    ...(reason === undefined ? {} : { reason: reason as (typeof recycle.recycleReasons)[number][] }),
    ...timesOf(at),
  }
}

const names = texts.columns

const columns: readonly DataColumn<recycle.RecycleEntry>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  {
    id: 'step',
    header: names.step,
    phone: 'status',
    show: 'always',
    cell: (row) => <RecycleStepBadge step={row.step} />,
  },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier>,
  },
  { id: 'reason', header: names.reason, cell: (row) => (row.reason ? recycleTexts.reasons[row.reason] : '–') },
  { id: 'text', header: names.text, phone: 'text', cell: (row) => <LogText>{row.text}</LogText> },
  { id: 'dueAt', header: names.dueAt, cell: (row) => (row.dueAt ? <Time at={row.dueAt} /> : '–') },
  { id: 'by', header: names.by, cell: (row) => <LongText>{actorOf(row)}</LongText> },
  { id: 'address', header: names.address, show: 'extra', cell: (row) => addressOf(row) },
  {
    id: 'eid',
    header: names.eid,
    show: 'extra',
    cell: (row) => (row.eid ? <Identifier copyAs={names.eid}>{row.eid}</Identifier> : '–'),
  },
]

function actorOf({ actor, actorName, address }: recycle.RecycleEntry): string {
  if (actor === 'user') return actorName ?? '–'
  if (actor === 'system') return platform().appName
  return address === 'simulator' ? texts.simulator : texts.device
}

const addressOf = ({ address }: recycle.RecycleEntry) =>
  address === null || address === 'simulator' ? '–' : plainAddress(address)
