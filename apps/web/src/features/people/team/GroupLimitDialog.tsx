import * as team from '@simwright/contract/people/team'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { GroupLimitInput } from './GroupLimitInput.tsx'

const texts = teamTexts.groupLimit

type GroupLimitDialogProps = { member: team.Member | undefined; onClose: () => void }

/** Limits a member's view to groups, or lifts the limit. */
export function GroupLimitDialog({ member, onClose }: GroupLimitDialogProps) {
  return (
    <Dialog opened={member !== undefined} onClose={onClose} title={texts.title} size={520}>
      {member && <GroupLimitForm member={member} onClose={onClose} />}
    </Dialog>
  )
}

function GroupLimitForm({ member, onClose }: GroupLimitDialogProps & { member: team.Member }) {
  const isLimited = useGroupLimit() !== null
  const [groups, setGroups] = useState<readonly string[] | null>(member.groups?.map(({ id }) => id) ?? null)
  const [wasSent, setWasSent] = useState(false)
  const name = member.name || member.email
  const change = useMutation(team.setGroups, { changes: [team.list] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (groups?.length === 0) return
    change.mutate(
      { id: member.id, version: member.version, groups: groups && [...groups] },
      {
        onSuccess: () => {
          toast.success(say(groups ? texts.limited : texts.lifted, { name }))
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={change.isPending} onCancel={onClose}>
      <Note>{say(texts.text, { name })}</Note>
      <GroupLimitInput
        value={groups}
        onChange={setGroups}
        mustLimit={isLimited}
        error={wasSent && groups?.length === 0 ? texts.none : undefined}
      />
    </DialogForm>
  )
}
