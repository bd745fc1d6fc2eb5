import { Anchor, Button } from '@mantine/core'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import { IconCalendarEvent, IconPencil, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { formatLocalTime } from '../../../base/time.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { plannedTones } from '../../../esim/planned-state.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { EditPlanned, MovePlanned } from './PlannedDialog.tsx'

const texts = deliveryTexts.planned
const { columns: names } = texts

const filters = {
  search: { kind: 'text', label: texts.search },
  state: {
    kind: 'choices',
    label: names.state,
    choices: planned.plannedStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

const POLL_MS = 10_000

type Filtered = { search?: string; state?: planned.PlannedState[] }

/** Deliveries that are planned, with what became of them; they can be changed until they are sent. */
export function PlannedList() {
  const filter = useUrlFilter(pages.delivery, filters)
  const mayEdit = useAllowed('Fleet_Export')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [moving, setMoving] = useState<readonly string[]>()
  const [editing, setEditing] = useState<planned.PlannedDelivery>()
  const list = useList(planned.list, {
    module: 'planned-deliveries',
    sortInAddress: true,
    filter: filter.values as Filtered,
    pollMs: POLL_MS,
  })
  const cancel = useCancel(() => setTicked([]))
  const columns = useColumns(mayEdit, { onEdit: setEditing, onCancel: cancel })
  return (
    <>
      <FilteredTable
        label={deliveryTexts.tabs.planned}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        selection={
          mayEdit
            ? {
                selected: ticked,
                onChange: setTicked,
                actions: <BulkActions onMove={() => setMoving(ticked)} onCancel={() => void cancel(ticked)} />,
              }
            : undefined
        }
        empty={{
          drawing: 'mail',
          example: exampleTexts.planned,
          title: texts.emptyTitle,
          text: texts.emptyText,
          button: { label: texts.emptyButton, to: pages.fleet.path },
        }}
      />
      <MovePlanned ids={moving} onClose={() => setMoving(undefined)} onMoved={() => setTicked([])} />
      <EditPlanned planned={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

type RowActions = {
  onEdit: (row: planned.PlannedDelivery) => void
  onCancel: (ids: readonly string[]) => Promise<void>
}

function useColumns(
  mayEdit: boolean,
  { onEdit, onCancel }: RowActions,
): readonly DataColumn<planned.PlannedDelivery>[] {
  return useMemo(() => {
    const actions = (row: planned.PlannedDelivery) =>
      row.state === 'PLANNED' && (
        <RowMenu label={say(texts.actionsOf, { name: row.recipient ?? row.iccid })}>
          <RowAction icon={IconPencil} onClick={() => onEdit(row)}>
            {texts.edit}
          </RowAction>
          <RowAction icon={IconX} tone="danger" onClick={() => void onCancel([row.id])}>
            {texts.cancel}
          </RowAction>
        </RowMenu>
      )
    if (!mayEdit) return dataColumns
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit, onEdit, onCancel])
}

function BulkActions({ onMove, onCancel }: { onMove: () => void; onCancel: () => void }) {
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconCalendarEvent size={14} />} onClick={onMove}>
        {texts.move}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconX size={14} />} onClick={onCancel}>
        {texts.cancelMany}
      </Button>
    </>
  )
}

/** Asks, then cancels the deliveries of these ids that are not sent yet. */
function useCancel(onDone: () => void): (ids: readonly string[]) => Promise<void> {
  const { mutate } = useMutation(planned.cancel, { changes: [planned.list] })
  const [done] = useState(() => onDone)
  return useMemo(
    () => async (ids) => {
      const title = sayCount(texts.cancelTitle, ids.length)
      const proceed = ids.length === 1 ? texts.cancel : texts.cancelMany
      if (!(await confirm({ title, text: texts.cancelText, proceed, tone: 'danger' }))) return
      mutate(
        { chosen: { ids: [...ids] } },
        {
          onSuccess: ({ canceled }) => {
            toast.success(sayCount(texts.canceled, canceled))
            done()
          },
        },
      )
    },
    [mutate, done],
  )
}

const dataColumns: readonly DataColumn<planned.PlannedDelivery>[] = [
  {
    id: 'recipient',
    header: names.recipient,
    phone: 'title',
    show: 'always',
    cell: (row) => <LongText>{row.recipient ?? texts.page}</LongText>,
  },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'text',
    cell: (row) => (
      <Anchor component={Link} {...profilePath(row.profileId)} inherit>
        <Identifier mayShrink>{row.iccid}</Identifier>
      </Anchor>
    ),
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: ({ state }) => <StatusBadge tone={plannedTones[state]}>{texts.states[state]}</StatusBadge>,
  },
  { id: 'dueAt', header: names.dueAt, phone: 'time', sortBy: 'dueAt', cell: ({ dueAt }) => <Time at={dueAt} /> },
  { id: 'zone', header: names.zone, cell: (row) => `${formatLocalTime(row.at)} ${row.timeZone.replaceAll('_', ' ')}` },
  { id: 'reason', header: names.reason, phone: 'text', cell: ({ reason }) => <LongText>{reason ?? '–'}</LongText> },
  { id: 'opensPage', header: names.opensPage, show: 'extra', cell: (row) => (row.opensPage ? texts.opensPage : '–') },
  { id: 'plannedBy', header: names.plannedBy, show: 'extra', cell: (row) => row.plannedBy || '–' },
]
