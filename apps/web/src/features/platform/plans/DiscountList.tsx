import { Button } from '@mantine/core'
import * as discount from '@simwright/contract/money/discount'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { DiscountBadge } from './DiscountBadge.tsx'
import { DiscountDialog } from './DiscountDialog.tsx'
import { DiscountDrawer } from './DiscountDrawer.tsx'
import { billingOf, plansOf, untilOf, usesOf, worthOf } from './discount-text.ts'
import { discountTexts as texts } from './discount-texts.ts'
import { plansTexts } from './plans-texts.ts'

const names = texts.columns

const filters = {
  search: { kind: 'text', label: texts.search },
  state: {
    kind: 'choices',
    label: names.state,
    choices: discount.discountStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** The discount codes of all platforms. */
export function DiscountList() {
  const filter = useUrlFilter(pages.plans, filters)
  const list = useList(discount.list, { module: 'discounts', filter: filter.values })
  const [{ open: openId }, changeAddress] = useAddress(pages.plans)
  const [isCreating, setIsCreating] = useState(false)
  const mayEdit = useAllowed('Admin_Plan_Edit')
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  const create = { label: texts.add, onClick: () => setIsCreating(true) }
  useAskedDialog({ new: mayEdit && create.onClick })
  return (
    <>
      <FilteredTable
        label={plansTexts.tabs.discounts}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        main={
          mayEdit &&
          !isEmpty && (
            <Button leftSection={<IconPlus size={16} />} onClick={create.onClick}>
              {create.label}
            </Button>
          )
        }
        empty={{
          drawing: 'invoice',
          example: exampleTexts.discounts,
          title: texts.emptyTitle,
          text: texts.emptyText,
          ...(mayEdit ? { button: create } : {}),
        }}
      />
      <DiscountDrawer id={openId} onClose={() => changeAddress({ open: undefined }, 'push')} />
      <DiscountDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(id) => changeAddress({ open: id }, 'push')}
      />
    </>
  )
}

const columns: readonly DataColumn<discount.DiscountRow>[] = [
  {
    id: 'code',
    header: names.code,
    phone: 'title',
    show: 'always',
    cell: ({ code, state }) => (state === 'ACTIVE' ? <Mono copyAs={names.code}>{code}</Mono> : <Mono>{code}</Mono>),
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: ({ state }) => <DiscountBadge state={state} />,
  },
  { id: 'worth', header: names.worth, phone: 'text', align: 'right', cell: worthOf },
  { id: 'uses', header: names.uses, phone: 'text', align: 'right', cell: usesOf },
  { id: 'plans', header: names.plans, cell: plansOf },
  { id: 'billingTypes', header: names.billingTypes, cell: billingOf },
  { id: 'until', header: names.until, phone: 'time', cell: untilOf },
  { id: 'note', header: names.note, cell: ({ terms }) => <LongText>{terms.note || '–'}</LongText> },
  { id: 'platform', header: names.platform, cell: (row) => <LongText>{row.platform}</LongText> },
  { id: 'createdAt', header: names.createdAt, cell: (row) => <Time at={row.createdAt} show="day" /> },
]
