import { Button } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { orderStates } from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { formatDate } from '../../../base/time.ts'
import { useAddress } from '../../../base/url.ts'
import { useSalesLack } from '../../../money/NotSold.tsx'
import { orderColumns } from '../../../money/order-columns.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { orderTexts as texts } from '../../../texts/order.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

const names = texts.columns

const filters = {
  code: { kind: 'text', label: names.code },
  state: {
    kind: 'choices',
    label: names.state,
    choices: orderStates.map((value) => ({ value, label: texts.states[value] })),
  },
  plan: { kind: 'choices', label: names.plan, choices: order.orderedPlans.map((value) => ({ value, label: value })) },
} as const satisfies Filters

/** The orders of the enterprise account, newest first. */
export function OrdersPage() {
  const filter = useUrlFilter(pages.orders, filters)
  const list = useList(order.query, { module: 'orders', filter: filter.values })
  const [{ open: openId }, changeAddress] = useAddress(pages.orders)
  const isSold = useSalesLack()?.length === 0
  const link = usePageLink(pages.subscription, texts.emptyLink)
  return (
    <>
      <PageHeader
        title={pageTexts.orders}
        text={texts.purpose}
        actions={
          isSold && (
            <Allowed need="Order_Create">
              <Button component={Link} {...linkTo(pages.purchase, { params: { operation: 'buy' } })}>
                {texts.buy}
              </Button>
            </Allowed>
          )
        }
      />
      <FilteredTable
        label={pageTexts.orders}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        search={{ name: 'code', placeholder: texts.searchPlaceholder }}
        empty={{
          drawing: 'invoice',
          example: exampleTexts.orders,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
        }}
      />
      <OrderDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
    </>
  )
}

const columns: readonly DataColumn<order.Order>[] = [
  orderColumns.code,
  orderColumns.state,
  { id: 'plan', header: names.plan, phone: 'text', cell: (row) => row.plan },
  orderColumns.operation,
  orderColumns.amount,
  {
    id: 'period',
    header: names.period,
    cell: ({ startsAt, endsAt }) => (
      <Time at={startsAt} until={endsAt}>
        {endsAt ? say(texts.period, { from: formatDate(startsAt), to: formatDate(endsAt) }) : formatDate(startsAt)}
      </Time>
    ),
  },
  {
    id: 'downloads',
    header: names.downloads,
    align: 'right',
    cell: ({ usage: { used, total: max } }) =>
      max === null ? used.toLocaleString('en') : say(texts.used, { used, max }),
  },
  {
    id: 'paymentMethod',
    header: names.paymentMethod,
    cell: (row) => (row.paymentMethod === null ? texts.none : texts.paymentMethods[row.paymentMethod]),
  },
  { id: 'createdAt', header: names.createdAt, phone: 'time', cell: (row) => <Time at={row.createdAt} show="day" /> },
]
