import { type CountedEvents, filterOfCount } from '@simwright/contract/profiles/event-filter'
import type { Destination } from '../paths.ts'
import { useAllowed } from '../session/permission.tsx'
import { eventsPath } from './event-address.ts'

export type EventLink = (counted: CountedEvents) => Destination | undefined

/** Links a count of events to the profile log that lists them, if the user may see the log. */
export function useEventLink(): EventLink {
  const maySeeLog = useAllowed('Profile_Log_View')
  return (counted) => (maySeeLog ? eventsPath(filterOfCount(counted)) : undefined)
}
