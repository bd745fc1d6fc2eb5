import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import { usePages } from '../../../api/pages.ts'
import { platform } from '../../../brand/platform.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { eventActor, eventLabel, eventMarks, plainAddress, statusCode } from '../../../esim/profile-event.tsx'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Timeline, type TimelineItem } from '../../../ui/page/Timeline.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { DrawerSkeleton } from './DrawerSkeleton.tsx'
import { EventDetails } from './EventDetails.tsx'
import { fleetTexts } from './fleet-texts.ts'

const texts = fleetTexts.timeline
const PAGE = 50

/** The events of a profile, newest first. */
export function TimelineTab({ profileId, pollMs }: { profileId: string; pollMs: number }) {
  const masks = useMasks()
  const events = usePages(fleet.timeline, { id: profileId, limit: PAGE }, { pollMs })
  if (!events.items) {
    return events.problem ? <ErrorState problem={events.problem} onRetry={events.refresh} /> : <DrawerSkeleton />
  }
  if (events.items.length === 0) return <EmptyState drawing="log" title={texts.emptyTitle} text={texts.emptyText} />
  return (
    <>
      <Timeline items={events.items.map((event) => itemOf(event, masks))} />
      {events.more && (
        <Button variant="default" fullWidth onClick={events.more} loading={events.isReadingMore}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

function itemOf(event: fleet.ProfileEvent, masks: ReturnType<typeof useMasks>): TimelineItem {
  const refused = statusCode(event)
  return {
    id: event.id,
    ...eventMarks[event.type],
    title: eventLabel(event.type),
    at: event.at,
    text: (
      <>
        {masks.text(event.text)}
        {refused && (
          <Row as="span" gap="0 8" className="muted size-small">
            <Mono copyAs={texts.code}>{refused.code}</Mono>
            {refused.meaning}
          </Row>
        )}
      </>
    ),
    by: <By event={event} />,
    more: <EventDetails event={event} />,
  }
}

function By({ event }: { event: fleet.ProfileEvent }) {
  const masks = useMasks()
  const { address, eid } = event
  const parts = [
    eventActor(event, { device: texts.device, system: platform().appName }),
    address === null ? null : say(texts.from, { address: plainAddress(address) }),
    eid === null ? null : say(texts.eid, { eid: masks.number(eid) }),
  ]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}
