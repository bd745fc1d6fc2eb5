import { Menu } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { PushState } from '@simwright/contract/provisioning/push'
import * as push from '@simwright/contract/provisioning/push'
import { IconArrowBackUp, IconDeviceSim, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Tone } from '../../../ui/tone.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import type { PushQuota } from './PushQuotaPanel.tsx'
import { pushTexts, pushTexts as texts } from './push-texts.ts'

const tones: Record<PushState, Tone> = { PUSHED: 'info', DOWNLOADED: 'success', FAILED: 'danger' }

const { columns: names } = texts

/** Shorter interval while a push waits for its device. */
const WAITING_POLL_MS = 2_500
const POLL_MS = 20_000

const filters = {
  search: { kind: 'text', label: texts.searchLabel },
  state: {
    kind: 'choices',
    label: names.state,
    choices: push.pushStates.map((value) => ({ value, label: texts.states[value].label })),
  },
} as const satisfies Filters

type PushListProps = { mayPush: boolean; quota: PushQuota | undefined }

/** The pushes and their states, updated while devices download. */
export function PushList({ mayPush, quota }: PushListProps) {
  const filter = useUrlFilter(pages.eidPush, filters)
  const options = {
    module: 'eid-push',
    sortInAddress: true,
    filter: filter.values as { search?: string; state?: push.PushState[] },
    sort: { by: 'createdAt', direction: 'desc' },
  } as const
  const list = usePolledList(options)
  const rowActions = usePushActions(quota)
  const columns = useMemo(() => {
    const actions = (row: push.Push) => <Actions row={row} actions={mayPush ? rowActions : undefined} />
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayPush, rowActions])
  return (
    <FilteredTable
      label={texts.history}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      filter={filter}
      search={{ name: 'search', placeholder: texts.searchPlaceholder }}
      hasViews
      empty={{ drawing: 'push', example: exampleTexts.pushes, title: texts.emptyTitle, text: texts.emptyText }}
    />
  )
}

type ListOptions = Parameters<typeof useList<typeof push.list>>[1]

/** Polls more often while a push waits for its device. */
function usePolledList(options: ListOptions) {
  const [isWaiting, setIsWaiting] = useState(false)
  const list = useList(push.list, { ...options, pollMs: isWaiting ? WAITING_POLL_MS : POLL_MS })
  const waits = list.rows?.some(({ state }) => state === 'PUSHED') ?? false
  if (waits !== isWaiting) setIsWaiting(waits)
  return list
}

type RowActions = { retry: (row: push.Push) => void; withdraw: (row: push.Push) => void }

function usePushActions(quota: PushQuota | undefined): RowActions {
  const changes = [push.list, push.room, push.profiles, fleet.list, fleet.detail]
  const { mutate: retry } = useMutation(push.retry, { changes })
  const { mutate: withdraw } = useMutation(push.withdraw, { changes })
  const masks = useMasks()
  return useMemo(
    () => ({
      retry: async ({ id, iccid }) => {
        const { title, text, proceed } = texts.retry
        const left = quota ? Math.max(0, quota.max - quota.used) : 0
        const explained = say(text, { left, max: quota?.max ?? push.PUSH_MAX })
        const question = { title: say(title, { iccid: masks.number(iccid) }), text: explained, proceed }
        if (await confirm(question)) retry({ id }, { onSuccess: () => toast.success(texts.form.done) })
      },
      withdraw: async ({ id, iccid }) => {
        const { title, text, proceed, done } = texts.withdraw
        const question = { title: say(title, { iccid: masks.number(iccid) }), text, proceed }
        if (await confirm(question)) withdraw({ id }, { onSuccess: () => toast.success(done) })
      },
    }),
    [retry, withdraw, masks, quota],
  )
}

const dataColumns: readonly DataColumn<push.Push>[] = [
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <PushStateBadge state={row.state} />,
  },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    show: 'always',
    cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier>,
  },
  {
    id: 'eid',
    header: names.eid,
    show: 'always',
    cell: (row) => <Identifier copyAs={names.eid}>{row.eid}</Identifier>,
  },
  { id: 'reason', header: names.reason, phone: 'text', cell: (row) => <Reason row={row} /> },
  {
    id: 'stateAt',
    header: names.stateAt,
    phone: 'time',
    cell: ({ stateAt }) => <Time at={stateAt} show="ago" />,
  },
  { id: 'createdAt', header: names.createdAt, cell: (row) => <Time at={row.createdAt} show="day" /> },
  { id: 'createdBy', header: names.createdBy, cell: (row) => row.createdBy || '–' },
  { id: 'smds', header: names.smds, show: 'extra', cell: (row) => row.smds },
]

function Reason({ row }: { row: push.Push }) {
  const masks = useMasks()
  return <LongText>{row.reason === null ? texts.states[row.state].text : masks.text(row.reason)}</LongText>
}

function Actions({ row, actions }: { row: push.Push; actions: RowActions | undefined }) {
  const masks = useMasks()
  const mayOpen = useAllowed('Fleet_View')
  const isRetry = actions && row.state === 'FAILED'
  const isWithdraw = actions && row.state === 'PUSHED'
  if (!mayOpen && !isRetry && !isWithdraw) return null
  return (
    <RowMenu label={say(texts.actionsOf, { iccid: masks.number(row.iccid) })}>
      {mayOpen && (
        <Menu.Item leftSection={<IconDeviceSim size={16} />} component={Link} {...profilePath(row.profileId)}>
          {texts.open}
        </Menu.Item>
      )}
      {isRetry && (
        <RowAction icon={IconSend} onClick={() => actions.retry(row)}>
          {texts.retry.entry}
        </RowAction>
      )}
      {isWithdraw && (
        <RowAction icon={IconArrowBackUp} onClick={() => actions.withdraw(row)}>
          {texts.withdraw.entry}
        </RowAction>
      )}
    </RowMenu>
  )
}

function PushStateBadge({ state }: { state: PushState }) {
  return (
    <StatusBadge tone={tones[state]} busy={state === 'PUSHED'}>
      {pushTexts.states[state].label}
    </StatusBadge>
  )
}
