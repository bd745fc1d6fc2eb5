import type { NamedDevice } from './transition.ts'

export type Actor = { kind: 'user'; userId: string } | { kind: 'device' } | { kind: 'system' }

/** When transitions happen, who or what caused them, and from where. */
export type Cause = {
  enterpriseId: string
  at: Date
  actor: Actor
  /** The EID of the device that the event is about. */
  deviceEid?: string | undefined
  device?: NamedDevice | undefined
  /** Where the message came from. */
  address?: string | undefined
  /** The raw message in device_message. */
  messageId?: string | undefined
  newId: () => string
}
