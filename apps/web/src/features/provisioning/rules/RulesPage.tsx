import { Button } from '@mantine/core'
import * as rule from '@simwright/contract/provisioning/rule'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { PropertyTabs } from '../../../esim/PropertyTabs.tsx'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleView } from './RuleView.tsx'
import { ownerOf, RuleStateBadge } from './rule-state.tsx'
import { ruleTexts as texts } from './rule-texts.ts'

const POLL_MS = 15_000

/** The list of rules, or the rule that the page address names. */
export function RulesPage() {
  const [{ rule: openId }, changeAddress] = useAddress(pages.rules)
  if (openId !== undefined)
    return (
      <RuleView key={openId} id={openId} onBack={() => changeAddress({ rule: undefined, state: undefined }, 'push')} />
    )
  return <RuleList onOpen={(id) => changeAddress({ rule: id, state: undefined, search: undefined }, 'push')} />
}

const filters = {
  search: { kind: 'text', label: texts.columns.name },
  state: {
    kind: 'choices',
    label: texts.columns.state,
    choices: rule.ruleStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

function RuleList({ onOpen }: { onOpen: (id: string) => void }) {
  const filter = useUrlFilter(pages.rules, filters)
  const { search, state } = filter.values as { search?: string; state?: rule.RuleState[] }
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAllowed('Rule_Edit')
  useAskedDialog({ new: mayEdit && (() => setIsAdding(true)) })
  const list = useList(rule.list, {
    module: 'rules',
    sortInAddress: true,
    filter: { ...(search === undefined ? {} : { search }), ...(state === undefined ? {} : { state }) },
    sort: { by: 'name', direction: 'asc' },
    pollMs: POLL_MS,
  })
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <PageHeader
        title={pageTexts.rules}
        text={texts.purpose}
        actions={
          !isEmpty && (
            <Allowed need="Rule_Edit">
              <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
                {texts.add}
              </Button>
            </Allowed>
          )
        }
      />
      <PropertyTabs shown="rules">
        <FilteredTable
          label={pageTexts.rules}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          onOpen={(row) => onOpen(row.id)}
          filter={filter}
          search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          hasViews
          empty={{
            drawing: 'groups',
            example: exampleTexts.rules,
            title: texts.emptyTitle,
            text: texts.emptyText,
            ...(mayEdit ? { button: { label: texts.add, onClick: () => setIsAdding(true) } } : {}),
          }}
        />
      </PropertyTabs>
      {mayEdit && <RuleDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onSaved={onOpen} />}
    </>
  )
}

const { columns: names } = texts

const columns: readonly DataColumn<rule.Rule>[] = [
  {
    id: 'name',
    header: names.name,
    sortBy: 'name',
    phone: 'title',
    show: 'always',
    width: 200,
    cell: (row) => (
      <strong style={{ fontWeight: 550 }}>
        <LongText>{row.name}</LongText>
      </strong>
    ),
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <RuleStateBadge state={row.state} /> },
  {
    id: 'sentence',
    header: names.sentence,
    phone: 'text',
    cell: (row) => <LongText width="sentence">{row.sentence}</LongText>,
  },
  { id: 'actedToday', header: names.actedToday, align: 'right', cell: (row) => row.actedToday.toLocaleString('en') },
  {
    id: 'waiting',
    header: names.waiting,
    show: 'extra',
    align: 'right',
    cell: (row) => row.waiting.toLocaleString('en'),
  },
  {
    id: 'lastActedAt',
    header: names.lastActedAt,
    phone: 'time',
    cell: (row) => (row.lastActedAt ? <Time at={row.lastActedAt} /> : '–'),
  },
  { id: 'savedBy', header: names.savedBy, show: 'extra', cell: (row) => ownerOf(row) || '–' },
  { id: 'savedAt', header: names.savedAt, show: 'extra', cell: (row) => <Time at={row.savedAt} show="day" /> },
]
