import { Anchor, Button } from '@mantine/core'
import * as tag from '@simwright/contract/profiles/tag'
import { IconArrowMerge, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWholeList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { PropertyTabs } from '../../../esim/PropertyTabs.tsx'
import { fleetOfPath } from '../../../esim/path.ts'
import { TagPill } from '../../../esim/TagPill.tsx'
import { pages } from '../../../paths.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useIsPhone } from '../../../ui/phone.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { useRemoveTag } from './remove-tag.ts'
import { TagDialog } from './TagDialog.tsx'

const filters = { search: { kind: 'text', label: texts.searchLabel } } as const satisfies Filters

/** The tag that a dialog is open for, and the dialog. */
type Open = { dialog: 'edit' | 'merge'; tag: tag.Tag }

/** All tags, which can be renamed, recolored, merged and deleted. */
export function TagsPage() {
  const answer = useAsk(tag.list, { counts: true })
  const { data } = answer
  const filter = useUrlFilter(pages.tags, filters)
  const list = useWholeList('tags', answer, matching(data?.items, filter.values.search ?? ''))
  const [search, change] = useAddress(pages.tags)
  const [open, setOpen] = useState<Open>()
  const isLimited = useGroupLimit() !== null
  const mayAdd = useAllowed('Group_Edit')
  const mayEdit = mayAdd && !isLimited
  const add = () => change({ open: 'new' }, 'push')
  const close = () => {
    setOpen(undefined)
    change({ open: undefined })
  }
  return (
    <>
      <PageHeader
        title={pageTexts.tags}
        text={texts.purpose}
        actions={
          mayAdd &&
          data &&
          data.items.length > 0 && (
            <Button leftSection={<IconPlus size={16} />} onClick={add}>
              {texts.add}
            </Button>
          )
        }
      />
      <PropertyTabs shown="tags">
        <FilteredTable
          label={pageTexts.tags}
          list={list}
          columns={mayEdit ? [...columns, actionsColumn(setOpen)] : columns}
          rowId={(row) => row.id}
          filter={filter}
          search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          empty={{
            drawing: 'groups',
            example: exampleTexts.tags,
            title: texts.emptyTitle,
            text: mayAdd ? texts.emptyText : texts.emptyTextView,
            button: mayAdd ? { label: texts.add, onClick: add } : undefined,
          }}
        />
      </PropertyTabs>
      {mayAdd && (
        <TagDialog
          isOpen={search.open === 'new' || open?.dialog === 'edit'}
          tag={open?.dialog === 'edit' ? open.tag : undefined}
          onClose={close}
        />
      )}
      {open?.dialog === 'merge' && <MergeDialog from={open.tag} tags={data?.items ?? []} onClose={close} />}
    </>
  )
}

/** All tags are loaded, so the browser searches them. */
function matching(tags: readonly tag.Tag[] | undefined, text: string): readonly tag.Tag[] | undefined {
  const wanted = text.trim().toLowerCase()
  return tags?.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** Opens the profiles with the tag. A phone has no column head that says what is counted. */
function ProfileCount({ tag: { id, profiles, capped } }: { tag: tag.Tag }) {
  const isPhone = useIsPhone()
  const count = profiles ?? 0
  const number = count.toLocaleString('en')
  const text = capped ? say(texts.more, { count: number }) : isPhone ? sayCount(texts.profileCount, count) : number
  return (
    <Anchor component={Link} {...fleetOfPath({ tag: id })} inherit>
      {text}
    </Anchor>
  )
}

const { columns: names } = texts

const columns: readonly DataColumn<tag.Tag>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 240,
    cell: (row) => <TagPill tag={row} />,
  },
  {
    id: 'profiles',
    header: names.profiles,
    phone: 'status',
    align: 'right',
    cell: (row) => <ProfileCount tag={row} />,
  },
  {
    id: 'createdBy',
    header: names.createdBy,
    phone: 'text',
    cell: ({ createdBy }) => <LongText>{createdBy || '–'}</LongText>,
  },
  { id: 'updatedAt', header: names.updatedAt, phone: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
]

const actionsColumn = (open: (next: Open) => void): DataColumn<tag.Tag> => ({
  id: 'actions',
  header: names.actions,
  show: 'always',
  align: 'right',
  cell: (row) => <Actions tag={row} onOpen={(dialog) => open({ dialog, tag: row })} />,
})

function Actions({ tag: one, onOpen }: { tag: tag.Tag; onOpen: (dialog: Open['dialog']) => void }) {
  const remove = useRemoveTag()
  return (
    <RowMenu label={say(texts.actions, { name: one.name })} width={220} isPending={remove.isPending}>
      <RowAction icon={IconPencil} onClick={() => onOpen('edit')}>
        {texts.edit}
      </RowAction>
      <RowAction icon={IconArrowMerge} onClick={() => onOpen('merge')}>
        {texts.merge}
      </RowAction>
      <RowAction icon={IconTrash} tone="danger" onClick={() => void remove.ask(one)}>
        {texts.remove}
      </RowAction>
    </RowMenu>
  )
}
