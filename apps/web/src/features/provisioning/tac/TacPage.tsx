import { Button } from '@mantine/core'
import * as tac from '@simwright/contract/provisioning/tac'
import { IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import classes from './Tac.module.css'
import { TacDialog } from './TacDialog.tsx'
import { tacTexts as texts } from './tac-texts.ts'

const { columns: names } = texts
const POLL_MS = 5_000

const filters = { search: { kind: 'text', label: texts.searchLabel } } as const satisfies Filters

type Open = { form: tac.TacRow | 'new' } | { file: true }

/** The TAC table; for platform staff. */
export function TacPage() {
  const filter = useUrlFilter(pages.tacs, filters)
  const mayEdit = useAllowed('Admin_Tac_Edit')
  const [open, setOpen] = useState<Open>()
  useAskedDialog({
    new: mayEdit && (() => setOpen({ form: 'new' })),
    import: mayEdit && (() => setOpen({ file: true })),
  })
  const list = useList(tac.list, { module: 'tacs', filter: filter.values, sort: { by: 'tac', direction: 'asc' } })
  const save = useSave(tac.exportCsv)
  const columns = useColumns(mayEdit, setOpen)
  const close = () => setOpen(undefined)
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <PageHeader
        title={pageTexts.tacs}
        text={texts.purpose}
        actions={
          mayEdit && (
            <>
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen({ form: 'new' })}>
                {texts.add}
              </Button>
              {!isEmpty && (
                <Button leftSection={<IconUpload size={16} />} onClick={() => setOpen({ file: true })}>
                  {texts.import}
                </Button>
              )}
            </>
          )
        }
      />
      <p className="size-text muted" style={{ margin: '-8px 0 16px' }}>
        {texts.effect} <Naming />
      </p>
      <div className={classes.table}>
        <FilteredTable
          label={pageTexts.tacs}
          list={list}
          columns={columns}
          rowId={(row) => row.tac}
          filter={filter}
          search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          exporting={<ExportButton isPending={save.isPending} onClick={() => save.start({ filter: filter.values })} />}
          empty={{
            drawing: 'device',
            example: exampleTexts.tacs,
            title: texts.emptyTitle,
            text: texts.emptyText,
            ...(mayEdit ? { button: { label: texts.import, onClick: () => setOpen({ file: true }) } } : {}),
          }}
        />
      </div>
      <TacDialog row={open && 'form' in open ? open.form : undefined} onClose={close} />
      <ImportDialog isOpen={open !== undefined && 'file' in open} onClose={close} />
    </>
  )
}

/** Notice that is shown while the server names devices whose TAC was unknown before. */
function Naming() {
  const [isOn, setIsOn] = useState(true)
  const answer = useAsk(tac.list, { limit: 1 }, isOn ? { pollMs: POLL_MS } : {})
  const naming = answer.data?.naming
  if (naming !== undefined && naming !== isOn) setIsOn(naming)
  return <span aria-live="polite">{naming && <strong>{texts.naming}</strong>}</span>
}

function useColumns(mayEdit: boolean, open: (dialog: Open) => void): readonly DataColumn<tac.TacRow>[] {
  const { mutate } = useMutation(tac.remove, { changes: [tac.list] })
  return useMemo(() => {
    const remove = async ({ tac }: tac.TacRow) => {
      const { title, text, proceed, done } = texts.remove
      if (!(await confirm({ title: say(title, { tac }), text, proceed, tone: 'danger' }))) return
      mutate({ tac }, { onSuccess: () => toast.success(say(done, { tac })) })
    }
    const actions = (row: tac.TacRow) => (
      <Actions row={row} onEdit={(form) => open({ form })} onRemove={(one) => void remove(one)} />
    )
    const last = { id: 'actions', header: names.actions, show: 'always', align: 'right', cell: actions } as const
    return mayEdit ? [...dataColumns, last] : dataColumns
  }, [mayEdit, mutate, open])
}

const dataColumns: readonly DataColumn<tac.TacRow>[] = [
  {
    id: 'tac',
    header: names.tac,
    phone: 'title',
    show: 'always',
    sortBy: 'tac',
    width: 140,
    cell: (row) => <Mono>{row.tac}</Mono>,
  },
  { id: 'brand', header: names.brand, phone: 'text', cell: (row) => <LongText>{row.brand}</LongText> },
  { id: 'model', header: names.model, phone: 'text', cell: (row) => <LongText>{row.model}</LongText> },
  {
    id: 'updatedAt',
    header: names.updatedAt,
    phone: 'time',
    cell: ({ updatedAt }) => (updatedAt ? <Time at={updatedAt} show="day" /> : texts.never),
  },
]

type ActionsProps = { row: tac.TacRow; onEdit: (row: tac.TacRow) => void; onRemove: (row: tac.TacRow) => void }

function Actions({ row, onEdit, onRemove }: ActionsProps) {
  return (
    <RowMenu label={say(texts.actionsOf, { tac: row.tac })} width={160}>
      <RowAction icon={IconPencil} onClick={() => onEdit(row)}>
        {texts.edit}
      </RowAction>
      <RowAction icon={IconTrash} tone="danger" onClick={() => onRemove(row)}>
        {texts.remove.entry}
      </RowAction>
    </RowMenu>
  )
}
