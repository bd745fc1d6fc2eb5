import type { EventType, Profile, ProfileEvent } from '@simwright/contract/profiles/fleet'
import type { FailureExplanation } from '@simwright/contract/profiles/refusal-text'
import { failureExplanation } from '../../../esim/failure-explanation.ts'

/** The failed download that a profile's events end with. */
export type Failure = { event: ProfileEvent; explanation: FailureExplanation }

/** What follows a failure and makes it history. */
const progress: ReadonlySet<EventType> = new Set([
  'GENERATED',
  'GENERATED_AGAIN',
  'ORDERED',
  'DOWNLOADED',
  'INSTALLED',
  'ENABLED',
  'DISABLED',
  'DELETED',
  'AVAILABLE_AGAIN',
  'SET_FREE',
  'RECYCLED',
])

const installed: ReadonlySet<Profile['status']> = new Set(['INSTALLED', 'ENABLED', 'DISABLED', 'REMOVED'])

/** The last failed download, unless the profile made progress afterwards or is on a device. `events`: newest first. */
export function failureOf(status: Profile['status'], events: readonly ProfileEvent[]): Failure | undefined {
  if (installed.has(status)) return undefined
  const later = events.findIndex(({ type }) => progress.has(type))
  const since = later === -1 ? events : events.slice(0, later)
  for (const event of since) {
    const explanation = failureExplanation(event)
    if (explanation) return { event, explanation }
  }
  return undefined
}
