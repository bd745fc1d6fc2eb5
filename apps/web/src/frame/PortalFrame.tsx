import { ActionIcon, Tooltip } from '@mantine/core'
import { me } from '@simwright/contract/people/account'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { IconEyeOff } from '@tabler/icons-react'
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { loadBehavior } from '../api/behavior.ts'
import { useIsOffline } from '../api/connection.ts'
import { planRefused } from '../api/plan-refusal.ts'
import { useAsk } from '../api/query.ts'
import { useCurrentUser } from '../api/session.ts'
import { isVisit } from '../api/visit.ts'
import { setTimeZone, useTimeZone } from '../base/time-zone.ts'
import { usePlatform } from '../brand/platform.ts'
import { useMasks, usePrivacy } from '../esim/privacy.ts'
import { useEnterprise } from '../membership/enterprise.ts'
import { NoEnterprise } from '../membership/NoEnterprise.tsx'
import { isOwnPage, pages } from '../paths.ts'
import { useSeesNoGroup } from '../session/group-limit.ts'
import { useAllowed, useLacksSecondFactor, usePermissions } from '../session/permission.tsx'
import { frameTexts } from '../texts/frame.ts'
import { planStripTexts as texts } from '../texts/subscription.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { TimeTip } from '../ui/overlay/TimeTip.tsx'
import { AppFrame } from '../ui/page/AppFrame.tsx'
import { ThemeSwitch } from '../ui/page/ThemeSwitch.tsx'
import { useIsPhone } from '../ui/phone.ts'
import { Masking } from '../ui/text/masking.ts'
import { toast } from '../ui/toast.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { AnnouncementStrip } from './AnnouncementStrip.tsx'
import { ApprovalNotice } from './ApprovalNotice.tsx'
import { ClosingStrip } from './ClosingStrip.tsx'
import { EnterpriseSwitch } from './EnterpriseSwitch.tsx'
import { GroupLimitSign } from './GroupLimitSign.tsx'
import { HelpButton } from './HelpButton.tsx'
import { JobNotices } from './JobNotices.tsx'
import { LiveSession } from './LiveSession.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import { navigationOf } from './navigation.ts'
import { PaletteButton } from './PaletteButton.tsx'
import classes from './PlanStrip.module.css'
import { PlanStrip } from './PlanStrip.tsx'
import { useFolding, useNavigationGroups, useRememberOpened } from './remembered.ts'
import { StepUpDialog } from './StepUpDialog.tsx'
import { VisitStrip } from './VisitStrip.tsx'
import { useWaitingCounts } from './waiting-counts.ts'

// preloaded, so that the error page can show while the network is down
void import('./PageError.tsx')

/** Loads the data that the first page needs before it renders. */
export async function prepareFrame(): Promise<void> {
  await loadBehavior()
}

/**
 * The frame of the pages behind the sign-in, filled with navigation, enterprise account and user. Its parts ask for what
 * they show: an answer renders one of them, not the frame.
 */
export function PortalFrame() {
  const router = useRouter()
  const held = usePermissions()
  const { appName, iconUrl, logoUrl } = usePlatform()
  const isPlaced = useCurrentUser()?.enterpriseId !== NO_ENTERPRISE_ID
  const isOwn = useRouterState({ select: ({ location }) => isOwnPage(location.pathname) })
  // nothing but the user's own pages works before a required second factor is set up
  const isReady = !useLacksSecondFactor()
  const isOpen = isPlaced && isReady
  const zone = useTimeZone()
  const masks = useMasks()
  // leaves its room to the name of the enterprise account; the account menu has it
  const isPhone = useIsPhone()
  const groups = useMemo(
    () => navigationOf(new Set(Object.keys(router.routesByPath)), held, isPlaced),
    [router, held, isPlaced],
  )
  const entries = useNavigationGroups(useWaitingCounts(groups))
  const folding = useFolding()
  useRememberOpened()
  return (
    <AppFrame
      brand={{ name: appName, iconUrl, logoUrl }}
      groups={isReady ? entries : []}
      folding={folding}
      enterprise={isPlaced && <EnterpriseSwitch />}
      search={isOpen && <PaletteButton groups={groups} />}
      tools={
        <>
          <GroupLimitSign />
          <PrivacyButton />
          {isReady && !isVisit() && <NoticeBell />}
          {isOpen && <HelpButton />}
          {!isPhone && <ThemeSwitch />}
        </>
      }
      alert={<OfflineStrip />}
      strip={
        <>
          <AnnouncementStrip />
          <VisitStrip />
          {isOpen && <NoGroupStrip />}
          {isOpen && <Strip />}
        </>
      }
      account={<AccountMenu />}
    >
      <Masking value={masks.text}>{isPlaced || isOwn ? <Outlet key={zone} /> : <NoEnterprise />}</Masking>
      <UserTimeZone />
      <ConfirmDialog />
      <TimeTip />
      <LiveSession />
      <StepUpDialog />
      {isOpen && <JobNotices />}
      <PlanRefusalNotice />
      <ApprovalNotice />
    </AppFrame>
  )
}

function Strip() {
  const enterprise = useEnterprise()
  return enterprise?.deletionAt ? <ClosingStrip enterprise={enterprise} /> : <PlanStrip />
}

/** Applies the user's time zone. */
function UserTimeZone() {
  const user = useAsk(me, {}, { staleMs: 5 * 60_000 })
  useEffect(() => {
    if (user.data) setTimeZone(user.data.timeZone)
  }, [user.data])
  return null
}

/** Strip on every page of a limited member whose groups were all deleted. */
function NoGroupStrip() {
  if (!useSeesNoGroup()) return null
  return (
    <div className={classes.strip} data-tone="warning" role="status">
      <span>{frameTexts.groupLimit.none}</span>
    </div>
  )
}

/** Strip on every page while the portal cannot be reached. Calls that failed are made again when it is back. */
function OfflineStrip() {
  const isOffline = useIsOffline()
  return (
    <div role="status">
      {isOffline && (
        <div className={classes.strip} data-tone="warning">
          <span>{frameTexts.offline}</span>
        </div>
      )}
    </div>
  )
}

/** Shows that identifiers are masked and turns masking off. Account menu and command palette turn it on. */
function PrivacyButton() {
  const { isOn, toggle } = usePrivacy()
  if (!isOn) return null
  return (
    <Tooltip label={frameTexts.privacy.isOn}>
      <ActionIcon variant="light" color="brand" aria-label={frameTexts.privacy.turnOff} onClick={toggle}>
        <IconEyeOff size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Shows a notice that leads to the plan table when the plan does not allow what the user wants. */
function PlanRefusalNotice(): null {
  const navigate = useNavigate()
  const mayView = useAllowed(pages.subscription.permissions)
  useEffect(() => {
    const action = { label: texts.see, run: () => void navigate({ to: pages.subscription.path }) }
    return planRefused.listen(({ text }) => {
      if (text === undefined && !mayView) return
      toast.error(text ?? texts.refused, mayView ? { action } : {})
    })
  }, [navigate, mayView])
  return null
}
