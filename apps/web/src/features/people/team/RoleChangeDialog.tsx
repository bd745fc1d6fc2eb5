import * as team from '@simwright/contract/people/team'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { RoleSelect } from './RoleSelect.tsx'

const texts = teamTexts.roleForm

type RoleChangeDialogProps = { member: team.Member | undefined; onClose: () => void; roles: readonly team.Role[] }

export function RoleChangeDialog({ member, onClose, roles }: RoleChangeDialogProps) {
  return (
    <Dialog opened={member !== undefined} onClose={onClose} title={texts.title} size={460}>
      {member && <RoleChangeForm member={member} onClose={onClose} roles={roles} />}
    </Dialog>
  )
}

function RoleChangeForm({ member, onClose, roles }: RoleChangeDialogProps & { member: team.Member }) {
  const [roleId, setRoleId] = useState(member.role?.id ?? null)
  const name = member.name || member.email
  const change = useMutation(team.changeRole, { changes: [team.list, team.roles] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (roleId === null) return
    const role = roles.find(({ id }) => id === roleId)?.name ?? roleId
    change.mutate(
      { id: member.id, version: member.version, roleId },
      {
        onSuccess: () => {
          toast.success(say(texts.done, { name, role }))
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={texts.submit}
      isPending={change.isPending}
      isBlocked={roleId === null || roleId === member.role?.id}
      onCancel={onClose}
    >
      <Note>{texts.text}</Note>
      <RoleSelect label={say(texts.role, { name })} roles={roles} value={roleId} onChange={setRoleId} data-autofocus />
    </DialogForm>
  )
}
