import { Button, Skeleton } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { IconBuilding } from '@tabler/icons-react'
import { useAsk } from '../../../api/query.ts'
import { useEnterpriseSwitch } from '../../../membership/enterprise-switch.ts'
import { useLeave } from '../../../membership/leave.ts'
import { OwnInvitations, useOwnInvitations } from '../../../membership/OwnInvitations.tsx'
import { membershipTexts } from '../../../texts/membership.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { type Item, ItemList } from '../../../ui/layout/ItemList.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'

const texts = membershipTexts.own

/** The user's enterprise accounts, to switch to or leave, and the invitations to others. */
export function Memberships() {
  const own = useAsk(enterprise.list, {})
  const invitations = useOwnInvitations() ?? []
  const { go, isPending } = useEnterpriseSwitch()
  const leave = useLeave()
  const itemOf = (one: enterprise.Membership): Item => {
    const { id, name, current, roleName: role, plan } = one
    const label = say(current ? texts.leaveLabel : texts.enterLabel, { name })
    return {
      id,
      icon: IconBuilding,
      title: (
        <>
          <span>{name}</span>
          {current && <StatusBadge tone="success">{texts.current}</StatusBadge>}
        </>
      ),
      note: say(texts.role, { role, plan }),
      actions: (
        <Button
          variant="default"
          size="xs"
          disabled={isPending || leave.isPending}
          aria-label={label}
          onClick={() => (current ? void leave.ask(name) : go(id))}
        >
          {current ? texts.leave : texts.enter}
        </Button>
      ),
    }
  }
  return (
    <FormSection title={texts.title} text={texts.text}>
      {own.data ? (
        own.data.items.length > 0 ? (
          <ItemList label={texts.list} items={own.data.items.map(itemOf)} />
        ) : (
          <p style={{ margin: 0 }}>{texts.none}</p>
        )
      ) : (
        <Skeleton height={62} radius={10} />
      )}
      {invitations.length > 0 && (
        <>
          <h3 style={{ margin: '8px 0 0', fontSize: 'var(--type-body)' }}>{texts.invitations}</h3>
          <OwnInvitations invitations={invitations} />
        </>
      )}
    </FormSection>
  )
}
