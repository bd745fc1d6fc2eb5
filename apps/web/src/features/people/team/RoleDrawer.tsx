import { Button } from '@mantine/core'
import * as team from '@simwright/contract/people/team'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMutation } from '../../../api/mutation.ts'
import { PermissionTree } from '../../../membership/PermissionTree.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'

import type { RoleDraft } from './RoleForm.tsx'
import { roleAbout } from './role-about.ts'

const texts = teamTexts.role

type RoleDrawerProps = { role: team.Role | undefined; onClose: () => void; onDraft: (draft: RoleDraft) => void }

/** Permissions and number of members of a role, with buttons that copy, edit and delete it. */
export function RoleDrawer({ role, onClose, onDraft }: RoleDrawerProps) {
  return (
    <DetailDrawer
      isOpen={role !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={role?.name}
      status={
        role && (
          <StatusBadge tone={role.builtIn ? 'neutral' : 'violet'}>
            {role.builtIn ? texts.builtIn : texts.own}
          </StatusBadge>
        )
      }
    >
      {role && <Overview role={role} onClose={onClose} onDraft={onDraft} />}
    </DetailDrawer>
  )
}

/** Asks, then deletes the role. */
function useRemove({ name, id, version }: team.Role, onRemoved: () => void): () => Promise<void> {
  const remove = useMutation(team.removeRole, { changes: [team.roles] })
  return async () => {
    const question = { title: say(texts.deleteTitle, { name }), text: texts.deleteText, proceed: texts.deleteProceed }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast.success(say(texts.deleted, { name }))
          onRemoved()
        },
      },
    )
  }
}

function Overview({ role, onClose, onDraft }: RoleDrawerProps & { role: team.Role }) {
  const mayEdit = useAllowed('Role_Edit')
  const maySeeMembers = useAllowed('Member_View')
  const onRemove = useRemove(role, onClose)
  const copy = { name: say(texts.copyName, { name: role.name }).slice(0, 64), permissions: role.permissions }
  return (
    <Stack gap={20}>
      <Note>{roleAbout(role)}</Note>
      {mayEdit && (
        <Row>
          {!role.builtIn && role.grantable && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              onClick={() => onDraft({ name: role.name, permissions: role.permissions, saved: role })}
            >
              {texts.edit}
            </Button>
          )}
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => onDraft(copy)}>
            {texts.copy}
          </Button>
          {!role.builtIn && role.grantable && role.members === 0 && (
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void onRemove()}>
              {texts.remove}
            </Button>
          )}
        </Row>
      )}
      {mayEdit && !role.grantable && <Note>{texts.notGrantable}</Note>}
      <KeyValue
        items={[
          {
            label: texts.columns.members,
            value:
              maySeeMembers && role.members > 0 ? (
                <Link {...linkTo(pages.members, { search: { role: role.id } })}>
                  {role.members.toLocaleString('en')}
                </Link>
              ) : (
                role.members.toLocaleString('en')
              ),
          },
          { label: texts.columns.permissions, value: role.permissions.length },
        ]}
      />
      <PermissionTree held={new Set(role.permissions)} />
    </Stack>
  )
}
