import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import { dimensionsOf } from './dimension.ts'
import type { Effect } from './effect.ts'
import { insertWrite } from './statement.ts'
import type { NewEvent } from './transition.ts'

/** The columns that all events of one cause share. */
export function eventCommon({ enterpriseId, at, actor, address, deviceEid, device, messageId, rule }: Cause) {
  return {
    enterprise_id: enterpriseId,
    at,
    actor: actor.kind,
    actor_id: actor.kind === 'user' ? actor.userId : null,
    address: address ?? null,
    eid: deviceEid ?? null,
    device: device ? [device.brand, device.model].filter(Boolean).join(' ') : null,
    message_id: messageId ?? null,
    ...(rule ? { rule_id: rule.id, rule_depth: rule.depth } : {}),
  }
}

export const eventFacts = ({ type, text, refusal, repeated }: NewEvent) => ({
  type,
  subject_code: refusal?.subjectCode ?? null,
  reason_code: refusal?.reasonCode ?? null,
  text_id: text.id,
  text_values: text.values ? JSON.stringify(text.values) : null,
  repeated,
})

/** One event for each transition that the timeline shows. */
export function eventWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const rows = effects.flatMap((effect) => {
    const { before, event } = effect
    if (!event) return []
    const { group_id: group, ...dimensions } = dimensionsOf(cause, effect)
    const group_id = group === undefined ? currentGroup(cause.enterpriseId, before.profile_id) : group
    return [{ profile_id: before.profile_id, id: cause.newId(), ...eventFacts(event), ...dimensions, group_id }]
  })
  return rows.length === 0 ? [] : [insertWrite('profile_event', rows, eventCommon(cause))]
}

/** Looks up the group of a profile whose row was locked without it. */
export const currentGroup = (enterpriseId: EnterpriseId, profileId: ProfileId) =>
  fragment`(select group_id from profile_place where enterprise_id = ${enterpriseId} and profile_id = ${profileId})`
