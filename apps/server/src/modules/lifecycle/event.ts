import type { EventText } from '@simwright/contract/event-text'
import type { EventType } from '@simwright/contract/fleet'
import type { Write } from '../../db/write-together.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import { insertWrite } from './statement.ts'
import type { Refusal } from './transition.ts'

type NewEvent = { profileId: string; type: EventType; text: EventText; refusal: Refusal | undefined }

export function eventRow(cause: Cause, { profileId, type, text, refusal }: NewEvent) {
  const { enterpriseId, at, actor, address, deviceEid, device, messageId } = cause
  return {
    enterprise_id: enterpriseId,
    profile_id: profileId,
    id: cause.newId(),
    type,
    at,
    actor: actor.kind,
    actor_id: actor.kind === 'user' ? actor.userId : null,
    address: address ?? null,
    eid: deviceEid ?? null,
    device: device ? [device.brand, device.model].filter(Boolean).join(' ') : null,
    subject_code: refusal?.subjectCode ?? null,
    reason_code: refusal?.reasonCode ?? null,
    text_id: text.id,
    text_values: text.values ? JSON.stringify(text.values) : null,
    message_id: messageId ?? null,
  }
}

/** One event for each transition that the timeline shows. */
export function eventWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const rows = effects.flatMap(({ before, event }) =>
    event ? [eventRow(cause, { profileId: before.profile_id, ...event })] : [],
  )
  return rows.length === 0 ? [] : [insertWrite('profile_event', rows)]
}
