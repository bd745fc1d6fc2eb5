import { Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as team from '@simwright/contract/people/team'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { formatDate } from '../base/time.ts'
import { membershipTexts } from '../texts/membership.ts'
import { say } from '../texts/text.ts'
import { type Item, ItemList } from '../ui/layout/ItemList.tsx'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'
import { useEnterpriseSwitch } from './enterprise-switch.ts'

const texts = membershipTexts.invitation

type Invitation = OutputOf<typeof team.ownInvitations>['items'][number]

/** The open invitations to the user's e-mail address; undefined while they load. */
export function useOwnInvitations(): readonly Invitation[] | undefined {
  return useAsk(team.ownInvitations, {}).data?.items
}

/** The invitations, each with buttons to join and to decline. */
export function OwnInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { go } = useEnterpriseSwitch()
  const changes = [team.ownInvitations, enterprise.list]
  const accept = useMutation(team.acceptOwn, { changes })
  const decline = useMutation(team.declineOwn, { changes, onSuccess: () => toast.success(texts.declined) })
  const busy = accept.isPending || decline.isPending
  const itemOf = (one: Invitation): Item => {
    const { enterpriseId, id, enterpriseName: name } = one
    const onDecline = async () => {
      const question = { title: say(texts.declineTitle, { name }), text: texts.declineText, proceed: texts.decline }
      if (await confirm(question)) decline.mutate({ enterpriseId, id })
    }
    return {
      id,
      icon: IconMail,
      title: name,
      note: noteOf(one),
      actions: (
        <>
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            aria-label={say(texts.declineLabel, { name })}
            onClick={() => void onDecline()}
          >
            {texts.decline}
          </Button>
          <Button
            size="xs"
            disabled={busy}
            aria-label={say(texts.joinLabel, { name })}
            onClick={() => accept.mutate({ enterpriseId, id }, { onSuccess: () => go(enterpriseId) })}
          >
            {texts.join}
          </Button>
        </>
      ),
    }
  }
  return <ItemList label={texts.list} items={invitations.map(itemOf)} />
}

function noteOf({ invitedBy, roleName, expiresAt }: Invitation): string {
  const from = invitedBy ? say(texts.by, { name: invitedBy }) : texts.byNobody
  const as = roleName ? say(texts.as, { role: roleName }) : ''
  return [from, as, say(texts.until, { date: formatDate(expiresAt) })].filter((part) => part !== '').join(' · ')
}
