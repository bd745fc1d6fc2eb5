import { Anchor, Button } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import { IconEye, IconPencil, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useStableCallback } from '../../../base/stable-callback.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { fleetOfPath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { type Unblock, useUnblock } from '../../../esim/unblock.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { blockTexts as texts } from '../../../texts/block.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { ProfilesDialog } from './ProfilesDialog.tsx'

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
  const [shownRow, setShownRow] = useState<block.Block>()
  const remove = useUnblock()
  const unblock: Unblock = useStableCallback((ids, first) => remove(ids, first, () => setSelected([])))
  const link = usePageLink(pages.fleet, texts.emptyLink)
  const columns = useMemo(
    () =>
      columnsOf({
        onHits,
        onShow: setShownRow,
        onNote: mayEdit ? setNoteRow : undefined,
        onUnblock: mayEdit ? unblock : undefined,
      }),
    [mayEdit, onHits, unblock],
  )
  const ticked = (list.rows ?? []).filter(({ id }) => selected.includes(id))
  return (
    <>
      <FilteredTable
        label={pageTexts.block}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        selection={
          mayEdit
            ? {
                selected,
                onChange: setSelected,
                actions: <UnblockButton onClick={() => unblock(selected, ticked[0])} />,
              }
            : undefined
        }
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'block',
          example: exampleTexts.blocks,
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
          link,
        }}
      />
      <ProfilesDialog block={shownRow} onClose={() => setShownRow(undefined)} />
      <NoteDialog block={noteRow} onClose={() => setNoteRow(undefined)} />
    </>
  )
}

function UnblockButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<IconShieldOff size={16} />} onClick={onClick}>
      {texts.free.entry}
    </Button>
  )
}

const dataColumns: readonly DataColumn<block.Block>[] = [
  {
    id: 'value',
    header: names.value,
    phone: 'title',
    show: 'always',
    sortBy: 'value',
    width: 300,
    cell: (row) => <Identifier copyAs={texts.kinds[row.kind]}>{row.value}</Identifier>,
  },
  {
    id: 'kind',
    header: names.kind,
    phone: 'status',
    cell: (row) => <StatusBadge tone="neutral">{texts.kinds[row.kind]}</StatusBadge>,
  },
  ...block.blockFieldNames.map(
    (name, index): DataColumn<block.Block> => ({
      id: name,
      header: texts.fields[name].label,
      ...(index === 0 ? { phone: 'text' } : {}),
      cell: (row) => <LongText>{row[name] || '–'}</LongText>,
    }),
  ),
  { id: 'hits', header: names.hits, align: 'right', cell: (row) => row.hits.toLocaleString('en') },
  {
    id: 'lastHitAt',
    header: names.lastHitAt,
    phone: 'time',
    cell: ({ lastHitAt: at }) => (at ? <Time at={at} show="ago" /> : texts.never),
  },
  {
    id: 'createdAt',
    header: names.createdAt,
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="day" />,
  },
  { id: 'createdBy', header: names.createdBy, show: 'extra', cell: (row) => row.createdBy || '–' },
]

type ColumnCalls = Omit<ActionsProps, 'row'> & { onShow: (row: block.Block) => void }

const columnsOf = ({ onShow, ...calls }: ColumnCalls): readonly DataColumn<block.Block>[] => [
  ...dataColumns,
  { id: 'profiles', header: names.profiles, cell: (row) => <Profiles row={row} onShow={onShow} /> },
  {
    id: 'actions',
    header: names.actions,
    show: 'always',
    align: 'right',
    cell: (row) => <Actions row={row} {...calls} />,
  },
]

type ProfilesProps = { row: block.Block; onShow: (row: block.Block) => void }

/** Link to the profiles that a rule concerns. Fleet has no filter by TAC, so those of a TAC are in a dialog. */
function Profiles({ row, onShow }: ProfilesProps) {
  const label = say(texts.profilesOf, { value: useMasks().number(row.value) })
  if (row.kind === 'TAC') {
    return (
      <Anchor component="button" type="button" size="sm" aria-label={label} onClick={() => onShow(row)}>
        {texts.showProfiles}
      </Anchor>
    )
  }
  return (
    <Anchor component={Link} size="sm" aria-label={label} {...fleetOfPath({ eid: row.value })}>
      {texts.showProfiles}
    </Anchor>
  )
}

type ActionsProps = {
  row: block.Block
  onHits: (id: string) => void
  onNote: ((row: block.Block) => void) | undefined
  onUnblock: Unblock | undefined
}

function Actions({ row, onHits, onNote, onUnblock }: ActionsProps) {
  const masks = useMasks()
  return (
    <RowMenu label={say(texts.actionsOf, { value: masks.number(row.value) })} width={220}>
      <RowAction icon={IconEye} onClick={() => onHits(row.id)}>
        {texts.showHits}
      </RowAction>
      {onNote && (
        <RowAction icon={IconPencil} onClick={() => onNote(row)}>
          {texts.editNote}
        </RowAction>
      )}
      {onUnblock && (
        <RowAction icon={IconShieldOff} onClick={() => onUnblock([row.id], row)}>
          {texts.free.entry}
        </RowAction>
      )}
    </RowMenu>
  )
}
