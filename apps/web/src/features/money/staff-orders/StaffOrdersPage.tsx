import { Button } from '@mantine/core'
import { id } from '@simwright/contract/list'
import { orderedPlans } from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { orderStates } from '@simwright/contract/platform/plan'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { orderColumns } from '../../../money/order-columns.tsx'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { orderTexts } from '../../../texts/order.ts'
import { pageTexts } from '../../../texts/page.ts'
import { sayCount } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { OrderByHand } from './OrderByHand.tsx'
import { StaffOrderDrawer } from './StaffOrderDrawer.tsx'
import { staffOrderTexts as texts } from './staff-order-texts.ts'

const names = orderTexts.columns

const filters = {
  search: { kind: 'text', label: texts.columns.search },
  client: { kind: 'text', label: texts.columns.client },
  state: {
    kind: 'choices',
    label: names.state,
    choices: orderStates.map((value) => ({ value, label: orderTexts.states[value] })),
  },
  paymentMethod: {
    kind: 'choices',
    label: names.paymentMethod,
    choices: (['0', '1'] as const).map((value) => ({ value, label: orderTexts.paymentMethods[value] })),
  },
  plan: { kind: 'choices', label: names.plan, choices: orderedPlans.map((value) => ({ value, label: value })) },
  days: { kind: 'days', label: texts.columns.days },
} as const satisfies Filters

/** The orders of all clients, newest first; for platform staff. */
export function StaffOrdersPage() {
  const filter = useUrlFilter(pages.staffOrders, filters)
  const { days, paymentMethod, ...values } = filter.values
  const list = useList(staffOrder.list, {
    module: 'staff-orders',
    filter: {
      ...values,
      ...(days?.from && { from: days.from }),
      ...(days?.to && { to: days.to }),
      ...(paymentMethod && { paymentMethod: paymentMethod.map((value) => (value === '0' ? 0 : 1)) }),
    },
  })
  const [{ open: openId }, changeAddress] = useAddress(pages.staffOrders)
  const link = usePageLink(pages.clients, texts.emptyLink)
  return (
    <>
      <PageHeader
        title={pageTexts.staffOrders}
        text={texts.purpose}
        actions={
          <>
            <WaitingTransfers onShow={() => filter.set('state', 'PENDING_CONFIRMATION')} />
            <OrderByHand
              clientId={id.safeParse(values.client).data ?? ''}
              onOrdered={(ordered) => changeAddress({ open: ordered }, 'push')}
            />
          </>
        }
      />
      <FilteredTable
        label={pageTexts.staffOrders}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        empty={{
          drawing: 'invoice',
          example: exampleTexts.orders,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
        }}
      />
      <StaffOrderDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
    </>
  )
}

const columns: readonly DataColumn<staffOrder.StaffOrder>[] = [
  orderColumns.code,
  {
    id: 'client',
    header: texts.columns.client,
    phone: 'text',
    show: 'always',
    width: 180,
    cell: (row) => <LongText>{row.enterprise}</LongText>,
  },
  orderColumns.state,
  { id: 'plan', header: names.plan, cell: (row) => row.plan },
  orderColumns.operation,
  orderColumns.amount,
  {
    id: 'paymentMethod',
    header: names.paymentMethod,
    cell: (row) => (row.paymentMethod === null ? orderTexts.none : orderTexts.paymentMethods[row.paymentMethod]),
  },
  { id: 'platform', header: texts.columns.platform, cell: (row) => <LongText>{row.platform}</LongText> },
  { id: 'createdAt', header: names.createdAt, phone: 'time', cell: (row) => <Time at={row.createdAt} show="day" /> },
]

/** How many bank transfers wait for staff; shows them when pressed. */
function WaitingTransfers({ onShow }: { onShow: () => void }) {
  const { data } = useAsk(staffOrder.waiting, {}, { staleMs: 0 })
  if (!data?.pending) return null
  return (
    <Button variant="light" color="yellow" onClick={onShow}>
      {sayCount(texts.waiting, data.pending)}
    </Button>
  )
}
