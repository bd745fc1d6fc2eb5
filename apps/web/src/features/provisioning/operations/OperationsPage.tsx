import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import * as operation from '@simwright/contract/provisioning/operation'
import { doneSentence } from '@simwright/contract/provisioning/operation-kind'
import { IconArrowBackUp, IconDots, IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { use } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { invalidate } from '../../../api/query-client.ts'
import { useSave } from '../../../api/save.ts'
import { useStream } from '../../../api/shared-stream.ts'
import { operationName } from '../../../esim/operation-name.ts'
import { operationPath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { runningOperations } from '../../../esim/running.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { operationsPageTexts as texts } from '../../../texts/operation.ts'
import { pageTexts } from '../../../texts/page.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Narrow } from '../../../ui/phone.ts'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import type { Tone } from '../../../ui/tone.ts'

const { columns: names } = texts
const POLL_MS = 15_000

type Row = operation.RunningOperation

/** Operations on many profiles, newest first, with their results. */
export function OperationsPage() {
  const list = useList(operation.list, {
    module: 'operations',
    filter: {},
    sort: { by: 'createdAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const navigate = useNavigate()
  const link = usePageLink(pages.fleet, texts.emptyLink)
  const mayOpen = useAllowed('Fleet_View')
  return (
    <>
      <PageHeader title={pageTexts.operations} text={texts.purpose} />
      <DataTable
        label={pageTexts.operations}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={mayOpen ? (row) => void navigate(operationPath(row.id)) : undefined}
        empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText, link }}
      />
    </>
  )
}

type OperationState = keyof typeof texts.states

function stateOf({ process, canceled, succeeded, failed, undoneBy }: Row): OperationState {
  if (process === 'PROCESSING') return canceled ? 'STOPPING' : 'RUNNING'
  if (undoneBy) return 'UNDONE'
  if (canceled) return 'STOPPED'
  if (succeeded === 0 && failed > 0) return 'FAILED'
  return failed > 0 ? 'PARTLY' : 'DONE'
}

const tones: Record<OperationState, Tone> = {
  RUNNING: 'info',
  STOPPING: 'info',
  DONE: 'success',
  PARTLY: 'warning',
  STOPPED: 'neutral',
  FAILED: 'danger',
  UNDONE: 'neutral',
}

function State({ row }: { row: Row }) {
  return <StatusBadge tone={tones[stateOf(row)]}>{texts.states[stateOf(row)]}</StatusBadge>
}

/** Loads the list again as soon as the operation has ended. */
function RunningState({ row }: { row: Row }) {
  useStream(
    operation.progress,
    { id: row.id },
    { onEvent: ({ process }) => void (process === 'COMPLETE' && invalidate([operation.list])) },
  )
  return <State row={row} />
}

function What({ row }: { row: Row }) {
  const masks = useMasks()
  const isDone = row.process === 'COMPLETE' && row.succeeded > 0
  return (
    <LongText width="sentence">
      {masks.text(isDone ? doneSentence({ ...row, count: row.succeeded }) : operationName(row))}
    </LongText>
  )
}

const columns: readonly DataColumn<Row>[] = [
  { id: 'what', header: names.what, phone: 'title', show: 'always', cell: (row) => <What row={row} /> },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: (row) => (row.process === 'PROCESSING' ? <RunningState row={row} /> : <State row={row} />),
  },
  { id: 'total', header: names.total, align: 'right', cell: (row) => row.total.toLocaleString('en') },
  { id: 'failed', header: names.failed, align: 'right', cell: (row) => row.failed.toLocaleString('en') },
  {
    id: 'createdAt',
    header: names.createdAt,
    phone: 'time',
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="second" />,
  },
  {
    id: 'createdBy',
    header: names.createdBy,
    phone: 'text',
    cell: (row) => <LongText>{row.createdBy || '–'}</LongText>,
  },
  { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: (row) => <Actions row={row} /> },
]

type RowAction = { label: string; Icon: typeof IconArrowBackUp; run: () => void }

/** Narrower tables have no room for buttons next to their values. */
const TIGHT = '(width < 62em)'

/** In a wide table a button for each action; otherwise a menu. */
function Actions({ row }: { row: Row }) {
  const actions = useActions(row)
  const isTight = useMediaQuery(TIGHT, undefined, { getInitialValueInEffect: false })
  if (actions.length === 0) return null
  return use(Narrow) || isTight ? <ActionMenu actions={actions} /> : <ActionButtons actions={actions} />
}

function useActions({ id, process, canceled, canUndo }: Row): RowAction[] {
  const changes = [operation.list]
  const undo = useMutation(operation.undo, { changes, onSuccess: () => runningOperations.noteStart() })
  const stop = useMutation(operation.cancel, { changes })
  const save = useSave(operation.result)
  const canStop = process === 'PROCESSING' && !canceled
  return [
    ...(canStop ? [{ label: texts.stop, Icon: IconPlayerStop, run: () => stop.mutate({ id }) }] : []),
    ...(canUndo ? [{ label: texts.undo, Icon: IconArrowBackUp, run: () => undo.mutate({ id }) }] : []),
    ...(process === 'COMPLETE' ? [{ label: texts.result, Icon: IconDownload, run: () => save.start({ id }) }] : []),
  ]
}

function ActionButtons({ actions }: { actions: readonly RowAction[] }) {
  return actions.map(({ label, Icon, run }) => (
    <Button key={label} variant="subtle" size="compact-sm" leftSection={<Icon size={15} />} onClick={run}>
      {label}
    </Button>
  ))
}

function ActionMenu({ actions }: { actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsOf}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={15} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
