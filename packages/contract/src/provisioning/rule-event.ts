import { type EventType, eventTypes } from '../profiles/event-type.ts'

/** How a batch ends, for rules: with all codes, with some of them, or with none. A single code is no batch here. */
export const batchEventTypes = ['BATCH_DONE', 'BATCH_PARTLY_FAILED', 'BATCH_FAILED'] as const
export type BatchEventType = (typeof batchEventTypes)[number]

/** What a rule can start on. */
export const ruleEventTypes = [...eventTypes, ...batchEventTypes] as const
export type RuleEventType = EventType | BatchEventType

const ofBatches: ReadonlySet<string> = new Set(batchEventTypes)

export const isBatchEvent = (type: string): type is BatchEventType => ofBatches.has(type)

/** Whether a rule is about batches. All its events are of batches, or none. */
export const isBatchRule = ({ when }: { when: { events: readonly string[] } }): boolean =>
  when.events.some(isBatchEvent)

/** A rule of batches does these once for a batch, and others with each of its profiles. */
const ONCE_FOR_A_BATCH: ReadonlySet<string> = new Set(['NOTIFY', 'WEBHOOK'])

/** What a rule of batches can do. */
export const batchActionKinds = ['NOTIFY', 'WEBHOOK', 'TAG', 'UNTAG', 'ATTRIBUTE', 'GROUP', 'SEND'] as const

const possible: ReadonlySet<string> = new Set(batchActionKinds)

export const canActOnBatch = (kind: string): boolean => possible.has(kind)

export const actsOnProfiles = (kind: string): boolean => !ONCE_FOR_A_BATCH.has(kind)

/** A rule acts on the profiles of batches of up to so many. */
export const RULE_BATCH_MAX = 10_000
