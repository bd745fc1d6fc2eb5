import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { type Algorithm, kiBytesOf } from '@simwright/contract/profiles/subscriber-key'

/** What a configuration requires of the data of each subscriber. Plain data, for the worker thread and the database. */
export type SubscriberNeeds = {
  readonly algorithm: Algorithm
  readonly kiBytes: 16 | 32
  /** `any`: published keys and patterns are allowed. */
  readonly keys: 'secret' | 'any'
}

export const needsOf = (fields: StoredFields): SubscriberNeeds => ({
  algorithm: fields.algorithm,
  kiBytes: kiBytesOf(fields),
  keys: typeFacts[fields.type].keys,
})

export const regularNeeds: SubscriberNeeds = { algorithm: 'MILENAGE', kiBytes: 16, keys: 'secret' }

/** The needs stored with an upload. Values that it was stored without are those of the type Regular. */
export const storedNeeds = (stored: unknown): SubscriberNeeds => ({ ...regularNeeds, ...(stored as object | null) })

/** Whether rows that were checked for one of them are valid for the other. */
export const areSameNeeds = (one: SubscriberNeeds, other: SubscriberNeeds): boolean =>
  (Object.keys(regularNeeds) as (keyof SubscriberNeeds)[]).every((name) => one[name] === other[name])
