import { me } from '@simwright/contract/people/account'
import { type Enterprise, enterpriseInfo, NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useAsk } from '../api/query.ts'
import { loadBehavior } from '../behavior/behavior.ts'
import { usePlatform } from '../brand/platform.ts'
import { useMasks } from '../esim/privacy.ts'
import { LonePerson } from '../membership/LonePerson.tsx'
import { usePermissions } from '../session/permission.tsx'
import { useCurrentUser } from '../session/session.ts'
import { AppFrame } from '../ui/AppFrame.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Masking } from '../ui/masking.ts'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { setTimeZone, useTimeZone } from '../ui/time.ts'
import { AccountMenu } from './AccountMenu.tsx'
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
import { WorkNotices } from './WorkNotices.tsx'

// loaded with the frame, so that a page that fails while the network is down can still say so
void import('./PageStopped.tsx')

/** Loads what the first page in the frame needs. */
export async function prepareFrame(): Promise<void> {
  await loadBehavior()
}

/** The frame with this portal's pages, enterprise account and user in it. */
export function PortalFrame() {
  const router = useRouter()
  const held = usePermissions()
  const { appName, iconUrl, logoUrl } = usePlatform()
  const isPlaced = useCurrentUser()?.enterpriseId !== NO_ENTERPRISE_ID
  const isOwnPage = useRouterState({ select: ({ location }) => location.pathname.startsWith(OWN_PAGES) })
  const enterprise = useAsk(enterpriseInfo, {}, { enabled: isPlaced, staleMs: 5 * 60_000 })
  const zone = useUserTimeZone()
  const masks = useMasks()
  const groups = useMemo(
    () => navigationOf(new Set(Object.keys(router.routesByPath)), held, isPlaced),
    [router, held, isPlaced],
  )
  return (
    <AppFrame
      brand={{ name: appName, iconUrl, logoUrl }}
      groups={groups}
      enterprise={isPlaced && <EnterpriseSwitch enterprise={enterprise.data} />}
      search={isPlaced && <PaletteButton groups={groups} />}
      tools={
        <>
          <PrivacyButton />
          <NoticeBell />
          {isPlaced && <HelpButton />}
          <ThemeSwitch />
        </>
      }
      strip={isPlaced && <Strip enterprise={enterprise.data} />}
      account={<AccountMenu />}
    >
      <Masking value={masks.text}>{isPlaced || isOwnPage ? <Outlet key={zone} /> : <LonePerson />}</Masking>
      <ConfirmDialog />
      <LiveSession />
      <StepUpDialog />
      {isPlaced && <WorkNotices />}
    </AppFrame>
  )
}

/** Pages of the person, which need no enterprise account. */
const OWN_PAGES = '/user/'

function Strip({ enterprise }: { enterprise: Enterprise | undefined }) {
  return enterprise?.deletionAt ? <ClosingStrip enterprise={enterprise} /> : <PlanStrip />
}

/** The user's time zone. The page is rendered again when it changes. */
function useUserTimeZone(): string {
  const user = useAsk(me, {}, { staleMs: 5 * 60_000 })
  useEffect(() => {
    if (user.data) setTimeZone(user.data.timeZone)
  }, [user.data])
  return useTimeZone()
}
