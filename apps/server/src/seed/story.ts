import type { EventType, ProfileStatus } from '@simwright/contract/profiles/fleet'
import type { OrderState } from '@simwright/ids'
import { hashNumber } from '../runtime/hash-number.ts'

/** A life of a seeded profile: its share in a thousand, its final states, and the events that led there. */
export type Story = {
  status: ProfileStatus
  perMille: number
  orderState: OrderState
  codeState: 'LIVE' | 'EXPIRED' | 'DEAD'
  steps: readonly Step[]
}

export type Step = {
  type: EventType
  actor: 'user' | 'device' | 'system'
  text: string
  repeated?: boolean
  refusal?: { subjectCode: string; reasonCode: string }
}

const generated: Step = {
  type: 'GENERATED',
  actor: 'user',
  text: 'Activation code generated in a seeded batch.',
}
const opened: Step = { type: 'OPENED', actor: 'system', text: 'The public page of the activation code was opened.' }
const authenticated: Step = { type: 'AUTHENTICATED', actor: 'device', text: 'The device was authenticated.' }
const downloaded: Step = {
  type: 'DOWNLOADED',
  actor: 'device',
  text: 'The package was sent to the device.',
}
const installed: Step = {
  type: 'INSTALLED',
  actor: 'device',
  text: 'The eUICC installed the profile.',
}
const deleted: Step = { type: 'DELETED', actor: 'device', text: 'The eUICC deleted the profile.' }
const removed: Step = { type: 'REMOVED', actor: 'user', text: 'Deleted in the portal.' }
const failed: Step = {
  type: 'ERROR',
  actor: 'device',
  text: 'The eUICC could not install the profile.',
}
const expired: Step = { type: 'EXPIRED', actor: 'system', text: 'The activation code was not used in time.' }
const canceled: Step = { type: 'SESSION_CANCELED', actor: 'device', text: 'The user refused the download.' }

export const enabled: Step = {
  type: 'ENABLED',
  actor: 'device',
  text: 'The profile was enabled.',
}
/** The device enabled the profile before, since it installed it. */
export const enabledAgain: Step = { ...enabled, repeated: true }
export const disabled: Step = {
  type: 'DISABLED',
  actor: 'device',
  text: 'The profile was disabled.',
}

const availableAgain: Step = {
  type: 'AVAILABLE_AGAIN',
  actor: 'system',
  text: 'Available again under the same activation code.',
}
const authenticatedAgain: Step = { ...authenticated }
const downloadedAgain: Step = { ...downloaded, repeated: true }

const refusal = (subjectCode: string, reasonCode: string, text: string): Step => ({
  type: 'REFUSED',
  actor: 'device',
  text,
  refusal: { subjectCode, reasonCode },
})

/** The first are more frequent. */
const refusals = [
  refusal('8.2.7', '3.8', 'The confirmation code is wrong.'),
  refusal('8.2.7', '3.8', 'The confirmation code is wrong.'),
  refusal('8.2.7', '2.2', 'No confirmation code was sent.'),
  refusal('8.1', '4.8', 'The eUICC has too little memory.'),
  refusal('8.1.1', '3.8', 'The profile is bound to another device.'),
  refusal('8.2.5', '4.3', 'The device cannot use this profile.'),
]

const arrived = [generated, authenticated, downloaded, installed]

/** No device has used the code so far. */
export const waiting: Story = {
  status: 'AVAILABLE',
  perMille: 535,
  orderState: 'Released',
  codeState: 'LIVE',
  steps: [generated],
}

const stories: readonly Story[] = [
  waiting,
  { status: 'ENABLED', perMille: 250, orderState: 'Installed', codeState: 'LIVE', steps: [...arrived, enabled] },
  {
    status: 'ENABLED',
    perMille: 15,
    orderState: 'Installed',
    codeState: 'LIVE',
    steps: [...arrived, enabled, deleted, availableAgain, authenticatedAgain, downloadedAgain, installed, enabled],
  },
  {
    status: 'DISABLED',
    perMille: 50,
    orderState: 'Installed',
    codeState: 'LIVE',
    steps: [...arrived, enabled, disabled],
  },
  { status: 'INSTALLED', perMille: 40, orderState: 'Installed', codeState: 'LIVE', steps: arrived },
  { status: 'DOWNLOADED', perMille: 20, orderState: 'Downloaded', codeState: 'LIVE', steps: arrived.slice(0, 3) },
  {
    status: 'DELETED',
    perMille: 40,
    orderState: 'Installed',
    codeState: 'LIVE',
    steps: [...arrived, enabled, deleted],
  },
  { status: 'ERROR', perMille: 15, orderState: 'Error', codeState: 'LIVE', steps: [...arrived.slice(0, 3), failed] },
  { status: 'EXPIRED', perMille: 20, orderState: 'Unavailable', codeState: 'EXPIRED', steps: [generated, expired] },
  {
    status: 'CANCELED',
    perMille: 5,
    orderState: 'Unavailable',
    codeState: 'LIVE',
    steps: [generated, authenticated, canceled],
  },
  { status: 'REMOVED', perMille: 10, orderState: 'Unavailable', codeState: 'DEAD', steps: [generated, removed] },
]

/** The story for a number from 0 to 999. */
export const storyOf = (number: number): Story => storyByNumber[number]!

const storyByNumber = stories.flatMap((story) => Array.from({ length: story.perMille }, () => story))

/** Whether extra enable and disable events fit into the story. */
export const canToggle = (story: Story): boolean => story.steps.includes(enabled)

/**
 * Five in six devices come from the public page of the code; of the codes that no device asked for, one in eight was looked
 * at. @param number of the profile
 */
export function withOpening(steps: readonly Step[], number: number): Step[] {
  const at = steps.indexOf(authenticated)
  const isOpened = at < 0 ? hashNumber(number, 18) % 8 === 0 : hashNumber(number, 18) % 6 > 0
  return isOpened ? steps.toSpliced(at < 0 ? 1 : at, 0, opened) : [...steps]
}

/** One in twelve devices is refused before it downloads. @param number of the profile */
export function withRefusal(steps: readonly Step[], number: number): Step[] {
  const at = steps.indexOf(authenticated)
  const refused = refusals[hashNumber(number, 17) % refusals.length]!
  return at < 0 || hashNumber(number, 16) % 12 > 0 ? [...steps] : steps.toSpliced(at, 0, refused)
}
