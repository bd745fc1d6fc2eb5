import { Button } from '@mantine/core'
import * as announcement from '@simwright/contract/platform/announcement'
import { IconArrowBackUp, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { announcementTexts } from '../../../texts/announcement.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Tone } from '../../../ui/tone.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'

const texts = announcementTexts.admin
const names = texts.columns

const filters = {
  state: {
    kind: 'choices',
    label: names.state,
    choices: announcement.announcementStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** The announcements to members; for platform staff. */
export function AnnouncementsPage() {
  const filter = useUrlFilter(pages.announcements, filters)
  const list = useList(announcement.list, { module: 'announcements', filter: filter.values })
  const mayEdit = useAllowed('Admin_Announcement_Edit')
  const [open, setOpen] = useState<announcement.Announcement | 'new'>()
  const columns = useColumns(mayEdit, setOpen)
  const create = { label: texts.add, onClick: () => setOpen('new') }
  useAskedDialog({ new: mayEdit && create.onClick })
  return (
    <>
      <PageHeader
        title={pageTexts.announcements}
        text={texts.purpose}
        actions={
          mayEdit && (
            <Button leftSection={<IconPlus size={16} />} onClick={create.onClick}>
              {create.label}
            </Button>
          )
        }
      />
      <FilteredTable
        label={pageTexts.announcements}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        filter={filter}
        empty={{
          drawing: 'campaign',
          example: exampleTexts.announcements,
          title: texts.emptyTitle,
          text: texts.emptyText,
          ...(mayEdit ? { button: create } : {}),
        }}
      />
      <AnnouncementDialog announcement={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

const tones: Record<announcement.AnnouncementState, Tone> = {
  SCHEDULED: 'info',
  SHOWN: 'success',
  ENDED: 'neutral',
  WITHDRAWN: 'danger',
}

const columns: readonly DataColumn<announcement.Announcement>[] = [
  {
    id: 'text',
    header: names.text,
    phone: 'title',
    show: 'always',
    cell: (row) => <LongText width="wide">{row.text}</LongText>,
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <StatusBadge tone={tones[row.state]}>{texts.states[row.state]}</StatusBadge>,
  },
  { id: 'kind', header: names.kind, phone: 'text', cell: (row) => announcementTexts.kinds[row.kind] },
  { id: 'platform', header: names.platform, cell: (row) => <LongText>{row.platform ?? texts.all}</LongText> },
  { id: 'startsAt', header: names.startsAt, phone: 'time', cell: (row) => <Time at={row.startsAt} /> },
  { id: 'endsAt', header: names.endsAt, cell: (row) => (row.endsAt ? <Time at={row.endsAt} /> : '–') },
  { id: 'createdBy', header: names.createdBy, show: 'extra', cell: (row) => row.createdBy ?? '–' },
  { id: 'createdAt', header: names.createdAt, show: 'extra', cell: (row) => <Time at={row.createdAt} /> },
]

function useColumns(mayEdit: boolean, onEdit: (row: announcement.Announcement) => void) {
  return useMemo(
    () =>
      mayEdit
        ? [
            ...columns,
            {
              id: 'actions',
              header: names.actions,
              show: 'always' as const,
              cell: (row: announcement.Announcement) => <Actions row={row} onEdit={() => onEdit(row)} />,
            },
          ]
        : columns,
    [mayEdit, onEdit],
  )
}

function Actions({ row, onEdit }: { row: announcement.Announcement; onEdit: () => void }) {
  const withdraw = useMutation(announcement.withdraw, {
    changes: [announcement.list, announcement.current],
    onSuccess: () => toast.success(texts.withdrawn),
  })
  if (row.withdrawnAt !== null) return null
  const start = async () => {
    const { id, version } = row
    if (await confirm({ ...texts.ask, proceed: texts.withdraw, tone: 'danger' })) withdraw.mutate({ id, version })
  }
  return (
    <RowMenu label={texts.actions} isPending={withdraw.isPending}>
      <RowAction icon={IconPencil} onClick={onEdit}>
        {texts.edit}
      </RowAction>
      <RowAction icon={IconArrowBackUp} tone="danger" onClick={() => void start()}>
        {texts.withdraw}
      </RowAction>
    </RowMenu>
  )
}
