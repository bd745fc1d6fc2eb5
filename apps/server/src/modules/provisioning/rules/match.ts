import type { EventType } from '@simwright/contract/profiles/event-type'
import { CHAIN_MAX, type RuleDefinition } from '@simwright/contract/provisioning/rule'
import {
  type BatchEventType,
  isBatchEvent,
  isBatchRule,
  type RuleEventType,
} from '@simwright/contract/provisioning/rule-event'

/** A batch that ended. */
export type EndedBatch = { code: string; succeeded: number; failed: number; groupIds: readonly string[] }

/** What a rule is compared with: an event, with what its profile has now; or the end of a batch, which has no profile. */
export type Fact = {
  eventId: string
  profileId: string | null
  type: RuleEventType
  at: Date
  batch: EndedBatch | null
  /** Of the event. */
  groupId: string | null
  configurationId: string | null
  region: string | null
  deviceBrand: string | null
  deviceModel: string | null
  subjectCode: string | null
  reasonCode: string | null
  eid: string | null
  /** How many rules in a row caused the event; 0: none. */
  depth: number
  iccid: string | null
  /** Of the profile, now. */
  tags: readonly string[]
  attributes: Readonly<Record<string, string | number>>
  /** The types of the events of the profile since. Only known for rules that wait some days. */
  later: readonly string[]
}

export type RuleToMatch = { id: string; definition: RuleDefinition; activeFrom: Date }

type Compiled = RuleToMatch & { test: (fact: Fact) => boolean }

/** Rules by the type of event and the days they wait for, so that an event meets only the rules that ask for it. */
export type CompiledRules = {
  /** The types of events of profiles, and of batches, that some rule acts on at once. */
  readonly types: readonly EventType[]
  readonly batchTypes: readonly BatchEventType[]
  /** The days that rules wait for, with the types of events and of those that prevent them. */
  readonly delays: readonly { days: number; types: readonly EventType[]; without: readonly EventType[] }[]
  readonly needsTraits: boolean
  /** Whether a rule of batches has a condition on groups. */
  readonly needsGroups: boolean
  readonly byKey: ReadonlyMap<string, readonly Compiled[]>
}

const keyOf = (type: string, days: number) => `${days} ${type}`

export function compileRules(rules: readonly RuleToMatch[]): CompiledRules {
  const byKey = new Map<string, Compiled[]>()
  const delays = new Map<number, { types: Set<EventType>; without: Set<EventType> }>()
  const batchTypes = new Set<BatchEventType>()
  for (const rule of rules) {
    const { events, afterDays, without } = rule.definition.when
    const compiled = { ...rule, test: testOf(rule.definition) }
    for (const type of new Set(events)) {
      const key = keyOf(type, afterDays)
      const same = byKey.get(key)
      if (same) same.push(compiled)
      else byKey.set(key, [compiled])
    }
    const delay = delays.get(afterDays) ?? { types: new Set(), without: new Set() }
    delays.set(afterDays, delay)
    for (const type of events) {
      if (isBatchEvent(type)) batchTypes.add(type)
      else delay.types.add(type)
    }
    for (const type of without) delay.without.add(type)
  }
  return {
    byKey,
    types: [...(delays.get(0)?.types ?? [])],
    batchTypes: [...batchTypes],
    delays: [...delays].flatMap(([days, { types, without }]) =>
      days === 0 ? [] : [{ days, types: [...types], without: [...without] }],
    ),
    needsTraits: rules.some(({ definition }) => usesTraits(definition)),
    needsGroups: rules.some(({ definition }) => isBatchRule(definition) && definition.conditions.groupIds.length > 0),
  }
}

const usesTraits = ({ conditions: { tagIds, withoutTagIds, attributes } }: RuleDefinition) =>
  tagIds.length + withoutTagIds.length + attributes.length > 0

export type Match = { ruleId: string; fact: Fact; isChainEnd: boolean }

const DAY_MS = 24 * 60 * 60_000

/** The rules that match these events. @param days those that act so many days after an event */
export function matchFacts({ byKey }: CompiledRules, facts: readonly Fact[], days = 0): Match[] {
  return facts.flatMap((fact) =>
    (byKey.get(keyOf(fact.type, days)) ?? []).flatMap(({ id, activeFrom, test }) => {
      const dueAt = fact.at.getTime() + days * DAY_MS
      if (dueAt < activeFrom.getTime() || !test(fact)) return []
      return [{ ruleId: id, fact, isChainEnd: fact.depth >= CHAIN_MAX }]
    }),
  )
}

/** Whether a fact meets the conditions of a rule. All tests are made once, and the one that fails most comes first. */
export function testOf({ when, conditions }: RuleDefinition): (fact: Fact) => boolean {
  const tests: ((fact: Fact) => boolean)[] = []
  const { configurationIds, groupIds, devices, regions, codes, failedRows } = conditions
  const without = new Set<string>(when.without)
  if (configurationIds.length > 0) tests.push(isOneOf(configurationIds, (fact) => fact.configurationId))
  if (groupIds.length > 0) tests.push(isInGroup(groupIds))
  if (failedRows > 0) tests.push(({ batch }) => batch !== null && batch.failed >= failedRows)
  if (regions.length > 0) tests.push(isOneOf(regions, (fact) => fact.region))
  if (codes.length > 0) tests.push(hasCode(codes))
  if (devices.length > 0) tests.push(isDevice(devices))
  tests.push(...traitTests(conditions))
  if (without.size > 0) tests.push((fact) => !fact.later.some((type) => without.has(type)))
  return (fact) => tests.every((test) => test(fact))
}

type Traits = Pick<Fact, 'tags' | 'attributes'>

/** Whether tags and attributes of a profile meet the conditions on them: a test for each that is set. */
export function traitTests({
  tagIds,
  withoutTagIds,
  attributes,
}: Pick<RuleDefinition['conditions'], 'tagIds' | 'withoutTagIds' | 'attributes'>): ((traits: Traits) => boolean)[] {
  const tests: ((traits: Traits) => boolean)[] = attributes.map(hasAttribute)
  if (tagIds.length > 0) tests.push(({ tags }) => tagIds.every((id) => tags.includes(id)))
  if (withoutTagIds.length > 0) tests.push(({ tags }) => !withoutTagIds.some((id) => tags.includes(id)))
  return tests
}

function isOneOf(values: readonly string[], pick: (fact: Fact) => string | null): (fact: Fact) => boolean {
  const wanted = new Set(values)
  return (fact) => {
    const value = pick(fact)
    return value !== null && wanted.has(value)
  }
}

/** A batch is in the groups of its profiles. */
function isInGroup(groupIds: readonly string[]): (fact: Fact) => boolean {
  const wanted = new Set(groupIds)
  return ({ batch, groupId }) =>
    batch ? batch.groupIds.some((id) => wanted.has(id)) : groupId !== null && wanted.has(groupId)
}

/** A subject code alone means all its reasons. */
function hasCode(codes: readonly string[]): (fact: Fact) => boolean {
  const wanted = new Set(codes)
  return ({ subjectCode, reasonCode }) =>
    subjectCode !== null && (wanted.has(subjectCode) || wanted.has(`${subjectCode}/${reasonCode}`))
}

function isDevice(devices: readonly string[]): (fact: Fact) => boolean {
  const wanted = new Set(devices.map((text) => text.toLowerCase()))
  return ({ deviceBrand, deviceModel }) => {
    if (deviceBrand === null && deviceModel === null) return false
    const [brand, model] = [deviceBrand?.toLowerCase() ?? '', deviceModel?.toLowerCase() ?? '']
    return wanted.has(brand) || wanted.has(model) || wanted.has(`${brand} ${model}`)
  }
}

function hasAttribute({
  attributeId,
  test,
  value,
}: RuleDefinition['conditions']['attributes'][number]): (traits: Traits) => boolean {
  const wanted = value.toLowerCase()
  return ({ attributes }) => {
    const found = attributes[attributeId]
    if (test === 'set') return found !== undefined
    if (test === 'empty') return found === undefined
    const isSame = found !== undefined && String(found).toLowerCase() === wanted
    return test === 'is' ? isSame : !isSame
  }
}
