import { Button } from '@mantine/core'
import * as webhook from '@simwright/contract/programs/webhook'
import { IconRefresh } from '@tabler/icons-react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.log
const { columns: names } = texts
const POLL_MS = 5_000

const filtersFor = (endpoints: readonly webhook.Webhook[]) =>
  ({
    iccid: { kind: 'text', label: names.iccid },
    endpoint: {
      kind: 'choice',
      label: names.endpoint,
      choices: endpoints.map(({ id, name }) => ({ value: id, label: name })),
    },
    outcome: {
      kind: 'choices',
      label: names.state,
      choices: webhook.deliveryStates.map((value) => ({ value, label: texts.states[value] })),
    },
    event: {
      kind: 'choices',
      label: names.kind,
      choices: webhook.deliveryKinds.map((value) => ({ value, label: webhook.webhookKindNames[value] })),
    },
    at: { kind: 'days', label: texts.days },
  }) as const satisfies Filters

type DeliveryListProps = {
  endpoints: readonly webhook.Webhook[]
  onOpen: (delivery: webhook.Delivery) => void
}

/** The log of deliveries. */
export function DeliveryList({ endpoints, onOpen }: DeliveryListProps) {
  const filter = useUrlFilter(pages.developer, filtersFor(endpoints))
  const { iccid, endpoint, outcome, event, at } = filter.values
  const list = useList(webhook.deliveries, {
    module: 'webhook-deliveries',
    sortInAddress: true,
    filter: {
      ...(iccid ? { iccid } : {}),
      ...(endpoint ? { endpointId: endpoint } : {}),
      ...(outcome ? { state: outcome as webhook.DeliveryState[] } : {}),
      ...(event ? { kind: event as webhook.Delivery['kind'][] } : {}),
      ...(at?.from ? { from: at.from } : {}),
      ...(at?.to ? { to: at.to } : {}),
    },
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const shown = endpoints.find(({ id }) => id === endpoint)
  return (
    <FilteredTable
      label={texts.title}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={onOpen}
      filter={filter}
      search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
      after={shown && shown.state !== 'OFF' && <ReplayFailed endpoint={shown} />}
      empty={{ drawing: 'log', example: exampleTexts.deliveries, title: texts.emptyTitle, text: texts.emptyText }}
    />
  )
}

const DAY_MS = 24 * 60 * 60_000

/** Sends what failed again, of the endpoint that the list is limited to. */
function ReplayFailed({ endpoint: { id, name } }: { endpoint: webhook.Webhook }) {
  const mayEdit = useAllowed('Developer_Edit')
  const replay = useMutation(webhook.replay, {
    changes: [webhook.list, webhook.deliveries],
    onSuccess: ({ count }) => toast.success(sayCount(texts.replayed, count)),
  })
  const ask = async () => {
    const question = { title: say(texts.replayTitle, { name }), text: texts.replayText, proceed: texts.replayProceed }
    if (!(await confirm(question))) return
    const now = Date.now()
    const [from, to] = [now - webhook.WEBHOOK_LIMITS.logDays * DAY_MS, now].map((ms) => new Date(ms).toISOString())
    replay.mutate({ endpointId: id, from: from!, to: to!, state: ['FAILED', 'NOT_SENT'] })
  }
  if (!mayEdit) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={replay.isPending}
      onClick={() => void ask()}
    >
      {texts.replayAll}
    </Button>
  )
}

const stateTones = { WAITING: 'info', DELIVERED: 'success', FAILED: 'danger', NOT_SENT: 'neutral' } as const

export function DeliveryBadge({ state }: { state: webhook.DeliveryState }) {
  return <StatusBadge tone={stateTones[state]}>{texts.states[state]}</StatusBadge>
}

const columns: readonly DataColumn<webhook.Delivery>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <DeliveryBadge state={row.state} /> },
  { id: 'kind', header: names.kind, phone: 'text', cell: (row) => webhook.webhookKindNames[row.kind] },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    cell: (row) => (row.iccid ? <Identifier copyAs={names.iccid}>{row.iccid}</Identifier> : '–'),
  },
  {
    id: 'endpoint',
    header: names.endpoint,
    cell: (row) => <LongText>{row.endpointName ?? texts.deleted}</LongText>,
  },
  { id: 'last', header: names.last, cell: (row) => <LongText>{lastAnswer(row)}</LongText> },
  { id: 'attempts', header: names.attempts, align: 'right', cell: (row) => row.attempts },
  {
    id: 'next',
    header: names.next,
    show: 'extra',
    cell: (row) => (row.nextAt ? <Time at={row.nextAt} show="second" /> : '–'),
  },
  { id: 'sequence', header: names.sequence, show: 'extra', align: 'right', cell: (row) => row.sequence },
  {
    id: 'ms',
    header: names.ms,
    show: 'extra',
    align: 'right',
    cell: (row) => (row.lastMs === null ? '–' : say(texts.ms, { count: row.lastMs })),
  },
]

function lastAnswer({ lastAt, lastStatus, lastFault }: webhook.Delivery): string {
  if (lastAt === null) return '–'
  return lastStatus === null ? (lastFault ?? texts.noAnswer) : String(lastStatus)
}
