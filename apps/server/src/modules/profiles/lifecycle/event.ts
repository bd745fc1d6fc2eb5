import type { EventText } from '@simwright/contract/profiles/event-text'
import type { EventType } from '@simwright/contract/profiles/fleet'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import { insertWrite } from './statement.ts'
import type { Refusal } from './transition.ts'

type NewEvent = { type: EventType; text: EventText; refusal: Refusal | undefined }

/** The columns that all events of one cause share. */
export function eventCommon({ enterpriseId, at, actor, address, deviceEid, device, messageId }: Cause) {
  return {
    enterprise_id: enterpriseId,
    at,
    actor: actor.kind,
    actor_id: actor.kind === 'user' ? actor.userId : null,
    address: address ?? null,
    eid: deviceEid ?? null,
    device: device ? [device.brand, device.model].filter(Boolean).join(' ') : null,
    message_id: messageId ?? null,
  }
}

export const eventFacts = ({ type, text, refusal }: NewEvent) => ({
  type,
  subject_code: refusal?.subjectCode ?? null,
  reason_code: refusal?.reasonCode ?? null,
  text_id: text.id,
  text_values: text.values ? JSON.stringify(text.values) : null,
})

/** One event for each transition that the timeline shows. */
export function eventWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const rows = effects.flatMap(({ before, event }) =>
    event ? [{ profile_id: before.profile_id, id: cause.newId(), ...eventFacts(event) }] : [],
  )
  return rows.length === 0 ? [] : [insertWrite('profile_event', rows, eventCommon(cause))]
}
