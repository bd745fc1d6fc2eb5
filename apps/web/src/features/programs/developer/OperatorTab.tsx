import { Button } from '@mantine/core'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useWholeList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Tone } from '../../../ui/tone.ts'
import { developerTexts } from './developer-texts.ts'
import { OperatorDialog, type OperatorTask } from './OperatorDialog.tsx'
import { operatorTexts as texts } from './operator-texts.ts'

const { columns: names } = texts

/** The client certificates with which operators order by ES2+, and the address for their calls. */
export function OperatorTab() {
  const mayEdit = useAllowed('Developer_Edit')
  const answer = useAsk(es2plus.list, {})
  const list = useWholeList('operators', answer, answer.data?.items)
  const [task, setTask] = useState<OperatorTask>()
  const remove = useRemove()
  const link = usePageLink(pages.subscription, developerTexts.keys.emptyLink)
  const refusal = answer.data?.refusal ?? null
  const canAdd = mayEdit && refusal === null
  const columns = useMemo(() => {
    const actions = (row: es2plus.Operator) =>
      mayEdit ? <Actions row={row} onTask={setTask} onRemove={() => remove(row)} /> : null
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit, remove])
  const register = () => setTask({ kind: 'register' })
  useAskedDialog({ new: canAdd && register })
  const isEmpty = list.rows?.length === 0
  return (
    <Stack gap={12}>
      <Note>{refusal ?? texts.purpose}</Note>
      <Unproven rows={list.rows ?? []} />
      <DataTable
        label={developerTexts.tabs.operators}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        filters={
          canAdd && !isEmpty ? (
            <Button leftSection={<IconPlus size={16} />} onClick={register}>
              {texts.add}
            </Button>
          ) : undefined
        }
        empty={{
          drawing: 'locked',
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
          button: canAdd ? { label: texts.add, onClick: register } : undefined,
          link,
        }}
      />
      {answer.data && <CopyField label={texts.address} value={answer.data.address} />}
      <OperatorDialog task={task} onTask={setTask} />
    </Stack>
  )
}

function useRemove(): (row: es2plus.Operator) => Promise<void> {
  const { mutate } = useMutation(es2plus.remove, { changes: [es2plus.list] })
  return useCallback(
    async ({ id, name }) => {
      const { title, text, proceed, done } = texts.remove
      if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return
      mutate({ id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
    [mutate],
  )
}

const dataColumns: readonly DataColumn<es2plus.Operator>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 180,
    cell: (row) => (
      <span className="strong">
        <LongText>{row.name}</LongText>
      </span>
    ),
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <State row={row} /> },
  { id: 'requester', header: names.requester, phone: 'text', cell: (row) => <code>{row.requester}</code> },
  { id: 'callback', header: names.callback, width: 280, cell: (row) => <Callback row={row} /> },
  { id: 'expiresAt', header: names.expiresAt, cell: (row) => <Expiry at={row.expiresAt} /> },
  {
    id: 'lastUsedAt',
    header: names.lastUsedAt,
    phone: 'time',
    cell: ({ lastUsedAt: at }) => (at ? <Time at={at} show="ago" /> : developerTexts.keys.never),
  },
  { id: 'subject', header: names.subject, width: 200, cell: (row) => <LongText>{row.subject}</LongText> },
  {
    id: 'fingerprint',
    header: names.fingerprint,
    show: 'extra',
    width: 160,
    cell: (row) => <LongText>{row.fingerprint}</LongText>,
  },
  {
    id: 'createdBy',
    header: names.createdBy,
    show: 'extra',
    cell: (row) => <LongText>{row.createdBy || '–'}</LongText>,
  },
]

const stateTones: Record<es2plus.OperatorState, Tone> = {
  WAITING: 'warning',
  ACCEPTED: 'info',
  PROVEN: 'success',
  DISPLACED: 'danger',
}

const State = ({ row: { state } }: { row: es2plus.Operator }) => (
  <StatusBadge tone={stateTones[state]}>{texts.states[state]}</StatusBadge>
)

/** What follows for certificates whose key is not proven, once for each of their states. */
const Unproven = ({ rows }: { rows: readonly es2plus.Operator[] }) =>
  (['WAITING', 'ACCEPTED', 'DISPLACED'] as const)
    .filter((one) => rows.some(({ state }) => state === one))
    .map((state) => (
      <Note key={state}>
        <strong>{texts.states[state]}</strong>: {texts.stateNotes[state]}
      </Note>
    ))

function Expiry({ at }: { at: string }) {
  if (new Date(at) <= new Date()) return <StatusBadge tone="danger">{texts.expired}</StatusBadge>
  return <Time at={at} show="day" />
}

/** Where the operator is notified, what waits, and why the last attempt failed. */
function Callback({ row: { callbackUrl, waiting, lastAttempt } }: { row: es2plus.Operator }) {
  if (callbackUrl === null) return texts.noCallback
  const notes = [waiting > 0 ? sayCount(texts.waiting, waiting) : '', lastAttempt?.fault ?? ''].filter(Boolean)
  return (
    <>
      <LongText>{callbackUrl}</LongText>
      {notes.length > 0 && <Note>{notes.join(' ')}</Note>}
    </>
  )
}

type ActionsProps = { row: es2plus.Operator; onTask: (task: OperatorTask) => void; onRemove: () => void }

function Actions({ row, onTask, onRemove }: ActionsProps) {
  const canProve = row.state === 'WAITING' || row.state === 'ACCEPTED'
  return (
    <RowMenu label={say(developerTexts.keys.actionsOf, { name: row.name })} width={180}>
      {canProve && (
        <RowAction icon={IconKey} onClick={() => onTask({ kind: 'prove', operator: row })}>
          {texts.proof.entry}
        </RowAction>
      )}
      <RowAction icon={IconPencil} onClick={() => onTask({ kind: 'edit', operator: row })}>
        {texts.edit}
      </RowAction>
      <RowAction icon={IconTrash} tone="danger" onClick={onRemove}>
        {texts.remove.entry}
      </RowAction>
    </RowMenu>
  )
}
