import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as lease from '@simwright/contract/provisioning/lease'
import { IconDeviceSim, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
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
import { LeaseDialog } from './LeaseDialog.tsx'
import { leaseTexts as texts } from './lease-texts.ts'

const { columns: names } = texts
const POLL_MS = 15_000

const filters = {
  search: { kind: 'text', label: texts.filters.search },
  open: {
    kind: 'choice',
    label: texts.filters.open,
    choices: [
      { value: 'yes', label: texts.filters.lent },
      { value: 'no', label: texts.filters.ended },
    ],
  },
} as const satisfies Filters

/** The leases: who has borrowed which profile, and until when. */
export function LeasePage() {
  const filter = useUrlFilter(pages.lease, filters)
  const { search, open } = filter.values
  const list = useList(lease.list, {
    module: 'leases',
    sortInAddress: true,
    filter: { ...(search === undefined ? {} : { search }), ...(open === undefined ? {} : { open: open === 'yes' }) },
    sort: { by: 'createdAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const mayEdit = useAllowed('Fleet_Edit')
  const [isLending, setIsLending] = useState(false)
  const [edited, setEdited] = useState<lease.Lease>()
  const navigate = useNavigate()
  const link = usePageLink(pages.fleet, texts.emptyLink)
  const button = mayEdit ? { label: texts.lend, onClick: () => setIsLending(true) } : undefined
  useAskedDialog({ new: button?.onClick })
  const columns = useMemo(() => {
    const actions = (row: lease.Lease) => <Actions row={row} onEdit={mayEdit ? setEdited : undefined} />
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit])
  return (
    <>
      <PageHeader
        title={pageTexts.lease}
        text={texts.purpose}
        actions={
          <Allowed need="Fleet_Edit">
            <Button onClick={() => setIsLending(true)}>{texts.lend}</Button>
          </Allowed>
        }
      />
      <FilteredTable
        label={pageTexts.lease}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => void navigate(profilePath(row.profileId))}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'lease',
          example: exampleTexts.leases,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
          button,
        }}
      />
      {mayEdit && <LeaseDialog isOpen={isLending} onClose={() => setIsLending(false)} />}
      {mayEdit && <LeaseDialog isOpen={edited !== undefined} current={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const tones: Record<lease.LeaseState, Tone> = { LENT: 'info', WAITING: 'warning', FAILED: 'danger', ENDED: 'neutral' }

const dataColumns: readonly DataColumn<lease.Lease>[] = [
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    show: 'always',
    cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier>,
  },
  {
    id: 'borrower',
    header: names.borrower,
    phone: 'text',
    show: 'always',
    cell: (row) => <LongText>{row.borrower}</LongText>,
  },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: ({ state }) => (
      <span title={texts.stateHelp[state]}>
        <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
      </span>
    ),
  },
  {
    id: 'endsAt',
    header: names.endsAt,
    phone: 'time',
    sortBy: 'endsAt',
    cell: (row) => <Time at={row.endsAt} />,
  },
  { id: 'status', header: names.status, cell: (row) => profileTexts.statuses[row.status].label },
  { id: 'device', header: names.device, cell: (row) => row.deviceBrand ?? '–' },
  { id: 'notes', header: names.notes, cell: (row) => <LongText>{row.notes || '–'}</LongText> },
  {
    id: 'endedAt',
    header: names.endedAt,
    show: 'extra',
    cell: (row) => (row.endedAt ? <Time at={row.endedAt} /> : '–'),
  },
  {
    id: 'createdAt',
    header: names.createdAt,
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="day" />,
  },
  { id: 'createdBy', header: names.createdBy, show: 'extra', cell: (row) => row.createdBy || '–' },
]

type ActionsProps = { row: lease.Lease; onEdit: ((row: lease.Lease) => void) | undefined }

function Actions({ row, onEdit }: ActionsProps) {
  const navigate = useNavigate()
  const { mutate } = useMutation(lease.end, { changes: [lease.list, fleet.list, fleet.detail] })
  const { borrower, id, version } = row
  const end = async () => {
    const { title, text, proceed, done } = texts.end
    if (!(await confirm({ title: say(title, { borrower }), text, proceed, tone: 'danger' }))) return
    mutate({ id, version }, { onSuccess: () => toast.success(say(done, { borrower })) })
  }
  const isOpen = row.state !== 'ENDED'
  return (
    <RowMenu label={say(texts.actionsOf, { borrower })}>
      <RowAction icon={IconDeviceSim} onClick={() => void navigate(profilePath(row.profileId))}>
        {texts.profile}
      </RowAction>
      {onEdit && isOpen && (
        <RowAction icon={IconPencil} onClick={() => onEdit(row)}>
          {texts.edit}
        </RowAction>
      )}
      {onEdit && row.state === 'LENT' && (
        <RowAction icon={IconPlayerStop} tone="danger" onClick={() => void end()}>
          {texts.end.entry}
        </RowAction>
      )}
    </RowMenu>
  )
}
