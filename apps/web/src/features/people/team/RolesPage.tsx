import { Button } from '@mantine/core'
import * as team from '@simwright/contract/people/team'
import { IconPlus } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useWholeList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { teamTexts } from '../../../texts/team.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Narrow } from '../../../ui/phone.ts'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'
import type { RoleDraft } from './RoleForm.tsx'
import { RoleFormDrawer } from './RoleFormDrawer.tsx'
import { roleAbout } from './role-about.ts'

const texts = teamTexts.role

/** The roles that members can have: the built-in ones, and those of the enterprise account. */
export function RolesPage() {
  const answer = useAsk(team.roles, {})
  const list = useWholeList('roles', answer, answer.data?.items)
  const [{ open: openId }, changeAddress] = useAddress(pages.roles)
  const [draft, setDraft] = useState<RoleDraft>()
  const mayEdit = useAllowed('Role_Edit')
  const link = usePageLink(pages.members, texts.emptyLink)
  const add = () => setDraft({ name: '', permissions: [] })
  useAskedDialog({ new: mayEdit && add })
  const open = list.rows?.find(({ id }) => id === openId)
  return (
    <>
      <PageHeader
        title={pageTexts.roles}
        text={texts.purpose}
        actions={
          list.rows?.length !== 0 && (
            <Allowed need="Role_Edit">
              <Button leftSection={<IconPlus size={16} />} onClick={add}>
                {texts.add}
              </Button>
            </Allowed>
          )
        }
      />
      <DataTable
        label={pageTexts.roles}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        empty={{
          drawing: 'key',
          example: exampleTexts.roles,
          title: texts.emptyTitle,
          text: texts.emptyText,
          button: mayEdit ? { label: texts.add, onClick: add } : undefined,
          link,
        }}
      />
      <RoleDrawer role={open} onClose={() => changeAddress({ open: undefined }, 'push')} onDraft={setDraft} />
      {mayEdit && (
        <RoleFormDrawer draft={draft} onDraft={setDraft} onSaved={(id) => changeAddress({ open: id }, 'push')} />
      )}
    </>
  )
}

const columns: readonly DataColumn<team.Role>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    phone: 'title',
    show: 'always',
    width: 200,
    cell: (row) => <Name role={row} />,
  },
  {
    id: 'about',
    header: texts.columns.about,
    phone: 'text',
    width: 300,
    cell: (row) => <About>{roleAbout(row)}</About>,
  },
  {
    id: 'kind',
    header: texts.columns.kind,
    phone: 'status',
    cell: (row) => (
      <StatusBadge tone={row.builtIn ? 'neutral' : 'violet'}>{row.builtIn ? texts.builtIn : texts.own}</StatusBadge>
    ),
  },
  { id: 'permissions', header: texts.columns.permissions, align: 'right', cell: (row) => row.permissions.length },
  { id: 'members', header: texts.columns.members, align: 'right', cell: (row) => row.members.toLocaleString('en') },
  {
    id: 'updatedAt',
    header: texts.columns.updatedAt,
    phone: 'time',
    cell: (row) => (row.updatedAt ? <Time at={row.updatedAt} /> : '–'),
  },
]

/** One line on a phone, where the drawer has the whole text. */
function About({ children }: { children: string }) {
  if (use(Narrow)) return children
  return <span style={{ display: 'block', maxWidth: 460, paddingBlock: 6, whiteSpace: 'normal' }}>{children}</span>
}

function Name({ role }: { role: team.Role }) {
  return (
    <strong style={{ fontWeight: 550 }}>
      <LongText>{role.name}</LongText>
    </strong>
  )
}
