import { Button } from '@mantine/core'
import * as apiKey from '@simwright/contract/programs/keys'
import { IconBan, IconEye, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowMark } from '../../../ui/table/RowMark.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import classes from './DeveloperPage.module.css'
import { developerTexts } from './developer-texts.ts'
import { KeyDrawer } from './KeyDrawer.tsx'
import { KeyFormDialog } from './KeyFormDialog.tsx'
import { KeyState } from './KeyState.tsx'
import { isLive, lastUseOf } from './key-secret.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { useRevoke } from './revoke.ts'

const texts = developerTexts.keys
const { columns: names } = texts

const filters = {
  search: { kind: 'text', label: texts.searchLabel },
  kind: {
    kind: 'choices',
    label: names.kind,
    choices: apiKey.keyKinds.map((value) => ({ value, label: texts.kinds[value] })),
  },
  state: {
    kind: 'choices',
    label: names.state,
    choices: apiKey.keyStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** What the dialogs of the tab are about. */
type Open = { form: apiKey.ApiKey | 'new' } | { rotated: apiKey.ApiKey }

/** The API keys of the enterprise account, and their dialogs. */
export function KeyTab() {
  const mayEdit = useAllowed('Developer_Edit')
  const filter = useUrlFilter(pages.developer, filters)
  const [{ open: openId }, changeAddress] = useAddress(pages.developer)
  const [open, setOpen] = useState<Open>()
  useAskedDialog({ new: mayEdit && (() => setOpen({ form: 'new' })) })
  const list = useList(apiKey.list, {
    module: 'api-keys',
    sortInAddress: true,
    filter: filter.values as { search?: string; kind?: apiKey.KeyKind[]; state?: apiKey.KeyState[] },
    sort: { by: 'createdAt', direction: 'desc' },
  })
  const link = usePageLink(pages.subscription, texts.emptyLink)
  const columns = useColumns(mayEdit, setOpen)
  const shown = list.rows?.find(({ id }) => id === openId)
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ form: 'new' })}>
      {texts.add}
    </Button>
  )
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <FilteredTable
        label={developerTexts.tabs.keys}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        main={!isEmpty && <Allowed need="Developer_Edit">{add}</Allowed>}
        empty={{
          drawing: 'key',
          example: exampleTexts.keys,
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
          button: mayEdit ? { label: texts.add, onClick: () => setOpen({ form: 'new' }) } : undefined,
          link,
        }}
      />
      <KeyDrawer
        apiKey={shown}
        onClose={() => changeAddress({ open: undefined }, 'push')}
        onEdit={(form) => setOpen({ form })}
        onRotate={(rotated) => setOpen({ rotated })}
      />
      <KeyFormDialog draft={open && 'form' in open ? open.form : undefined} onClose={() => setOpen(undefined)} />
      <RotateDialog apiKey={open && 'rotated' in open ? open.rotated : undefined} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** The columns, with the actions that the user has on a row. */
function useColumns(mayEdit: boolean, onOpen: (open: Open) => void) {
  const [, changeAddress] = useAddress(pages.developer)
  const revoke = useRevoke()
  return useMemo(() => {
    const actions = (row: apiKey.ApiKey) => (
      <Actions
        row={row}
        onShow={() => changeAddress({ open: row.id }, 'push')}
        onEdit={mayEdit && row.manageable ? () => onOpen({ form: row }) : undefined}
        onRotate={mayEdit && row.manageable ? () => onOpen({ rotated: row }) : undefined}
        onRevoke={mayEdit && row.revocable ? () => revoke(row) : undefined}
      />
    )
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit, onOpen, changeAddress, revoke])
}

const dataColumns: readonly DataColumn<apiKey.ApiKey>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 220,
    cell: (row) => (
      <span className="strong">
        <LongText>{row.name}</LongText>
      </span>
    ),
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <KeyState state={row.state} /> },
  {
    id: 'kind',
    header: names.kind,
    phone: 'text',
    cell: (row) => (
      <span className={classes.badges}>
        {texts.kinds[row.kind]}
        {row.isTest && <RowMark tone="warning">{texts.test}</RowMark>}
      </span>
    ),
  },
  { id: 'scopes', header: names.scopes, cell: (row) => <Scopes row={row} /> },
  { id: 'createdBy', header: names.createdBy, cell: (row) => <LongText>{row.createdBy || '–'}</LongText> },
  {
    id: 'lastUsedAt',
    header: names.lastUsedAt,
    phone: 'time',
    cell: (row) => {
      const at = lastUseOf(row)?.at
      return at ? <Time at={at} show="ago" /> : texts.never
    },
  },
  { id: 'endsAt', header: names.endsAt, cell: (row) => <Ends row={row} /> },
  {
    id: 'createdAt',
    header: names.createdAt,
    show: 'extra',
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="day" />,
  },
]

function Scopes({ row: { scopes, lostScopes } }: { row: apiKey.ApiKey }) {
  const lost = lostScopes.length > 0 ? ` (${sayCount(texts.lost, lostScopes.length)})` : ''
  return `${scopes.length}${lost}`
}

function Ends({ row }: { row: apiKey.ApiKey }) {
  const live = row.secrets.filter(isLive)
  const ends = (live.length > 0 ? live : row.secrets).map(({ endsAt }) => endsAt).toSorted()
  const last = ends.at(-1)
  if (last === undefined || row.state === 'REVOKED') return '–'
  return (
    <>
      <Time at={last} show="day" />
      {live.length > 1 && ` · ${texts.rotating}`}
    </>
  )
}

type ActionsProps = {
  row: apiKey.ApiKey
  onShow: () => void
  onEdit: (() => void) | undefined
  onRotate: (() => void) | undefined
  onRevoke: (() => void) | undefined
}

function Actions({ row, onShow, onEdit, onRotate, onRevoke }: ActionsProps) {
  return (
    <RowMenu label={say(texts.actionsOf, { name: row.name })}>
      <RowAction icon={IconEye} onClick={onShow}>
        {texts.open}
      </RowAction>
      {onEdit && (
        <RowAction icon={IconPencil} onClick={onEdit}>
          {texts.edit}
        </RowAction>
      )}
      {onRotate && (
        <RowAction icon={IconRefresh} onClick={onRotate}>
          {texts.rotate}
        </RowAction>
      )}
      {onRevoke && (
        <RowAction icon={IconBan} tone="danger" onClick={onRevoke}>
          {texts.revoke.entry}
        </RowAction>
      )}
    </RowMenu>
  )
}
