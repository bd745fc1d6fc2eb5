import * as plan from '@simwright/contract/platform/plan'
import { useWholeList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { dollars } from '../../../base/money.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PlanDrawer } from './PlanDrawer.tsx'
import { plansTexts as texts } from './plans-texts.ts'

const names = texts.columns

/** The plan table. */
export function PlanList() {
  const answer = useAsk(plan.table, {})
  const list = useWholeList('plans', answer, answer.data?.plans)
  const [{ open: openName }, changeAddress] = useAddress(pages.plans)
  const open = list.rows?.find(({ name }) => name === openName)
  return (
    <>
      <DataTable
        label={pageTexts.plans}
        list={list}
        columns={columns}
        rowId={(row) => row.name}
        onOpen={(row) => changeAddress({ open: row.name }, 'push')}
        openId={openName}
        empty={{ drawing: 'card', title: texts.emptyTitle, text: texts.emptyText }}
      />
      <PlanDrawer
        row={open}
        onClose={() => changeAddress({ open: undefined }, 'push')}
        load={async (name) => (await answer.refetch()).data?.plans.find((row) => row.name === name)}
      />
    </>
  )
}

const count = (value: number | null) => (value === null ? texts.unlimited : value.toLocaleString('en'))

const columns: readonly DataColumn<plan.PlanRow>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    cell: (row) => <strong style={{ fontWeight: 550 }}>{row.name}</strong>,
  },
  {
    id: 'sold',
    header: texts.sold,
    phone: 'status',
    cell: ({ givenOnly }) => (
      <StatusBadge tone={givenOnly ? 'neutral' : 'success'}>{givenOnly ? texts.notSold : texts.sold}</StatusBadge>
    ),
  },
  {
    id: 'price',
    header: names.price,
    phone: 'text',
    align: 'right',
    cell: ({ givenOnly, fields }) => (givenOnly ? '–' : dollars(fields.monthlyCents)),
  },
  {
    id: 'annual',
    header: names.annual,
    align: 'right',
    cell: ({ givenOnly, annualCents }) => (givenOnly ? '–' : dollars(annualCents)),
  },
  { id: 'downloads', header: names.downloads, align: 'right', cell: ({ fields }) => count(fields.limits.downloads) },
  {
    id: 'configurations',
    header: names.configurations,
    align: 'right',
    cell: ({ fields }) => count(fields.limits.configurations),
  },
  { id: 'members', header: names.members, align: 'right', cell: ({ fields }) => count(fields.limits.members) },
  {
    id: 'updatedAt',
    header: names.updatedAt,
    cell: ({ updatedAt }) => (updatedAt ? <Time at={updatedAt} /> : texts.never),
  },
]
