import * as team from '@simwright/contract/people/team'
import { queryOrder } from '@simwright/contract/platform/plan'
import { useMutation } from '../../../api/mutation.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const texts = teamTexts.member

const nameOf = (member: team.Member) => member.name || member.email

/** The actions on one member, with their confirmation dialogs and success messages. */
export function useMemberActions() {
  const changes = [team.list, team.roles, queryOrder]
  const resend = useMutation(team.resendInvitation, { changes })
  const deactivate = useMutation(team.deactivate, { changes })
  const reactivate = useMutation(team.reactivate, { changes })
  const remove = useMutation(team.remove, { changes })
  return {
    resend: (member: team.Member) =>
      resend.mutate({ id: member.id }, { onSuccess: () => toast.success(say(texts.resent, { email: member.email })) }),
    reactivate: (member: team.Member) =>
      reactivate.mutate(
        { id: member.id },
        { onSuccess: () => toast.success(say(texts.reactivate.done, { name: nameOf(member) })) },
      ),
    deactivate: async (member: team.Member) => {
      const { title, text, proceed, done } = texts.deactivate
      const name = nameOf(member)
      if (!(await confirm({ title: say(title, { name }), text, proceed }))) return
      deactivate.mutate({ id: member.id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
    remove: async (member: team.Member) => {
      const { title, text, proceed, done } = member.state === 'INVITED' ? texts.withdraw : texts.remove
      const name = nameOf(member)
      if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return
      remove.mutate({ id: member.id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
  }
}
