import type { EventType, ProfileStatus } from '@simwright/contract/profiles/fleet'
import type { OrderState } from '@simwright/ids'

/** A life of a seeded profile: its share in a thousand, its final states, and the events that led there. */
export type Story = {
  status: ProfileStatus
  perMille: number
  orderState: OrderState
  codeState: 'LIVE' | 'EXPIRED' | 'DEAD'
  steps: readonly Step[]
}

export type Step = { type: EventType; actor: 'user' | 'device' | 'system'; text: string }

const generated: Step = {
  type: 'GENERATED',
  actor: 'user',
  text: 'Activation code generated in a seeded batch.',
}
const authenticated: Step = { type: 'AUTHENTICATED', actor: 'device', text: 'The device proved who it is.' }
const downloaded: Step = {
  type: 'DOWNLOADED',
  actor: 'device',
  text: 'The package was handed out.',
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
export const disabled: Step = {
  type: 'DISABLED',
  actor: 'device',
  text: 'The profile was disabled.',
}

const arrived = [generated, authenticated, downloaded, installed]

const stories: readonly Story[] = [
  { status: 'AVAILABLE', perMille: 550, orderState: 'Released', codeState: 'LIVE', steps: [generated] },
  { status: 'ENABLED', perMille: 250, orderState: 'Installed', codeState: 'LIVE', steps: [...arrived, enabled] },
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
