import type { RuleFields } from '@simwright/contract/provisioning/rule'
import { canActOnBatch, isBatchRule, type RuleEventType } from '@simwright/contract/provisioning/rule-event'

/** A rule that is being edited. */
export type Draft = RuleFields
/** Texts of faults, by path. */
export type Faults = Partial<Record<string, string>>
export type DraftFieldsProps = { draft: Draft; faults: Faults; onChange: (change: Partial<Draft>) => void }

export const noConditions: Draft['conditions'] = {
  configurationIds: [],
  groupIds: [],
  tagIds: [],
  withoutTagIds: [],
  attributes: [],
  devices: [],
  regions: [],
  codes: [],
  failedRows: 0,
}

/** A rule that becomes one of batches, or of profiles, loses what the other has not. */
export function withEvents(draft: Draft, events: readonly RuleEventType[]): Partial<Draft> {
  const next = { ...draft, when: { ...draft.when, events: [...events] } }
  const { configurationIds, groupIds } = draft.conditions
  if (events.length === 0 || isBatchRule(next) === isBatchRule(draft)) return { when: next.when }
  if (!isBatchRule(next)) return { when: next.when, conditions: { ...draft.conditions, failedRows: 0 } }
  const actions = draft.actions.filter(({ kind }) => canActOnBatch(kind))
  return {
    when: { events: [...events], afterDays: 0, without: [] },
    conditions: { ...noConditions, configurationIds, groupIds },
    actions: actions.length === 0 ? [{ kind: 'NOTIFY', text: '' }] : actions,
  }
}
