import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ProfileRow } from '@simwright/contract/profiles/fleet'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { updateRow } from '../../../api/query-client.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { ProfileStatusBadge } from '../../../esim/profile-state.tsx'
import { WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { fleetTexts as texts } from '../../../texts/fleet.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DetailDrawer } from '../../../ui/DetailDrawer.tsx'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { BlockDeviceDialog } from './BlockDevice.tsx'
import { CodeTab } from './CodeTab.tsx'
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

/** Drawer of a profile: overview, timeline, activation code, package, raw messages and recycling. */
export function ProfileDrawer(props: ProfileDrawerProps) {
  const { isOpen, id, row, tab, onTab, onClose, onPrevious, onNext, actions, onChoose } = props
  useHotkeys(
    isOpen
      ? [
          ['k', () => onPrevious?.()],
          ['j', () => onNext?.()],
        ]
      : [],
  )
  const { data, error, refetch } = useAsk(
    fleet.detail,
    { id: id ?? '' },
    { enabled: isOpen && id !== undefined, pollMs: POLL_MS },
  )
  // the row in the list shows what the drawer shows, without waiting for the next load of the list
  useEffect(() => {
    if (data) updateRow(fleet.list, fleet.ProfileRow.parse(data))
  }, [data])
  const shown = data ?? row
  const [isBlocking, setIsBlocking] = useState(false)
  useProfileCommands(isOpen ? data : undefined, {
    onChoose: (choice) => data && onChoose(data, choice),
    onBlock: () => setIsBlocking(true),
  })
  const gone = { title: texts.goneTitle, text: texts.goneText, back: texts.close }
  const content = (profile: fleet.Profile | undefined, tabOf: (profile: fleet.Profile) => ReactNode) => {
    if (profile) return tabOf(profile)
    return <NotLoaded problem={error} onRetry={() => void refetch()} gone={gone} onClose={onClose} />
  }
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
        status={
          shown ? (
            <WithSampleBadge sample={shown.sample}>
              <ProfileStatusBadge status={shown.status} />
            </WithSampleBadge>
          ) : (
            !error && <Skeleton width={84} height={22} />
          )
        }
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
        tabs={[
          {
            id: 'overview',
            label: texts.tabs.overview,
            content: content(data, (p) => (
              <OverviewTab profile={p} pollMs={POLL_MS} onTimeline={() => onTab('timeline')} />
            )),
          },
          {
            id: 'timeline',
            label: texts.tabs.timeline,
            content: content(data, (p) => <TimelineTab profileId={p.id} pollMs={POLL_MS} />),
          },
          { id: 'code', label: texts.tabs.code, content: content(data, (p) => <CodeTab profile={p} />) },
          { id: 'package', label: texts.tabs.package, content: content(data, (p) => <PackageTab profile={p} />) },
          { id: 'raw', label: texts.tabs.raw, content: content(data, (p) => <RawTab profile={p} />) },
          { id: 'recycle', label: texts.tabs.recycle, content: content(data, (p) => <RecycleTab profile={p} />) },
        ]}
        tab={tab}
        onTab={onTab}
      />
      {data && <BlockDeviceDialog profileId={data.id} isOpen={isBlocking} onClose={() => setIsBlocking(false)} />}
    </>
  )
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
