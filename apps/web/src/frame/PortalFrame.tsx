import { enterpriseInfo } from '@simwright/contract/session'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAsk } from '../api/query.ts'
import { usePlatform } from '../platform/platform.ts'
import { usePermissions } from '../session/permission.tsx'
import { AppFrame } from '../ui/AppFrame.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { BatchNotices } from './BatchNotices.tsx'
import { EnterpriseName } from './EnterpriseName.tsx'
import { navigationOf } from './navigation.ts'
import { PageFinderButton } from './PageFinderButton.tsx'

/** The frame with this portal's pages, enterprise account and user in it. */
export function PortalFrame() {
  const router = useRouter()
  const held = usePermissions()
  const { appName, iconUrl } = usePlatform()
  const enterprise = useAsk(enterpriseInfo, {}, { staleMs: 5 * 60_000 })
  const groups = useMemo(() => navigationOf(new Set(Object.keys(router.routesByPath)), held), [router, held])
  return (
    <AppFrame
      brand={{ name: appName, iconUrl }}
      groups={groups}
      enterprise={<EnterpriseName enterprise={enterprise.data} />}
      search={<PageFinderButton groups={groups} />}
      tools={<ThemeSwitch />}
      account={<AccountMenu />}
    >
      <Outlet />
      <ConfirmDialog />
      <BatchNotices />
    </AppFrame>
  )
}
