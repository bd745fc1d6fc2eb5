import { Button } from '@mantine/core'
import * as mail from '@simwright/contract/platform/mail'
import { useMemo } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { formatTime } from '../../../base/time.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Tone } from '../../../ui/tone.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { mailTexts as texts } from './mail-texts.ts'

type Row = mail.MailRow

const filters = {
  recipient: { kind: 'text', label: texts.columns.recipient },
  state: {
    kind: 'choices',
    label: texts.columns.state,
    choices: mail.mailStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** Mails of the portal, for platform staff: their delivery state, not their content. */
export function MailPage() {
  const filter = useUrlFilter(pages.mails, filters)
  const list = useList(mail.list, { module: 'mails', sortInAddress: true, filter: filter.values })
  const mayEdit = useAllowed('Admin_Mail_Edit')
  const mayRetry = mayEdit && list.rows?.some(({ state }) => state === 'FAILED') === true
  const all = useMemo(() => (mayRetry ? [...columns, retryColumn] : columns), [mayRetry])
  return (
    <>
      <PageHeader title={pageTexts.mails} text={texts.purpose} />
      <FilteredTable
        label={pageTexts.mails}
        list={list}
        columns={all}
        rowId={(row) => row.id}
        filter={filter}
        search={{ name: 'recipient', placeholder: texts.search }}
        hasViews
        empty={{ drawing: 'mail', title: texts.emptyTitle, text: texts.emptyText }}
      />
    </>
  )
}

const tones: Record<Row['state'], Tone> = { WAITING: 'info', SENT: 'success', FAILED: 'danger', KEPT: 'neutral' }

const { columns: names } = texts

const columns: readonly DataColumn<Row>[] = [
  {
    id: 'createdAt',
    header: names.createdAt,
    phone: 'time',
    show: 'always',
    cell: (row) => <Time at={row.createdAt} />,
  },
  { id: 'kind', header: names.kind, phone: 'text', cell: (row) => platformsTexts.kinds[row.kind] },
  { id: 'recipient', header: names.recipient, phone: 'title', cell: (row) => <LongText>{row.recipient}</LongText> },
  { id: 'platform', header: names.platform, cell: (row) => (row.platform ? <LongText>{row.platform}</LongText> : '–') },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <StatusBadge tone={tones[row.state]}>{texts.states[row.state]}</StatusBadge>,
  },
  { id: 'attempts', header: names.attempts, align: 'right', cell: (row) => row.attempts },
  {
    id: 'refusal',
    header: names.refusal,
    phone: 'text',
    width: 260,
    cell: (row) => <LongText>{refusalOf(row)}</LongText>,
  },
]

function refusalOf({ refusal, nextAt }: Row): string {
  if (refusal === null) return '–'
  return nextAt === null ? refusal : `${refusal} (${say(texts.nextAt, { time: formatTime(nextAt) })})`
}

const retryColumn: DataColumn<Row> = {
  id: 'actions',
  header: texts.columns.action,
  show: 'always',
  align: 'right',
  cell: (row) => (row.state === 'FAILED' ? <Retry id={row.id} /> : null),
}

function Retry({ id }: { id: string }) {
  const retry = useMutation(mail.retry, { changes: [mail.list], onSuccess: () => toast.success(texts.retried) })
  return (
    <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
      {texts.retry}
    </Button>
  )
}
