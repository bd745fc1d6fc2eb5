import type { Order } from '@simwright/contract/money/order'
import { dollarsAndCents } from '../base/money.ts'
import { orderTexts as texts } from '../texts/order.ts'
import type { DataColumn } from '../ui/table/DataTable.tsx'
import { Mono } from '../ui/text/Mono.tsx'
import { StatusBadge } from '../ui/text/StatusBadge.tsx'
import { orderTones } from './order-state.ts'

type ListedOrder = Pick<Order, 'code' | 'state' | 'operation' | 'kind' | 'amountCents'>

const names = texts.columns

/** Columns that the lists of orders share, in the account and for staff. */
export const orderColumns = {
  code: {
    id: 'code',
    header: names.code,
    phone: 'title',
    show: 'always',
    cell: (row) => (
      <Mono copyAs={names.code} mayShrink>
        {row.code}
      </Mono>
    ),
  },
  state: {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <StatusBadge tone={orderTones[row.state]}>{texts.states[row.state]}</StatusBadge>,
  },
  operation: {
    id: 'operation',
    header: names.operation,
    cell: (row) => (row.operation ? texts.operations[row.operation] : texts.kinds[row.kind]),
  },
  amount: {
    id: 'amount',
    header: names.amount,
    phone: 'text',
    align: 'right',
    cell: (row) => dollarsAndCents(row.amountCents),
  },
} as const satisfies Record<string, DataColumn<ListedOrder>>
