import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { NamedDevice } from './transition.ts'

export type Actor = { kind: 'user'; userId: UserId } | { kind: 'device' } | { kind: 'system' }

/** The time, actor and origin of transitions. */
export type Cause = {
  enterpriseId: EnterpriseId
  at: Date
  actor: Actor
  /** The EID of the device in the event. */
  deviceEid?: string | undefined
  device?: NamedDevice | undefined
  /** The IP address from which the message came. */
  address?: string | undefined
  /** The id of the raw message in `device_message`. */
  messageId?: string | undefined
  /** The rule that caused it, and how many rules in a row led to it. */
  rule?: { id: string; depth: number } | undefined
  newId: () => string
}
