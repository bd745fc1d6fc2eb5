import * as enterprise from '@simwright/contract/people/enterprise'
import { useMutation } from '../api/mutation.ts'
import { leaveSession } from '../api/session.ts'
import { enterpriseTexts } from '../texts/enterprise.ts'
import { say } from '../texts/text.ts'
import { confirm } from '../ui/overlay/confirm.ts'

const texts = enterpriseTexts.settings

/** Asks for confirmation, then ends the user's membership in the current enterprise account and signs them out. */
export function useLeave(): { ask: (name: string) => Promise<void>; isPending: boolean } {
  const leave = useMutation(enterprise.leave)
  return {
    isPending: leave.isPending,
    ask: async (name) => {
      const title = say(texts.leaveTitle, { name })
      if (await confirm({ title, text: texts.leaveConfirm, proceed: texts.leaveProceed, tone: 'danger' }))
        leave.mutate({}, { onSuccess: () => leaveSession('signed-out') })
    },
  }
}
