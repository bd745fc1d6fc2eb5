import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { type Algorithm, type ConfigurationType, typeFacts } from '@simwright/contract/profiles/configuration-type'

/** What a configuration requires of the data of each subscriber. Plain data, for the worker thread and the database. */
export type SubscriberNeeds = {
  readonly type: ConfigurationType
  readonly algorithm: Algorithm
  /** `any`: published keys and patterns are allowed. */
  readonly keys: 'secret' | 'any'
}

export const needsOf = ({ type, algorithm }: StoredFields): SubscriberNeeds => ({
  type,
  algorithm,
  keys: typeFacts[type].keys,
})

export const regularNeeds: SubscriberNeeds = { type: 'Regular', algorithm: 'MILENAGE', keys: 'secret' }

/** The needs stored with an upload. Uploads without them are of the type Regular. */
export const storedNeeds = (stored: unknown): SubscriberNeeds => (stored as SubscriberNeeds | null) ?? regularNeeds

/** Whether rows that were checked for one of them are valid for the other. */
export const areSameNeeds = (one: SubscriberNeeds, other: SubscriberNeeds): boolean =>
  Object.keys({ ...one, ...other }).every(
    (name) => one[name as keyof SubscriberNeeds] === other[name as keyof SubscriberNeeds],
  )
