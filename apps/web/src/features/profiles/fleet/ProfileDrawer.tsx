import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { HIDDEN_CODE } from '@simwright/contract/code-field'
import type { ProfileRow } from '@simwright/contract/profiles/fleet'
import * as fleet from '@simwright/contract/profiles/fleet'
import { isInStock } from '@simwright/contract/profiles/profile-state'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { updateRow } from '../../../api/query-client.ts'
import { Comments } from '../../../comment/Comments.tsx'
import { useCommentLabel } from '../../../comment/comment-count.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { ProfileStatusBadge } from '../../../esim/profile-state.tsx'
import { WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { profileTexts } from '../../../texts/profile.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { NotLoaded } from '../../../ui/page/NotLoaded.tsx'
import { BlockDeviceDialog } from './BlockDevice.tsx'
import { CodeTab } from './CodeTab.tsx'
import { fleetTexts as texts } from './fleet-texts.ts'
import { OverviewTab } from './OverviewTab.tsx'
import { PackageTab } from './PackageTab.tsx'
import { type ProfileChoice, useProfileCommands } from './profile-command.ts'
import { RawTab } from './RawTab.tsx'
import { RecycleTab } from './RecycleTab.tsx'
import { TimelineTab } from './TimelineTab.tsx'

/** How often an open drawer fetches its profile again. */
const POLL_MS = 5_000

type ProfileDrawerProps = {
  isOpen: boolean
  id: string | undefined
  /** The row of the table, shown until the profile is loaded. */
  row: ProfileRow | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
  /** Opens the previous profile of the list; undefined for the first one. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The menu of actions on the profile. */
  actions: (profile: ProfileRow) => ReactNode
  /** Opens the dialog of an action on the profile. */
  onChoose: (profile: ProfileRow, choice: ProfileChoice) => void
}

type TabName = keyof typeof texts.tabs

/** The tabs that concern a profile: nothing is to be seen in the others. */
function tabsOf(profile: fleet.ProfileRow | undefined): TabName[] {
  const names = Object.keys(texts.tabs) as TabName[]
  if (!profile) return names
  const missing = new Set<TabName>([
    ...(isInStock(profile) ? (['code'] as const) : []),
    ...(profile.sample ? (['package', 'recycle'] as const) : []),
    ...(profile.status === 'REMOVED' ? (['recycle'] as const) : []),
  ])
  return names.filter((name) => !missing.has(name))
}

/**
 * The tab that a profile opens with: its code while a device can download it, else the overview. It stays the same when
 * the status changes while the profile is open.
 */
function useFirstTab(profile: fleet.ProfileRow | undefined, isOpen: boolean): TabName | undefined {
  const [opened, setOpened] = useState<{ id: string; tab: TabName; isOpen: boolean }>()
  if (!profile) return opened?.tab
  const isSame = opened?.id === profile.id && (opened.isOpen || !isOpen)
  const tab = isSame ? opened.tab : firstTabOf(profile)
  if (!isSame || opened.isOpen !== isOpen) setOpened({ id: profile.id, tab, isOpen })
  return tab
}

const firstTabOf = (profile: fleet.ProfileRow): TabName =>
  profile.status === 'AVAILABLE' && !isInStock(profile) && profile.activationCode !== HIDDEN_CODE ? 'code' : 'overview'

/** Drawer of a profile: activation code, overview, timeline, package, recycling and raw messages. */
export function ProfileDrawer(props: ProfileDrawerProps) {
  const { isOpen, row, tab, onTab, onClose, onPrevious, onNext, actions, onChoose } = props
  useNeighborKeys(props)
  const { data, error, refetch } = useProfile(props)
  const shown = data ?? row
  const tabs = tabsOf(shown)
  const commentLabel = useCommentLabel(
    texts.tabs.comments,
    isOpen && data ? { kind: 'PROFILE', objectId: data.id } : undefined,
  )
  const labelOf = (name: TabName) => (name === 'comments' ? commentLabel : texts.tabs[name])
  const firstTab = useFirstTab(shown, isOpen)
  const [isBlocking, setIsBlocking] = useState(false)
  useProfileCommands(isOpen ? data : undefined, {
    onChoose: (choice) => data && onChoose(data, choice),
    onBlock: () => setIsBlocking(true),
  })
  const gone = { title: texts.goneTitle, text: texts.goneText, back: texts.close }
  const notLoaded = <NotLoaded problem={error} onRetry={() => void refetch()} gone={gone} onClose={onClose} />
  const contentOf = (name: TabName) =>
    data ? <TabContent name={name} profile={data} onTimeline={() => onTab('timeline')} /> : notLoaded
  return (
    <>
      <DetailDrawer
        isOpen={isOpen}
        onClose={onClose}
        kind={profileTexts.profile}
        title={
          shown ? (
            <Identifier copyAs={profileTexts.names.iccid}>{shown.iccid}</Identifier>
          ) : error ? (
            texts.notFound
          ) : (
            uiTexts.loading
          )
        }
        status={shown ? <Status profile={shown} /> : !error && <Skeleton width={84} height={22} />}
        actions={
          <>
            {shown && actions(shown)}
            <NeighborButton label={texts.previousProfile} onClick={onPrevious}>
              <IconChevronUp size={18} />
            </NeighborButton>
            <NeighborButton label={texts.nextProfile} onClick={onNext}>
              <IconChevronDown size={18} />
            </NeighborButton>
          </>
        }
        tabs={tabs.map((name) => ({ id: name, label: labelOf(name), content: contentOf(name) }))}
        tab={tabs.some((name) => name === tab) ? tab : firstTab}
        onTab={onTab}
      />
      {data && <BlockDeviceDialog profileId={data.id} isOpen={isBlocking} onClose={() => setIsBlocking(false)} />}
    </>
  )
}

/** K and J open the previous and the next profile. */
function useNeighborKeys({ isOpen, onPrevious, onNext }: ProfileDrawerProps): void {
  useHotkeys(
    isOpen
      ? [
          ['k', () => onPrevious?.()],
          ['j', () => onNext?.()],
        ]
      : [],
  )
}

/** The profile, fetched again while the drawer is open. */
function useProfile({ isOpen, id }: ProfileDrawerProps) {
  const answer = useAsk(fleet.detail, { id: id ?? '' }, { enabled: isOpen && id !== undefined, pollMs: POLL_MS })
  const { data } = answer
  // the row in the list shows what the drawer shows, without waiting for the next load of the list
  useEffect(() => {
    if (data) updateRow(fleet.list, fleet.ProfileRow.parse(data))
  }, [data])
  return answer
}

function Status({ profile: { sample, status, orderState } }: { profile: ProfileRow }) {
  return (
    <WithSampleBadge sample={sample}>
      <ProfileStatusBadge status={status} orderState={orderState} />
    </WithSampleBadge>
  )
}

type TabContentProps = { name: TabName; profile: fleet.Profile; onTimeline: () => void }

function TabContent({ name, profile, onTimeline }: TabContentProps) {
  const opened = { profile, pollMs: POLL_MS, onTimeline }
  switch (name) {
    case 'code':
      return <CodeTab {...opened} />
    case 'overview':
      return <OverviewTab {...opened} />
    case 'timeline':
      return <TimelineTab profileId={profile.id} pollMs={POLL_MS} />
    case 'package':
      return <PackageTab profile={profile} />
    case 'recycle':
      return <RecycleTab profile={profile} />
    case 'comments':
      return <Comments kind="PROFILE" objectId={profile.id} />
    case 'raw':
      return <RawTab profile={profile} />
  }
}

function NeighborButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
