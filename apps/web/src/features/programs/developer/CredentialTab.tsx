import { Button } from '@mantine/core'
import * as credential from '@simwright/contract/programs/credential'
import { IconBan, IconPlayerStop, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useWholeList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
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
import { CredentialDialog } from './CredentialDialog.tsx'
import { developerTexts } from './developer-texts.ts'
import { OpenApiSample } from './OpenApiSample.tsx'

const texts = developerTexts.credentials
const { columns: names } = texts

/** The credentials of the open API, its host, and a program that signs a call. */
export function CredentialTab() {
  const mayEdit = useAllowed('Developer_Edit')
  const answer = useAsk(credential.list, {})
  const list = useWholeList('credentials', answer, answer.data?.items)
  const [open, setOpen] = useState<credential.Credential | 'new'>()
  const revoke = useRevokeCredential()
  const endPrevious = useEndPrevious()
  const link = usePageLink(pages.subscription, developerTexts.keys.emptyLink)
  const refusal = answer.data?.refusal ?? null
  const canAdd = mayEdit && refusal === null
  useAskedDialog({ new: canAdd && (() => setOpen('new')) })
  const columns = useMemo(() => {
    const actions = (row: credential.Credential) =>
      mayEdit && row.revokedAt === null ? (
        <Actions
          row={row}
          onRotate={() => setOpen(row)}
          onEndPrevious={() => endPrevious(row)}
          onRevoke={() => revoke(row)}
        />
      ) : null
    return [
      ...dataColumns,
      { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions },
    ] as const
  }, [mayEdit, endPrevious, revoke])
  const isEmpty = list.rows?.length === 0
  return (
    <Stack gap={12}>
      <Note>{refusal ?? introOf(answer.data)}</Note>
      <DataTable
        label={developerTexts.tabs.credentials}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        filters={
          canAdd && !isEmpty ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
              {texts.add}
            </Button>
          ) : undefined
        }
        empty={{
          drawing: 'key',
          example: exampleTexts.keys,
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
          button: canAdd ? { label: texts.add, onClick: () => setOpen('new') } : undefined,
          link,
        }}
      />
      <Stack as="section" gap={12}>
        <CopyField label={texts.host} value={globalThis.location.origin} />
        <OpenApiSample />
      </Stack>
      <CredentialDialog open={open} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

function introOf(data: { callsASecond: number | null } | undefined): string {
  if (!data) return texts.purpose
  const { callsASecond: calls } = data
  return `${texts.purpose} ${calls === null ? texts.callsAny : sayCount(texts.calls, calls)}`
}

const dataColumns: readonly DataColumn<credential.Credential>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 200,
    cell: (row) => (
      <span className="strong">
        <LongText>{row.name}</LongText>
      </span>
    ),
  },
  { id: 'accessKey', header: names.accessKey, phone: 'text', cell: (row) => <code>{row.accessKey}</code> },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <State row={row} /> },
  {
    id: 'lastUsedAt',
    header: names.lastUsedAt,
    phone: 'time',
    cell: ({ lastUsedAt: at }) => (at ? <Time at={at} show="ago" /> : developerTexts.keys.never),
  },
  {
    id: 'secretAt',
    header: names.secretAt,
    cell: (row) => <Time at={row.secretAt} show="day" />,
  },
  { id: 'createdBy', header: names.createdBy, cell: (row) => <LongText>{row.createdBy || '–'}</LongText> },
  { id: 'createdAt', header: names.createdAt, show: 'extra', cell: (row) => <Time at={row.createdAt} show="day" /> },
]

function State({ row }: { row: credential.Credential }) {
  if (row.revokedAt !== null) return <StatusBadge tone="neutral">{texts.states.revoked}</StatusBadge>
  if (row.twoSecrets) return <StatusBadge tone="warning">{texts.states.twoSecrets}</StatusBadge>
  return <StatusBadge tone="success">{texts.states.active}</StatusBadge>
}

type ActionsProps = {
  row: credential.Credential
  onRotate: () => void
  onEndPrevious: () => void
  onRevoke: () => void
}

function Actions({ row, onRotate, onEndPrevious, onRevoke }: ActionsProps) {
  return (
    <RowMenu label={say(developerTexts.keys.actionsOf, { name: row.name })} width={220}>
      {row.twoSecrets ? (
        <RowAction icon={IconPlayerStop} onClick={onEndPrevious}>
          {texts.endPrevious.entry}
        </RowAction>
      ) : (
        <RowAction icon={IconRefresh} onClick={onRotate}>
          {texts.rotate.entry}
        </RowAction>
      )}
      <RowAction icon={IconBan} tone="danger" onClick={onRevoke}>
        {texts.revoke.entry}
      </RowAction>
    </RowMenu>
  )
}

type Named = Pick<credential.Credential, 'id' | 'name'>
type Action = (row: Named) => Promise<void>

/** Revokes a credential after a confirmation. */
const useRevokeCredential = (): Action => useConfirmed(credential.revoke, developerTexts.credentials.revoke)

/** Ends the previous secret of a credential after a confirmation. */
const useEndPrevious = (): Action => useConfirmed(credential.endPrevious, developerTexts.credentials.endPrevious)

type Texts = (typeof developerTexts.credentials)['revoke' | 'endPrevious']

function useConfirmed(endpoint: typeof credential.revoke | typeof credential.endPrevious, texts: Texts): Action {
  const { mutate } = useMutation(endpoint, { changes: [credential.list] })
  return useCallback(
    async ({ id, name }) => {
      const { title, text, proceed, done } = texts
      if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return
      mutate({ id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
    [mutate, texts],
  )
}
