import { Anchor, Button } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconReplace, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWholeList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { PropertyTabs } from '../../../esim/PropertyTabs.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { attributeTexts as texts } from '../../../texts/attribute.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useIsPhone } from '../../../ui/phone.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { toast } from '../../../ui/toast.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { AttributeDialog } from './AttributeDialog.tsx'
import { RetypeDialog } from './RetypeDialog.tsx'

const filters = { search: { kind: 'text', label: texts.searchLabel } } as const satisfies Filters

/** The attribute that a dialog is open for, and the dialog. */
type Open = { dialog: 'edit' | 'retype'; attribute: attribute.Attribute }

/** All attributes, which can be added, edited, reordered, given another type, and deleted. */
export function AttributesPage() {
  const answer = useAsk(attribute.list, { counts: true })
  const items = answer.data?.items
  const filter = useUrlFilter(pages.attributes, filters)
  const list = useWholeList('attributes', answer, matching(items, filter.values.search ?? ''))
  const [search, change] = useAddress(pages.attributes)
  const [open, setOpen] = useState<Open>()
  const isLimited = useGroupLimit() !== null
  const mayEdit = useAllowed('Group_Edit') && !isLimited
  const add = () => change({ open: 'new' }, 'push')
  const close = () => {
    setOpen(undefined)
    change({ open: undefined })
  }
  return (
    <>
      <PageHeader
        title={pageTexts.attributes}
        text={texts.purpose}
        actions={
          mayEdit &&
          items &&
          items.length > 0 && (
            <Button leftSection={<IconPlus size={16} />} onClick={add}>
              {texts.add}
            </Button>
          )
        }
      />
      <PropertyTabs shown="attributes">
        <FilteredTable
          label={pageTexts.attributes}
          list={list}
          columns={mayEdit ? [...columns, actionsColumn(items ?? [], setOpen)] : columns}
          rowId={(row) => row.id}
          filter={filter}
          search={{ name: 'search', placeholder: texts.searchPlaceholder }}
          empty={emptyOf(mayEdit, add)}
        />
      </PropertyTabs>
      {mayEdit && <Dialogs isAdding={search.open === 'new'} open={open} onClose={close} />}
    </>
  )
}

const emptyOf = (mayEdit: boolean, add: () => void) => ({
  drawing: 'groups' as const,
  example: exampleTexts.attributes,
  title: texts.emptyTitle,
  text: mayEdit ? texts.emptyText : texts.emptyTextView,
  button: mayEdit ? { label: texts.add, onClick: add } : undefined,
})

function Dialogs({ isAdding, open, onClose }: { isAdding: boolean; open: Open | undefined; onClose: () => void }) {
  return (
    <>
      <AttributeDialog
        isOpen={isAdding || open?.dialog === 'edit'}
        attribute={open?.dialog === 'edit' ? open.attribute : undefined}
        onClose={onClose}
      />
      {open?.dialog === 'retype' && <RetypeDialog attribute={open.attribute} onClose={onClose} />}
    </>
  )
}

/** All attributes are loaded, so the browser searches them. */
function matching(attributes: readonly attribute.Attribute[] | undefined, text: string) {
  const wanted = text.trim().toLowerCase()
  return attributes?.filter(({ name, word }) => `${name}\n${word}`.toLowerCase().includes(wanted))
}

/** The profiles with a value, in Fleet. */
const withValue = (word: string) => linkTo(pages.fleet, { search: { q: `attr.${word}:any` } })

/** Opens the profiles with a value. A phone has no column head that says what is counted. */
function ProfileCount({ attribute: { word, profiles, capped } }: { attribute: attribute.Attribute }) {
  const isPhone = useIsPhone()
  const count = profiles ?? 0
  const number = count.toLocaleString('en')
  const text = capped ? say(texts.more, { count: number }) : isPhone ? sayCount(texts.profileCount, count) : number
  return (
    <Anchor component={Link} {...withValue(word)} inherit>
      {text}
    </Anchor>
  )
}

const { columns: names } = texts

const columns: readonly DataColumn<attribute.Attribute>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 200,
    cell: ({ name }) => <LongText>{name}</LongText>,
  },
  {
    id: 'kind',
    header: names.kind,
    phone: 'text',
    cell: ({ kind, choices }) => (
      <LongText>{choices.length > 0 ? `${texts.kinds[kind]}: ${choices.join(', ')}` : texts.kinds[kind]}</LongText>
    ),
  },
  {
    id: 'word',
    header: names.word,
    cell: ({ word }) => <Mono>{`attr.${word}`}</Mono>,
  },
  { id: 'required', header: names.required, cell: ({ required }) => (required ? texts.yes : texts.no) },
  {
    id: 'profiles',
    header: names.profiles,
    phone: 'status',
    align: 'right',
    cell: (row) => <ProfileCount attribute={row} />,
  },
]

const actionsColumn = (
  items: readonly attribute.Attribute[],
  open: (next: Open) => void,
): DataColumn<attribute.Attribute> => ({
  id: 'actions',
  header: names.actions,
  show: 'always',
  align: 'right',
  cell: (row) => <Actions items={items} attribute={row} onOpen={(dialog) => open({ dialog, attribute: row })} />,
})

type ActionsProps = {
  items: readonly attribute.Attribute[]
  attribute: attribute.Attribute
  onOpen: (dialog: Open['dialog']) => void
}

function Actions({ items, attribute: one, onOpen }: ActionsProps) {
  const changes = [attribute.list, fleet.list, fleet.detail]
  const remove = useMutation(attribute.remove, { changes })
  const reorder = useMutation(attribute.reorder, { changes: [attribute.list] })
  const index = items.findIndex(({ id }) => id === one.id)
  const move = (to: number) => {
    const others = items.map(({ id }) => id).filter((id) => id !== one.id)
    reorder.mutate({ ids: others.toSpliced(to, 0, one.id) })
  }
  const ask = async () => {
    const yes = await confirm({
      title: say(texts.removeTitle, { name: one.name }),
      text: sayCount(texts.removeText, one.profiles ?? 0),
      proceed: texts.remove,
      tone: 'danger',
    })
    if (!yes) return
    const done = () => toast.success(say(texts.removed, { name: one.name }))
    remove.mutate({ id: one.id, version: one.version }, { onSuccess: done })
  }
  return (
    <RowMenu label={say(texts.actions, { name: one.name })} isPending={remove.isPending || reorder.isPending}>
      <RowAction icon={IconPencil} onClick={() => onOpen('edit')}>
        {texts.edit}
      </RowAction>
      <RowAction icon={IconReplace} onClick={() => onOpen('retype')}>
        {texts.retype}
      </RowAction>
      <RowAction icon={IconArrowUp} isOff={index <= 0} onClick={() => move(index - 1)}>
        {texts.up}
      </RowAction>
      <RowAction icon={IconArrowDown} isOff={index === items.length - 1} onClick={() => move(index + 1)}>
        {texts.down}
      </RowAction>
      <RowAction icon={IconTrash} tone="danger" onClick={() => void ask()}>
        {texts.remove}
      </RowAction>
    </RowMenu>
  )
}
