import * as callLog from '@simwright/contract/programs/call-log'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import { useMemo } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { say } from '../../../texts/text.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { CallBadge } from './CallBadge.tsx'
import { CallDrawer } from './CallDrawer.tsx'
import { callLogTexts as texts } from './call-log-texts.ts'

const { columns: names } = texts
const POLL_MS = 5_000

type Choice = { value: string; label: string }

const filtersFor = (programs: readonly Choice[]) =>
  ({
    path: { kind: 'text', label: names.path },
    outcome: {
      kind: 'choices',
      label: names.outcome,
      choices: callLog.callOutcomes.map((value) => ({ value, label: texts.outcomes[value] })),
    },
    program: { kind: 'choice', label: names.program, choices: programs },
    at: { kind: 'days', label: names.at },
    request: { kind: 'text', label: names.requestId },
  }) as const satisfies Filters

/** The keys and credentials of the enterprise account, to choose from. */
function usePrograms(): readonly Choice[] {
  const keys = useAsk(apiKey.list, { limit: 200 })
  const credentials = useAsk(credential.list, {})
  return useMemo(
    () =>
      [...(keys.data?.items ?? []), ...(credentials.data?.items ?? [])].map(({ id, name }) => ({
        value: id,
        label: name,
      })),
    [keys.data, credentials.data],
  )
}

/** The log of the calls of programs. */
export function CallTab() {
  const [{ call }, changeAddress] = useAddress(pages.developer)
  const programs = usePrograms()
  const filters = useMemo(() => filtersFor(programs), [programs])
  const filter = useUrlFilter(pages.developer, filters)
  const { path, outcome, program, at, request } = filter.values
  const list = useList(callLog.list, {
    module: 'program-calls',
    sortInAddress: true,
    filter: {
      ...(path ? { path: path.slice(0, 200) } : {}),
      ...(outcome ? { outcome: outcome as callLog.CallOutcome[] } : {}),
      ...(program ? { programId: program } : {}),
      ...(request ? { requestId: request.slice(0, 36) } : {}),
      ...(at?.from ? { from: at.from } : {}),
      ...(at?.to ? { to: at.to } : {}),
    },
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  return (
    <Stack gap={24} className="over-table">
      <Note>{texts.text}</Note>
      <FilteredTable
        label={texts.title}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={({ id }) => changeAddress({ call: id }, 'push')}
        filter={filter}
        search={{ name: 'path', placeholder: texts.searchPlaceholder }}
        empty={{ drawing: 'log', example: exampleTexts.calls, title: texts.emptyTitle, text: texts.emptyText }}
      />
      <CallDrawer
        callId={call}
        listed={list.rows?.find(({ id }) => id === call)}
        onClose={() => changeAddress({ call: undefined }, 'push')}
      />
    </Stack>
  )
}

const columns: readonly DataColumn<callLog.ProgramCall>[] = [
  {
    id: 'at',
    header: names.at,
    phone: 'time',
    show: 'always',
    sortBy: 'at',
    cell: (row) => <Time at={row.at} show="second" />,
  },
  { id: 'outcome', header: names.outcome, phone: 'status', cell: (row) => <CallBadge {...row} /> },
  { id: 'path', header: names.path, phone: 'title', cell: (row) => <LongText>{`${row.method} ${row.path}`}</LongText> },
  { id: 'program', header: names.program, phone: 'text', cell: (row) => <LongText>{row.program.name}</LongText> },
  { id: 'code', header: names.code, cell: (row) => row.code ?? '–' },
  { id: 'ms', header: names.ms, align: 'right', cell: (row) => say(texts.ms, { count: row.ms }) },
  { id: 'address', header: names.address, show: 'extra', cell: (row) => row.address },
  {
    id: 'requestId',
    header: names.requestId,
    show: 'extra',
    cell: (row) => <Mono copyAs={names.requestId}>{row.requestId}</Mono>,
  },
]
