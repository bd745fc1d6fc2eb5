import { me } from '@simwright/contract/account'
import { enterpriseInfo } from '@simwright/contract/session'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useAsk } from '../api/query.ts'
import { loadBehavior } from '../behavior/behavior.ts'
import { useMasks } from '../esim/privacy.ts'
import { usePlatform } from '../platform/platform.ts'
import { usePermissions } from '../session/permission.tsx'
import { AppFrame } from '../ui/AppFrame.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Masking } from '../ui/masking.ts'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { onTimeZone, setTimeZone, timeZone } from '../ui/time.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BatchNotices } from './BatchNotices.tsx'
import { ClosingStrip } from './ClosingStrip.tsx'
import { EnterpriseSwitch } from './EnterpriseSwitch.tsx'
import { HelpButton } from './HelpButton.tsx'
import { LiveSession } from './LiveSession.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import { navigationOf } from './navigation.ts'
import { PaletteButton } from './PaletteButton.tsx'
import { PlanStrip } from './PlanStrip.tsx'
import { PrivacyButton } from './PrivacyButton.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

// loaded with the frame: when the network is gone, a page that stops can still say so
void import('./PageStopped.tsx')

/** What must be known before the first page is drawn in the frame. */
export async function prepareFrame(): Promise<void> {
  await loadBehavior()
}

/** The frame with this portal's pages, enterprise account and user in it. */
export function PortalFrame() {
  const router = useRouter()
  const held = usePermissions()
  const { appName, iconUrl, logoUrl } = usePlatform()
  const enterprise = useAsk(enterpriseInfo, {}, { staleMs: 5 * 60_000 })
  const zone = useUserTimeZone()
  const masks = useMasks()
  const groups = useMemo(() => navigationOf(new Set(Object.keys(router.routesByPath)), held), [router, held])
  return (
    <AppFrame
      brand={{ name: appName, iconUrl, logoUrl }}
      groups={groups}
      enterprise={<EnterpriseSwitch enterprise={enterprise.data} />}
      search={<PaletteButton groups={groups} />}
      tools={
        <>
          <PrivacyButton />
          <NoticeBell />
          <HelpButton />
          <ThemeSwitch />
        </>
      }
      strip={enterprise.data?.deletionAt ? <ClosingStrip enterprise={enterprise.data} /> : <PlanStrip />}
      account={<AccountMenu />}
    >
      <Masking value={masks.text}>
        <Outlet key={zone} />
      </Masking>
      <ConfirmDialog />
      <LiveSession />
      <StepUpDialog />
      <BatchNotices />
    </AppFrame>
  )
}

/** The user's time zone. What stands on the page is drawn anew when it changes. */
function useUserTimeZone(): string {
  const user = useAsk(me, {}, { staleMs: 5 * 60_000 })
  useEffect(() => {
    if (user.data) setTimeZone(user.data.timeZone)
  }, [user.data])
  return useSyncExternalStore(onTimeZone, timeZone)
}
