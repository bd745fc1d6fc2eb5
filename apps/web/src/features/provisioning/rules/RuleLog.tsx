import * as rule from '@simwright/contract/provisioning/rule'
import { ruleEventTexts } from '@simwright/contract/provisioning/rule-text'
import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { batchPath, profilePath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { capitalized } from './capitalized.ts'
import { RunStateBadge } from './rule-state.tsx'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.log
const POLL_MS = 15_000

const filters = {
  state: {
    kind: 'choices',
    label: texts.state,
    choices: rule.ruleRunStates.map((value) => ({ value, label: ruleTexts.runStates[value] })),
  },
} as const satisfies Filters

/** What a rule did, newest first. */
export function RuleLog({ ruleId }: { ruleId: string }) {
  const filter = useUrlFilter(pages.rules, filters)
  const { state } = filter.values as { state?: rule.RuleRunState[] }
  const list = useList(rule.log, {
    module: 'rule-log',
    filter: { ruleId, ...(state ? { state } : {}) },
    sort: { by: 'matchedAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const navigate = useNavigate()
  const maySeeFleet = useAllowed('Fleet_View')
  const maySeeBatches = useAllowed('Generate_AC_Log_View')
  return (
    <>
      <h2 style={{ fontSize: 'var(--type-h3)' }}>{texts.title}</h2>
      <FilteredTable
        label={texts.title}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => {
          if (row.profileId !== null && maySeeFleet) void navigate(profilePath(row.profileId))
          else if (row.profileId === null && row.batchId !== null && maySeeBatches)
            void navigate(batchPath(row.batchId))
        }}
        filter={filter}
        empty={{ drawing: 'search', title: texts.emptyTitle, text: texts.emptyText }}
      />
    </>
  )
}

const columns: readonly DataColumn<rule.RuleRun>[] = [
  {
    id: 'iccid',
    header: texts.object,
    phone: 'title',
    show: 'always',
    cell: (row) =>
      row.iccid === null ? (
        <Identifier copyAs={texts.batch}>{row.batchCode ?? ''}</Identifier>
      ) : (
        <Identifier copyAs={texts.iccid}>{row.iccid}</Identifier>
      ),
  },
  { id: 'state', header: texts.state, phone: 'status', cell: (row) => <RunStateBadge state={row.state} /> },
  {
    id: 'event',
    header: texts.event,
    phone: 'text',
    cell: (row) => <LongText>{[`${capitalized(ruleEventTexts[row.event])}.`, ...row.reasons].join(' ')}</LongText>,
  },
  { id: 'happenedAt', header: texts.happenedAt, phone: 'time', cell: (row) => <Time at={row.happenedAt} /> },
  {
    id: 'matchedAt',
    header: texts.matchedAt,
    show: 'extra',
    sortBy: 'matchedAt',
    cell: (row) => <Time at={row.matchedAt} />,
  },
  { id: 'actedAt', header: texts.actedAt, cell: (row) => (row.actedAt ? <Time at={row.actedAt} /> : '–') },
]
