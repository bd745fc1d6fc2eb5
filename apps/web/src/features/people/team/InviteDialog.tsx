import { Textarea } from '@mantine/core'
import { canBeLimited } from '@simwright/contract/people/group-limit'
import * as team from '@simwright/contract/people/team'
import { INVITE_MAX } from '@simwright/contract/people/team'
import { queryOrder } from '@simwright/contract/platform/plan'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { type DialogGuard, useDialogEntries, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { readAddresses } from './addresses.ts'
import { GroupLimitInput } from './GroupLimitInput.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const texts = teamTexts.inviteForm

type InviteDialogProps = { isOpen: boolean; onClose: () => void; roles: readonly team.Role[] }

export function InviteDialog({ isOpen, onClose, roles }: InviteDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={texts.title} size={520}>
      <InviteForm guard={guard} roles={roles} />
    </Dialog>
  )
}

/** Invites up to `INVITE_MAX` pasted e-mail addresses, all with the same role. */
function InviteForm({ guard, roles }: { guard: DialogGuard; roles: readonly team.Role[] }) {
  const [text, setText] = useState('')
  const [roleId, setRoleId] = useState<string | null>(null)
  const isLimited = useGroupLimit() !== null
  const [groups, setGroups] = useState<readonly string[] | null>(isLimited ? [] : null)
  const [wasSent, setWasSent] = useState(false)
  const invite = useMutation(team.invite, {
    changes: [team.list, team.roles, queryOrder],
    onSuccess: ({ items }) => report(items),
  })
  useDialogEntries(guard, { text, roleId, groups })
  const { emails, invalid } = readAddresses(text)
  const fault = faultOf(emails, invalid)
  const limit = roleId !== null && canBeLimited(roleId) ? groups : null
  const limitFault = limit?.length === 0
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (fault !== undefined || roleId === null || limitFault) return
    invite.mutate({ emails, roleId, groups: limit && [...limit] }, { onSuccess: guard.finish })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={emails.length === 0 ? texts.submitNone : sayCount(texts.submit, emails.length)}
      isPending={invite.isPending}
      onCancel={guard.close}
    >
      <Textarea
        withAsterisk
        label={texts.emails}
        description={say(texts.emailsHelp, { max: INVITE_MAX })}
        placeholder={'ada@example.com\ngrace@example.com'}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={text}
        error={wasSent ? fault : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <RoleSelect
        label={texts.role}
        description={texts.roleHelp}
        roles={roles}
        value={roleId}
        onChange={setRoleId}
        error={wasSent && roleId === null ? uiTexts.required : undefined}
      />
      {(roleId === null || canBeLimited(roleId)) && (
        <GroupLimitInput
          value={groups}
          onChange={setGroups}
          mustLimit={isLimited}
          error={wasSent && limitFault ? teamTexts.groupLimit.none : undefined}
        />
      )}
    </DialogForm>
  )
}

function faultOf(emails: readonly string[], invalid: readonly string[]): string | undefined {
  if (invalid.length > 0) return say(texts.notAddresses, { list: invalid.slice(0, 5).join(', ') })
  if (emails.length === 0) return texts.noAddress
  return emails.length > INVITE_MAX ? say(texts.tooMany, { max: INVITE_MAX }) : undefined
}

type Outcomes = readonly { email: string; outcome: (typeof team.inviteOutcomes)[number] }[]

function report(items: Outcomes): void {
  const sent = items.filter(({ outcome }) => outcome === 'INVITED').length
  if (sent > 0) toast.success(sayCount(texts.sent, sent))
  const leftOut = items.flatMap(({ email, outcome }) =>
    outcome === 'INVITED' ? [] : [`${email} (${texts.outcome[outcome]})`],
  )
  if (leftOut.length > 0) toast.info(say(texts.leftOut, { list: leftOut.join(', ') }))
}
