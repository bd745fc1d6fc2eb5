import { Anchor } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { Link } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { mailTones } from '../../../esim/mail-state.ts'
import { profilePath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { exampleTexts } from '../../../texts/example.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'

const texts = deliveryTexts.mails
const { columns: names } = texts

const filters = { search: { kind: 'text', label: texts.search } } as const satisfies Filters

const POLL_MS = 10_000

/** The e-mails with activation codes, and their delivery state. */
export function MailList() {
  const filter = useUrlFilter(pages.delivery, filters)
  const list = useList(delivery.mails, {
    module: 'code-mails',
    sortInAddress: true,
    filter: filter.values as { search?: string },
    pollMs: POLL_MS,
  })
  return (
    <FilteredTable
      label={deliveryTexts.tabs.mails}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      filter={filter}
      search={{ name: 'search', placeholder: texts.searchPlaceholder }}
      hasViews
      empty={{
        drawing: 'mail',
        example: exampleTexts.codeMails,
        title: texts.emptyTitle,
        text: texts.emptyText,
        button: { label: texts.emptyButton, to: pages.fleet.path },
      }}
    />
  )
}

const columns: readonly DataColumn<delivery.CodeMail>[] = [
  {
    id: 'recipient',
    header: names.recipient,
    phone: 'title',
    show: 'always',
    cell: (row) => <LongText>{row.recipient}</LongText>,
  },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'text',
    cell: (row) => (
      <Anchor component={Link} {...profilePath(row.profileId)} inherit>
        <Identifier>{row.iccid}</Identifier>
      </Anchor>
    ),
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: ({ state }) => <StatusBadge tone={mailTones[state]}>{texts.states[state]}</StatusBadge>,
  },
  { id: 'refusal', header: names.refusal, cell: ({ refusal }) => <LongText>{refusal ?? '–'}</LongText> },
  { id: 'at', header: names.at, phone: 'time', cell: ({ at }) => <Time at={at} show="ago" /> },
  { id: 'sentBy', header: names.sentBy, cell: (row) => row.sentBy || '–' },
]
