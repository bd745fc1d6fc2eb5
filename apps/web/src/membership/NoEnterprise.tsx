import { useState } from 'react'
import { useCurrentUser } from '../api/session.ts'
import { pages } from '../paths.ts'
import { membershipTexts } from '../texts/membership.ts'
import { say, sayCount } from '../texts/text.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { AddEnterpriseDialog } from './AddEnterpriseDialog.tsx'
import { useEnterpriseSwitch } from './enterprise-switch.ts'
import { OwnInvitations, useOwnInvitations } from './OwnInvitations.tsx'

const texts = membershipTexts.lone

/** Shown to a user without an enterprise account: their invitations, and a button that adds an enterprise account. */
export function NoEnterprise() {
  const user = useCurrentUser()
  const invitations = useOwnInvitations() ?? []
  const [isAdding, setIsAdding] = useState(false)
  const { go } = useEnterpriseSwitch()
  return (
    <>
      <PageHeader title={say(texts.title, { name: user?.firstName ?? '' })} text={texts.purpose} />
      <Stack gap={24}>
        {invitations.length > 0 && (
          <Panel title={sayCount(texts.invited, invitations.length)}>
            <OwnInvitations invitations={invitations} />
          </Panel>
        )}
        <EmptyState
          drawing="form"
          title={texts.emptyTitle}
          text={say(texts.emptyText, { email: user?.email ?? '' })}
          button={{ label: texts.add, onClick: () => setIsAdding(true) }}
          link={{ label: texts.account, to: pages.account.path }}
        />
      </Stack>
      <AddEnterpriseDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={go} />
    </>
  )
}
