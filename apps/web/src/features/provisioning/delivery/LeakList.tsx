import { Anchor } from '@mantine/core'
import * as leak from '@simwright/contract/provisioning/leak'
import { Link } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { leakTexts as texts } from '../../../texts/leak.ts'
import { say } from '../../../texts/text.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'

const { columns: names } = texts

const filters = {
  state: {
    kind: 'choices',
    label: texts.state,
    choices: leak.leakStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

const tones: Readonly<Record<leak.LeakState, Tone>> = {
  SUSPECTED: 'danger',
  DISMISSED: 'neutral',
  REPLACED: 'success',
}

const POLL_MS = 10_000

type Filtered = { state?: leak.LeakState[] }

const columns: readonly DataColumn<leak.Leak>[] = [
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    cell: (row) => (
      <Anchor component={Link} {...profilePath(row.profileId, 'overview')} inherit>
        <Identifier>{row.iccid}</Identifier>
      </Anchor>
    ),
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>,
  },
  {
    id: 'reason',
    header: names.reason,
    phone: 'text',
    cell: ({ kind, value, hours }) => <LongText>{say(texts.reasons[kind], { value, hours })}</LongText>,
  },
  { id: 'foundAt', header: names.foundAt, phone: 'time', cell: ({ foundAt }) => <Time at={foundAt} /> },
  { id: 'dismissedBy', header: names.dismissedBy, show: 'extra', cell: ({ dismissedBy }) => dismissedBy || '–' },
]

/** Codes that many devices or networks try, newest first. */
export function LeakList() {
  const filter = useUrlFilter(pages.delivery, filters)
  const list = useList(leak.list, { module: 'leaks', filter: filter.values as Filtered, pollMs: POLL_MS })
  return (
    <FilteredTable
      label={deliveryTexts.tabs.leaks}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      filter={filter}
      empty={{
        drawing: 'block',
        title: texts.emptyTitle,
        text: texts.emptyText,
        button: { label: texts.emptyButton, to: pages.notifications.path },
      }}
    />
  )
}
