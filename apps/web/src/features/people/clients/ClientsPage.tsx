import * as client from '@simwright/contract/people/client'
import { planNames } from '@simwright/contract/platform/plan'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { ClientDrawer } from './ClientDrawer.tsx'
import { ClientState } from './ClientState.tsx'
import { clientTexts as texts } from './client-texts.ts'

const names = texts.columns

const filters = {
  search: { kind: 'text', label: names.search },
  state: {
    kind: 'choices',
    label: names.state,
    choices: client.clientStates.map((value) => ({ value, label: texts.states[value] })),
  },
  plan: { kind: 'choices', label: names.plan, choices: planNames.map((value) => ({ value, label: value })) },
} as const satisfies Filters

/** The enterprise accounts of all platforms; for platform staff. */
export function ClientsPage() {
  const filter = useUrlFilter(pages.clients, filters)
  const list = useList(client.list, { module: 'clients', sortInAddress: true, filter: filter.values })
  const [{ open: openId, tab }, changeAddress] = useAddress(pages.clients)
  const link = usePageLink(pages.platforms, texts.emptyLink)
  return (
    <>
      <PageHeader title={pageTexts.clients} text={texts.purpose} />
      <FilteredTable
        label={pageTexts.clients}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id, tab: undefined }, 'push')}
        openId={openId}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'buildings',
          example: exampleTexts.clients,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
        }}
      />
      <ClientDrawer
        id={openId}
        tab={tab}
        onTab={(tab) => changeAddress({ tab })}
        onClose={() => changeAddress({ open: undefined, tab: undefined }, 'push')}
      />
    </>
  )
}

const columns: readonly DataColumn<client.ClientRow>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 240,
    cell: (row) => <LongText>{row.name}</LongText>,
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <ClientState state={row.state} />,
  },
  { id: 'plan', header: names.plan, phone: 'text', cell: (row) => `${row.plan} · ${texts.kinds[row.kind]}` },
  {
    id: 'endsAt',
    header: names.endsAt,
    cell: (row) => (row.endsAt ? <Time at={row.endsAt} show="day" /> : texts.noEnd),
  },
  {
    id: 'downloads',
    header: names.downloads,
    align: 'right',
    cell: ({ usage: { used, total: max } }) =>
      max === null ? used.toLocaleString('en') : say(texts.of, { used, max }),
  },
  { id: 'members', header: names.members, align: 'right', cell: (row) => row.members.toLocaleString('en') },
  { id: 'platform', header: names.platform, cell: (row) => <LongText>{row.platform}</LongText> },
  { id: 'createdAt', header: names.createdAt, phone: 'time', cell: (row) => <Time at={row.createdAt} show="day" /> },
]
