import type { PermissionId } from '@simwright/contract/permission'
import { useLayoutEffect } from 'react'
import { isVisit } from '../api/visit.ts'
import { usePlatform } from '../brand/platform.ts'
import { type Page, pages } from '../paths.ts'
import { isStaff } from '../session/held-permission.ts'
import { useAllowed, usePermissions, useWithheld } from '../session/permission.tsx'
import { accountTexts } from '../texts/account.ts'
import { pageTexts } from '../texts/page.ts'
import { say } from '../texts/text.ts'
import { Panel } from '../ui/layout/Panel.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { showOwnTitle } from '../ui/page/page-title.ts'
import { useOwnRole } from './own-role.ts'

const texts = accountTexts.noPermission

type NoPermissionProps = {
  page: Page
  /** Any one of them is needed; by default those of the page. */
  need?: readonly PermissionId[]
}

/** Shown in place of a page that the user's role does not open: names the role, and who can change it. */
export function NoPermission({ page, need }: NoPermissionProps) {
  const { appName } = usePlatform()
  // before the router shows the title of the next page
  useLayoutEffect(() => showOwnTitle(`${pageTexts.noPermission} - ${appName}`), [appName])
  const maySeeMembers = useAllowed(pages.members.permissions) && page !== pages.members
  const reason = useReason(page.title, need ?? page.permissions)
  return (
    <>
      <PageHeader title={page.title} />
      <Panel>
        <EmptyState
          drawing="locked"
          title={texts.title}
          text={reason}
          button={{ label: texts.home, to: '/' }}
          {...(maySeeMembers ? { link: { label: texts.members, to: pages.members.path } } : {})}
        />
      </Panel>
    </>
  )
}

/** Why the page is closed, and who can open it. */
function useReason(page: string, permissions: readonly PermissionId[]): string {
  const held = usePermissions()
  const isSuspended = useWithheld(permissions)
  const { role, enterprise } = useOwnRole()
  const isOfStaff = permissions.some((id) => id.startsWith('Admin_'))
  const words = { page, role, enterprise }
  if (isVisit()) return say(texts.visit, words)
  if (isSuspended) return say(texts.suspended, words)
  if (isStaff(held)) return say(isOfStaff ? texts.staff : texts.membersOnly, words)
  return say(isOfStaff ? texts.staffOnly : texts.role, words)
}
