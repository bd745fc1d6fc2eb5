import { Button } from '@mantine/core'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { IdError, parseVoucherCode } from '@simwright/ids'
import { IconBan, IconDeviceSim } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { VoucherStateBadge } from './voucher-state.tsx'
import { voucherTexts } from './voucher-texts.ts'

const texts = voucherTexts.list

const filters = {
  state: {
    kind: 'choices',
    label: texts.state,
    choices: voucher.voucherStates.map((value) => ({ value, label: voucherTexts.states[value] })),
  },
} as const satisfies Filters

/** The vouchers of a batch. A code that is looked for is not in the address, because it is worth a profile. */
export function VoucherList({ batchId }: { batchId: string }) {
  const filter = useUrlFilter(pages.vouchers, filters)
  const [voucherCode, setVoucherCode] = useState<string>()
  const { state } = filter.values as { state?: voucher.VoucherState[] }
  const list = useList(voucher.vouchers, {
    module: 'voucher-list',
    filter: { batchId, ...(state ? { state } : {}), ...(voucherCode === undefined ? {} : { voucherCode }) },
    sort: { by: 'number', direction: 'asc' },
  })
  const mayEdit = useAllowed('Campaign_Edit')
  const maySeeFleet = useAllowed('Fleet_View')
  const columns = useMemo(() => {
    const actions = (row: voucher.Voucher) => (
      <Actions row={row} batchId={batchId} mayEdit={mayEdit} maySeeFleet={maySeeFleet} />
    )
    return [
      ...dataColumns,
      { id: 'actions', header: texts.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [batchId, mayEdit, maySeeFleet])
  return (
    <>
      <Row justify="between" gap={12}>
        <h2 style={{ fontSize: 'var(--type-h3)', lineHeight: '34px' }}>{texts.title}</h2>
        <FindForm onFind={setVoucherCode} isOn={voucherCode !== undefined} />
      </Row>
      <FilteredTable
        label={texts.title}
        list={list}
        columns={columns}
        rowId={(row) => String(row.number)}
        filter={filter}
        empty={{ drawing: 'search', title: texts.emptyTitle, text: texts.emptyText }}
      />
    </>
  )
}

type FindFormProps = { onFind: (code: string | undefined) => void; isOn: boolean }

function FindForm({ onFind, isOn }: FindFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    try {
      onFind(parseVoucherCode(code))
    } catch (found) {
      if (!(found instanceof IdError)) throw found
      setError(found.message)
    }
  }
  const clear = () => {
    setCode('')
    onFind(undefined)
  }
  return (
    <Row as="form" gap={8} align="start" onSubmit={submit}>
      <TextInput
        aria-label={texts.find}
        placeholder={texts.find}
        autoComplete="off"
        maxLength={64}
        value={code}
        error={error}
        style={{ width: 240 }}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="default">
        {texts.findButton}
      </Button>
      {isOn && (
        <Button variant="subtle" onClick={clear}>
          {texts.findClear}
        </Button>
      )}
    </Row>
  )
}

const dataColumns: readonly DataColumn<voucher.Voucher>[] = [
  {
    id: 'number',
    header: texts.number,
    phone: 'title',
    show: 'always',
    cell: (row) => row.number.toLocaleString('en'),
  },
  {
    id: 'state',
    header: texts.state,
    phone: 'status',
    show: 'always',
    cell: (row) => <VoucherStateBadge state={row.state} />,
  },
  {
    id: 'redeemedAt',
    header: texts.redeemedAt,
    cell: (row) => (row.redeemedAt ? <Time at={row.redeemedAt} /> : '–'),
  },
  {
    id: 'iccid',
    header: texts.iccid,
    phone: 'text',
    cell: (row) => (row.iccid ? <Identifier copyAs={texts.iccid}>{row.iccid}</Identifier> : '–'),
  },
  { id: 'address', header: texts.address, cell: (row) => (row.address ? plainAddress(row.address) : '–') },
  {
    id: 'revokedAt',
    header: texts.revokedAt,
    show: 'extra',
    cell: (row) => (row.revokedAt ? <Time at={row.revokedAt} /> : '–'),
  },
]

type ActionsProps = { row: voucher.Voucher; batchId: string; mayEdit: boolean; maySeeFleet: boolean }

function Actions({ row: { number, state, profileId }, batchId, mayEdit, maySeeFleet }: ActionsProps) {
  const { actions } = voucherTexts
  const navigate = useNavigate()
  const revoke = useMutation(voucher.revoke, { changes: [voucher.get, voucher.vouchers, voucher.list] })
  const ask = async () => {
    const title = say(actions.revokeTitle, { number })
    if (!(await confirm({ title, text: actions.revokeText, proceed: actions.revokeProceed, tone: 'danger' }))) return
    revoke.mutate({ id: batchId, number }, { onSuccess: () => toast.success(say(actions.revoked, { number })) })
  }
  const shown = maySeeFleet ? profileId : null
  const mayRevoke = mayEdit && (state === 'UNUSED' || state === 'EXPIRED')
  if (shown === null && !mayRevoke) return null
  return (
    <RowMenu label={say(texts.actionsOf, { number })} isPending={revoke.isPending}>
      {shown !== null && (
        <RowAction icon={IconDeviceSim} onClick={() => void navigate(profilePath(shown))}>
          {actions.show}
        </RowAction>
      )}
      {mayRevoke && (
        <RowAction icon={IconBan} tone="danger" onClick={() => void ask()}>
          {actions.revoke}
        </RowAction>
      )}
    </RowMenu>
  )
}
