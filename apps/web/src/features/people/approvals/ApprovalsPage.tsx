import { Tabs } from '@mantine/core'
import * as approval from '@simwright/contract/platform/approval'
import { approvalOperations, approvalRow } from '@simwright/contract/platform/approval-operation'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { ApprovalDrawer } from './ApprovalDrawer.tsx'
import { ApprovalStateBadge } from './ApprovalStateBadge.tsx'
import { approvalTexts as texts } from './approval-texts.ts'

const POLL_MS = 15_000

type Which = keyof typeof texts.tabs

/** Requests for approval: those that wait for the user, the user's own, and all. */
export function ApprovalsPage() {
  const [{ open: openId, tab }, changeAddress] = useAddress(pages.approvals)
  const mayDecide = useAllowed('Approval_Decide')
  const maySeeAll = useAllowed('Approval_View')
  const { data } = useAsk(approval.waiting, {}, { pollMs: POLL_MS, enabled: mayDecide })
  const tabs = (Object.keys(texts.tabs) as Which[])
    .filter((id) => id === 'mine' || (id === 'waiting' ? mayDecide : maySeeAll))
    .map((id) => ({ id, label: id === 'waiting' && data?.count ? say(texts.waitingCount, data) : texts.tabs[id] }))
  const shown = tabs.find(({ id }) => id === tab)?.id ?? tabs[0]!.id
  const open = (id: string | null) =>
    changeAddress({ tab: id as Which, state: undefined, operation: undefined }, 'push')
  return (
    <>
      <PageHeader title={pageTexts.approvals} text={texts.purpose} />
      <Tabs value={shown} onChange={open} className="over-table">
        <TabList tabs={tabs} shown={shown} />
        <Tabs.Panel value={shown}>
          <Requests key={shown} which={shown} openId={openId} onOpen={(id) => changeAddress({ open: id }, 'push')} />
        </Tabs.Panel>
      </Tabs>
      <ApprovalDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
    </>
  )
}

const filters = {
  state: {
    kind: 'choices',
    label: texts.columns.state,
    choices: approval.approvalStates.map((value) => ({ value, label: texts.states[value] })),
  },
  operation: {
    kind: 'choices',
    label: texts.columns.operation,
    choices: approvalOperations.map((value) => ({ value, label: approvalRow(value).name })),
  },
} as const satisfies Filters

type RequestsProps = { which: Which; openId: string | undefined; onOpen: (id: string) => void }

function Requests({ which, openId, onOpen }: RequestsProps) {
  const filter = useUrlFilter(pages.approvals, filters)
  const link = usePageLink(pages.enterprise, texts.settingsLink)
  const list = useList(approval.list, {
    module: 'approvals',
    filter: { ...(which === 'all' ? {} : { which }), ...(filter.values as object) },
    sort: { by: 'requestedAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  return (
    <FilteredTable
      label={texts.tabs[which]}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={(row) => onOpen(row.id)}
      openId={openId}
      filter={filter}
      empty={{ drawing: 'search', example: exampleTexts.approvals, ...texts.empty[which], link }}
    />
  )
}

const { columns: names } = texts

const columns: readonly DataColumn<approval.ApprovalRequest>[] = [
  {
    id: 'sentence',
    header: names.sentence,
    phone: 'title',
    show: 'always',
    cell: (row) => (
      <strong style={{ fontWeight: 550 }}>
        <LongText width="sentence">{row.sentence}</LongText>
      </strong>
    ),
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <ApprovalStateBadge state={row.state} /> },
  {
    id: 'requestedBy',
    header: names.requestedBy,
    phone: 'text',
    cell: (row) => <LongText>{row.requestedBy}</LongText>,
  },
  {
    id: 'requestedAt',
    header: names.requestedAt,
    sortBy: 'requestedAt',
    phone: 'time',
    cell: (row) => <Time at={row.requestedAt} />,
  },
  { id: 'expiresAt', header: names.expiresAt, cell: (row) => (row.endedAt ? '–' : <Time at={row.expiresAt} />) },
  { id: 'decidedBy', header: names.decidedBy, cell: (row) => <LongText>{row.decidedBy ?? '–'}</LongText> },
  { id: 'operation', header: names.operation, show: 'extra', cell: (row) => approvalRow(row.operation).name },
]
