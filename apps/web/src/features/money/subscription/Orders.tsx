import type { Order } from '@simwright/contract/money/order'
import * as order from '@simwright/contract/money/order'
import type { OrderState } from '@simwright/contract/platform/plan'
import { useList } from '../../../api/list.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { Mono } from '../../../ui/Mono.tsx'
import { dollars } from '../../../ui/money.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatDate } from '../../../ui/time.ts'
import type { Tone } from '../../../ui/tone.ts'
import classes from './SubscriptionPage.module.css'

/** Every order of the enterprise account, newest first. */
export function Orders() {
  const link = usePageLink(pages.dashboard, texts.ordersEmptyLink)
  const list = useList(order.query, { module: 'orders', sort: { by: 'createdAt', direction: 'desc' } })
  return (
    <div>
      <h2 className={classes.heading}>{texts.orders}</h2>
      <DataTable
        label={texts.orders}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        empty={{
          drawing: 'log',
          title: texts.ordersEmptyTitle,
          text: texts.ordersEmptyText,
          link,
        }}
      />
    </div>
  )
}

const { columns: names } = texts
const tones: Record<OrderState, Tone> = {
  UNPAID: 'warning',
  CLOSED: 'neutral',
  PENDING_CONFIRMATION: 'info',
  WAIT_ACTIVE: 'info',
  ACTIVE: 'success',
  EXPIRED: 'neutral',
}

const columns: readonly DataColumn<Order>[] = [
  { id: 'code', header: names.code, show: 'always', cell: (row) => <Mono copyAs={names.code}>{row.code}</Mono> },
  { id: 'plan', header: names.plan, cell: (row) => row.plan },
  { id: 'kind', header: names.kind, cell: (row) => texts.kinds[row.kind] },
  {
    id: 'state',
    header: names.state,
    cell: (row) => <StatusBadge tone={tones[row.state]}>{texts.states[row.state]}</StatusBadge>,
  },
  { id: 'startsAt', header: names.startsAt, cell: (row) => formatDate(row.startsAt) },
  { id: 'endsAt', header: names.endsAt, cell: (row) => (row.endsAt ? formatDate(row.endsAt) : '–') },
  {
    id: 'downloads',
    header: names.downloads,
    align: 'right',
    cell: ({ usedDownloads: used, downloads: max }) =>
      max === null ? used.toLocaleString('en') : say(texts.of, { used, max }),
  },
  { id: 'amount', header: names.amount, align: 'right', cell: (row) => dollars(row.amountCents) },
]
