import { id } from '@simwright/contract/list'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { useMemo } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { pageTexts } from '../../../texts/page.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { BipDrawer } from './BipDrawer.tsx'
import { bipTexts as texts } from './bip-texts.ts'
import { MessageOutcome } from './MessageOutcome.tsx'

const { columns: names } = texts
const POLL_MS = 15_000

type Choices = readonly { value: string; label: string }[]

const filtersWith = (clients: Choices) =>
  ({
    iccid: { kind: 'text', label: texts.filters.iccid },
    client: { kind: 'choice', label: texts.filters.client, choices: clients },
    outcome: {
      kind: 'choices',
      label: texts.filters.outcome,
      choices: recycle.messageOutcomes.map((value) => ({ value, label: texts.outcomes[value] })),
    },
    at: { kind: 'days', label: texts.filters.at },
  }) as const satisfies Filters

/** The clients whose applets sent messages, and the one in the address. */
function useFilters() {
  const [{ client }] = useAddress(pages.bip)
  const chosen = id.safeParse(client).data
  const { data } = useAsk(recycle.messageClients, { chosen })
  return useMemo(() => filtersWith((data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))), [data])
}

/** Messages of applets, raw and decoded; for platform staff. */
export function BipPage() {
  const filter = useUrlFilter(pages.bip, useFilters())
  const [{ open: openId }, changeAddress] = useAddress(pages.bip)
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
      <FilteredTable
        label={pageTexts.bip}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText, link }}
      />
      <BipDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
    </>
  )
}

function filterOf({ iccid, client, outcome, at }: FilterValues<ReturnType<typeof filtersWith>>) {
  return {
    ...(iccid === undefined ? {} : { iccid }),
    ...(client === undefined ? {} : { client }),
    ...(outcome === undefined ? {} : { outcome: outcome as recycle.MessageOutcome[] }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}

const columns: readonly DataColumn<recycle.BipMessage>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  {
    id: 'outcome',
    header: names.outcome,
    phone: 'status',
    show: 'always',
    cell: ({ outcome }) => <MessageOutcome outcome={outcome} />,
  },
  {
    id: 'client',
    header: names.client,
    phone: 'text',
    cell: (row) => (row.client ? <LongText>{row.client.name}</LongText> : '–'),
  },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
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
      <Identifier kind="code" copyAs={names.raw} maxChars={18}>
        {row.raw}
      </Identifier>
    ),
  },
]
