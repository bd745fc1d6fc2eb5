import { Anchor, Button } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import { IconFilterCog, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWholeList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { OperationStrip } from '../../../esim/OperationStrip.tsx'
import { PropertyTabs } from '../../../esim/PropertyTabs.tsx'
import { fleetOfPath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { useGroupLimit, useSeesNoGroup } from '../../../session/group-limit.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { groupTexts as texts } from '../../../texts/group.ts'
import { pageTexts } from '../../../texts/page.ts'
import { sayCount } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useIsPhone } from '../../../ui/phone.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupRules } from './GroupRules.tsx'
import { GroupView } from './GroupView.tsx'
import { groupRuleTexts } from './group-rule-texts.ts'

const POLL_MS = 20_000

const filters = { search: { kind: 'text', label: texts.searchLabel } } as const satisfies Filters

/** The list of all groups, or the group that the page address names. */
export function GroupsPage() {
  const [search, change] = useAddress(pages.group)
  const open = (id: string | undefined) => change({ group: id, by: undefined }, 'push')
  const shown = search.group === 'new' ? undefined : search.group
  return (
    <>
      {search.operation && (
        <OperationStrip
          id={search.operation}
          onUndo={(operation) => change({ operation })}
          onClose={() => change({ operation: undefined })}
        />
      )}
      {shown === undefined ? (
        <GroupList isAdding={search.group === 'new'} onOpen={open} />
      ) : (
        <GroupView
          key={shown}
          id={shown}
          onBack={() => open(undefined)}
          onOperation={(operation) => change({ operation })}
        />
      )}
    </>
  )
}

function GroupList({ isAdding, onOpen }: { isAdding: boolean; onOpen: (id: string | undefined) => void }) {
  const answer = useAsk(group.list, {}, { pollMs: POLL_MS })
  const { data } = answer
  const filter = useUrlFilter(pages.group, filters)
  const list = useWholeList('groups', answer, matching(data?.items, filter.values.search ?? ''))
  const isLimited = useGroupLimit() !== null
  const seesNoGroup = useSeesNoGroup()
  const mayAdd = useAllowed('Group_Edit') && !isLimited
  const [search, change] = useAddress(pages.group)
  const add = () => onOpen('new')
  return (
    <>
      <PageHeader
        title={pageTexts.group}
        text={texts.purpose}
        actions={
          data &&
          data.items.length > 0 && (
            <HeadActions isLimited={isLimited} onRules={() => change({ rules: 'on' }, 'push')} onAdd={add} />
          )
        }
      />
      <PropertyTabs shown="group">
        <FilteredTable
          label={pageTexts.group}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          onOpen={({ id }) => onOpen(id)}
          filter={filter}
          search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          empty={
            seesNoGroup
              ? { drawing: 'groups', title: texts.emptyLimitedTitle, text: texts.emptyLimitedText }
              : {
                  drawing: 'groups',
                  example: exampleTexts.groups,
                  title: texts.emptyTitle,
                  text: mayAdd ? texts.emptyText : texts.emptyTextView,
                  button: mayAdd ? { label: texts.add, onClick: add } : undefined,
                }
          }
        />
      </PropertyTabs>
      {mayAdd && <GroupDialog isOpen={isAdding} onClose={() => onOpen(undefined)} onSaved={onOpen} />}
      <GroupRules isOpen={search.rules !== undefined} onClose={() => change({ rules: undefined }, 'push')} />
    </>
  )
}

type HeadActionsProps = { isLimited: boolean; onRules: () => void; onAdd: () => void }

function HeadActions({ isLimited, onRules, onAdd }: HeadActionsProps) {
  return (
    <>
      <Button variant="default" leftSection={<IconFilterCog size={16} />} onClick={onRules}>
        {groupRuleTexts.title}
      </Button>
      {!isLimited && (
        <Allowed need="Group_Edit">
          <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
            {texts.add}
          </Button>
        </Allowed>
      )}
    </>
  )
}

/** The groups whose name or notes contain the text. All groups are loaded, so the browser searches them. */
function matching(groups: readonly group.Group[] | undefined, text: string): readonly group.Group[] | undefined {
  const wanted = text.trim().toLowerCase()
  return groups?.filter(({ name, notes }) => `${name}\n${notes}`.toLowerCase().includes(wanted))
}

const { columns: names } = texts

/** Opens the profiles of the group. A phone has no column head that says what is counted. */
function ProfileCount({ group: { id, profiles } }: { group: group.Group }) {
  const isPhone = useIsPhone()
  return (
    <Anchor component={Link} {...fleetOfPath({ group: id })} inherit>
      {isPhone ? sayCount(texts.profileCount, profiles) : number(profiles)}
    </Anchor>
  )
}

const number = (count: number | undefined) => (count ?? 0).toLocaleString('en')

const columns: readonly DataColumn<group.Group>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 200,
    cell: ({ name, color }) => <GroupTag name={name} color={color} />,
  },
  {
    id: 'profiles',
    header: names.profiles,
    phone: 'status',
    align: 'right',
    cell: (row) => <ProfileCount group={row} />,
  },
  { id: 'available', header: names.available, align: 'right', cell: ({ statuses }) => number(statuses.AVAILABLE) },
  { id: 'enabled', header: names.enabled, align: 'right', cell: ({ statuses }) => number(statuses.ENABLED) },
  { id: 'notes', header: names.notes, phone: 'text', cell: ({ notes }) => <LongText>{notes || '–'}</LongText> },
  { id: 'updatedAt', header: names.updatedAt, phone: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
]
