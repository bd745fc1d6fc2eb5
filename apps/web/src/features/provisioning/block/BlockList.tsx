import { ActionIcon, Button, Menu } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import { IconDots, IconEye, IconPencil, IconShieldOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { useMasks } from '../../../esim/privacy.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { blockTexts as texts } from '../../../texts/block.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/confirm.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatAgo, formatDate, formatTime } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.ts'
import { type Filters, useUrlFilter } from '../../../ui/url-filter.ts'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { NoteDialog } from './NoteDialog.tsx'

const { columns: names } = texts

const filters = {
  search: { kind: 'text', label: texts.searchLabel },
  kind: {
    kind: 'choices',
    label: names.kind,
    choices: block.blockKinds.map((value) => ({ value, label: texts.kinds[value] })),
  },
} as const satisfies Filters

type BlockListProps = { mayEdit: boolean; onHits: (id: string) => void }

export function BlockList({ mayEdit, onHits }: BlockListProps) {
  const filter = useUrlFilter(pages.block, filters)
  const list = useList(block.list, {
    module: 'blocks',
    sortInAddress: true,
    filter: filter.values as { search?: string; kind?: block.BlockKind[] },
    sort: { by: 'createdAt', direction: 'desc' },
  })
  const [selected, setSelected] = useState<readonly string[]>([])
  const [noteRow, setNoteRow] = useState<block.Block>()
  const unblock = useUnblock(() => setSelected([]))
  const link = usePageLink(pages.fleet, texts.emptyLink)
  const columns = useMemo(() => {
    const actions = (row: block.Block) => (
      <Actions
        row={row}
        onHits={onHits}
        onNote={mayEdit ? setNoteRow : undefined}
        onUnblock={mayEdit ? unblock : undefined}
      />
    )
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit, onHits, unblock])
  const ticked = (list.rows ?? []).filter(({ id }) => selected.includes(id))
  return (
    <>
      <DataTable
        label={pageTexts.block}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        selection={
          mayEdit
            ? {
                selected,
                onChange: setSelected,
                actions: (
                  <Button
                    variant="default"
                    leftSection={<IconShieldOff size={16} />}
                    onClick={() => unblock(selected, ticked[0])}
                  >
                    {texts.free.entry}
                  </Button>
                ),
              }
            : undefined
        }
        filters={
          <FilterBar
            after={<ViewsMenu module="blocks" names={Object.keys(filter.filters)} />}
            filter={filter}
            search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          />
        }
        onClearFilters={filter.isOn ? filter.clear : undefined}
        empty={{
          drawing: 'locked',
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
          link,
        }}
      />
      <NoteDialog block={noteRow} onClose={() => setNoteRow(undefined)} />
    </>
  )
}

type Unblock = (ids: readonly string[], first: block.Block | undefined) => void

/** Removes block rules after a confirmation. */
function useUnblock(onDone: () => void): Unblock {
  const { mutate } = useMutation(block.remove, { changes: [block.list] })
  const masks = useMasks()
  return useMemo(
    () => async (ids, first) => {
      const { title, text, proceed, done } = texts.free
      const question = {
        title: sayCount(title, ids.length, { value: masks.number(first?.value ?? '') }),
        text,
        proceed,
      }
      if (!(await confirm(question))) return
      const report = () => {
        toast.success(sayCount(done, ids.length))
        onDone()
      }
      mutate({ ids: [...ids] }, { onSuccess: report })
    },
    [mutate, onDone, masks],
  )
}

const dataColumns: readonly DataColumn<block.Block>[] = [
  {
    id: 'value',
    header: names.value,
    show: 'always',
    sortBy: 'value',
    width: 300,
    cell: (row) => <Identifier copyAs={texts.kinds[row.kind]}>{row.value}</Identifier>,
  },
  { id: 'kind', header: names.kind, cell: (row) => <StatusBadge tone="neutral">{texts.kinds[row.kind]}</StatusBadge> },
  { id: 'note', header: names.note, cell: (row) => <LongText>{row.note || '–'}</LongText> },
  { id: 'hits', header: names.hits, align: 'right', cell: (row) => row.hits.toLocaleString('en') },
  {
    id: 'lastHitAt',
    header: names.lastHitAt,
    cell: ({ lastHitAt: at }) => (at ? <span title={formatTime(at)}>{formatAgo(at)}</span> : texts.never),
  },
  { id: 'createdAt', header: names.createdAt, sortBy: 'createdAt', cell: (row) => formatDate(row.createdAt) },
  { id: 'createdBy', header: names.createdBy, show: 'extra', cell: (row) => row.createdBy || '–' },
]

type ActionsProps = {
  row: block.Block
  onHits: (id: string) => void
  onNote: ((row: block.Block) => void) | undefined
  onUnblock: Unblock | undefined
}

function Actions({ row, onHits, onNote, onUnblock }: ActionsProps) {
  const masks = useMasks()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={say(texts.actionsOf, { value: masks.number(row.value) })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => onHits(row.id)}>
          {texts.showHits}
        </Menu.Item>
        {onNote && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onNote(row)}>
            {texts.editNote}
          </Menu.Item>
        )}
        {onUnblock && (
          <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => onUnblock([row.id], row)}>
            {texts.free.entry}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
