/** Rules: when something happens to a profile or batch, or does not happen in time, and conditions hold, then do something. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time, version } from '../list.ts'
import { MailAddressOrNone } from '../mail-address.ts'
import type { PermissionId } from '../permission.ts'
import { eventTypes } from '../profiles/event-type.ts'
import { changesDirection } from '../text-direction.ts'
import { operationTable } from './operation-kind.ts'
import { canActOnBatch, isBatchEvent, isBatchRule, ruleEventTypes } from './rule-event.ts'
import { type RuleStopReason, ruleStopReasons } from './rule-stop.ts'

export { type RuleStopReason, ruleStopReasons } from './rule-stop.ts'

/** The maximum number of rules of an enterprise account. */
export const RULES_MAX = 1_000

/** The maximum of the limit of profiles that a rule acts on within an hour. */
export const HOURLY_MAX = 10_000
const HOURLY_DEFAULT = 100

/** A rule acts on events that rules caused up to this number of times in a chain; then the chain ends. */
export const CHAIN_MAX = 3

/** A trial run covers so many days, and reads at most so many events. */
export const TRIAL_DAYS = 30
export const TRIAL_EVENTS_MAX = 200_000

/** A trial run lists the last so many profiles. */
export const TRIAL_LISTED = 100

const ProfileEvent = z.enum(eventTypes)
const Event = z.enum(ruleEventTypes)
const ids = z.array(z.uuid()).max(20, 'Up to 20.').default([])
const texts = (length: number) => z.array(z.string().trim().min(1).max(length)).max(20, 'Up to 20.').default([])

export const ruleAttributeTests = ['is', 'isNot', 'set', 'empty'] as const

const AttributeTest = z.object({
  attributeId: z.uuid('Required'),
  test: z.enum(ruleAttributeTests),
  value: z.string().trim().max(500, 'Up to 500 characters.').default(''),
})
export type RuleAttributeTest = z.output<typeof AttributeTest>

const When = z
  .object({
    /** One of these events: all of profiles, or all of batches. */
    events: z.array(Event).min(1, 'Required').max(ruleEventTypes.length),
    /** The rule acts so many days after the event; 0: at once. */
    afterDays: z.int('A whole number.').min(0, 'At least 0.').max(365, 'Up to 365.').default(0),
    /** And only if none of these events has happened since. */
    without: z.array(ProfileEvent).max(eventTypes.length).default([]),
  })
  .refine(({ events }) => !events.some(isBatchEvent) || events.every(isBatchEvent), {
    path: ['events'],
    message: 'Events of profiles, or events of batches: not both.',
  })
  .refine(({ events, afterDays }) => afterDays === 0 || !events.some(isBatchEvent), {
    path: ['afterDays'],
    message: 'A rule of batches acts at once.',
  })
  .refine(({ afterDays, without }) => afterDays > 0 || without.length === 0, {
    path: ['afterDays'],
    message: 'Enter after how many days.',
  })

/**
 * All that are set must hold. Group, configuration, device and region are those of the event; tags and attributes are those now.
 * For a batch: its configuration, the groups of which any of its profiles is, and the failed rows.
 */
const Conditions = z.object({
  configurationIds: ids,
  groupIds: ids,
  /** It has all of these. */
  tagIds: ids,
  /** It has none of these. */
  withoutTagIds: ids,
  attributes: z.array(AttributeTest).max(10, 'Up to 10.').default([]),
  /** Brand or model, or both with a blank between them; case does not matter. */
  devices: texts(100),
  regions: texts(10),
  /** Subject and reason code of SGP.22: "8.2.6/3.8". A subject code alone means all its reasons. */
  codes: texts(30),
  /** At least so many rows of the batch failed. Only for events of batches. */
  failedRows: z.int('A whole number.').min(0, 'At least 0.').max(1_000_000, 'Up to 1,000,000.').default(0),
})

const text = z.string().trim().max(200, 'Up to 200 characters.').default('')

export const RuleAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('NOTIFY'), text }),
  operationTable.TAG.schema,
  operationTable.UNTAG.schema,
  operationTable.ATTRIBUTE.schema,
  operationTable.GROUP.schema,
  operationTable.RECYCLE.schema,
  operationTable.AGAIN.schema,
  /** Sends the activation code to this address, or to the one that an attribute of the profile has. */
  z.object({
    kind: z.literal('SEND'),
    email: MailAddressOrNone.default(''),
    attributeId: z.uuid().nullable().default(null),
    message: z.string().trim().max(500, 'Up to 500 characters.').default(''),
  }),
  /** Blocks the device of the event. */
  z.object({ kind: z.literal('BLOCK'), note: z.string().trim().max(200, 'Up to 200 characters.').default('') }),
  /** A notification for each profile to the webhook endpoints that want notifications. */
  z.object({ kind: z.literal('WEBHOOK'), text }),
])
export type RuleAction = z.output<typeof RuleAction>
export type RuleActionKind = RuleAction['kind']

const hasRecipient = (action: RuleAction) =>
  action.kind !== 'SEND' || action.email !== '' || action.attributeId !== null

/** What each action needs: any one of the permissions. A rule has the rights of the member who saved it last. */
export const ruleActionNeeds: Readonly<Record<RuleActionKind, readonly PermissionId[]>> = {
  NOTIFY: ['Rule_Edit'],
  TAG: operationTable.TAG.needs,
  UNTAG: operationTable.UNTAG.needs,
  ATTRIBUTE: operationTable.ATTRIBUTE.needs,
  GROUP: operationTable.GROUP.needs,
  RECYCLE: operationTable.RECYCLE.needs,
  AGAIN: operationTable.AGAIN.needs,
  SEND: ['Fleet_Export'],
  BLOCK: ['Block_Edit'],
  WEBHOOK: ['Rule_Edit'],
}

const Definition = z.object({
  when: When,
  conditions: Conditions.prefault({}),
  /** Done in this order. */
  actions: z
    .array(RuleAction.refine(hasRecipient, { path: ['email'], message: 'Enter an address, or choose an attribute.' }))
    .min(1, 'Required')
    .max(5, 'Up to 5.')
    .refine((all) => all.filter(({ kind }) => kind === 'SEND').length < 2, 'A rule sends the code once.'),
})

type Issue = { path: (string | number)[]; message: string }

/** What an event of a batch does not have, and what an event of a profile does not have. */
function misfits(rule: z.output<typeof Definition>): Issue[] {
  const { failedRows, configurationIds: _, groupIds: __, ...ofProfiles } = rule.conditions
  if (!isBatchRule(rule))
    return failedRows === 0 ? [] : [{ path: ['conditions', 'failedRows'], message: 'Only for events of batches.' }]
  return [
    ...Object.entries(ofProfiles).flatMap(([name, values]) =>
      values.length === 0 ? [] : [{ path: ['conditions', name], message: 'Only for events of profiles.' }],
    ),
    ...rule.actions.flatMap(({ kind }, index) =>
      canActOnBatch(kind) ? [] : [{ path: ['actions', index, 'kind'], message: 'Not possible for a batch.' }],
    ),
  ]
}

const fitting = <S extends z.ZodType<z.output<typeof Definition>>>(schema: S) =>
  schema.superRefine((rule, context) => {
    for (const issue of misfits(rule)) context.addIssue({ code: 'custom', ...issue })
  })

export const RuleDefinition = fitting(Definition)
export type RuleDefinition = z.output<typeof RuleDefinition>

const Fields = Definition.extend({
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(64, 'Up to 64 characters.')
    .refine((name) => !changesDirection(name), 'Without characters that change the direction of the text.'),
  /** The rule acts on so many profiles within an hour at most. What is over waits. */
  hourlyLimit: z.int('A whole number.').min(1, 'At least 1.').max(HOURLY_MAX, 'Up to 10,000.').default(HOURLY_DEFAULT),
})

export const RuleFields = fitting(Fields)
export type RuleFields = z.output<typeof RuleFields>

/** `STOPPED`: it paused itself, see `stopReason`. */
export const ruleStates = ['ACTIVE', 'PAUSED', 'STOPPED'] as const
export type RuleState = (typeof ruleStates)[number]

const stopReasons = Object.keys(ruleStopReasons) as [RuleStopReason, ...RuleStopReason[]]

export const Rule = Fields.extend({
  id,
  version,
  state: z.enum(ruleStates),
  stopReason: z.enum(stopReasons).nullable(),
  /** When it stopped or was paused. */
  stoppedAt: time.nullable(),
  /** The rule in words, with the names of what it refers to. */
  sentence: z.string(),
  /** Profiles that it acted on within the last 24 hours. */
  actedToday: z.int(),
  /** Profiles that wait for the limit per hour. */
  waiting: z.int(),
  lastActedAt: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
  /** The member whose rights it has. */
  savedBy: z.string(),
  /** The API key with which it was saved last, to whose scopes it is held; '' if it was deleted, null if there was none. */
  savedKey: z.string().nullable(),
  savedAt: time,
})
export type Rule = z.infer<typeof Rule>

export const list = endpoint({
  method: 'POST',
  path: '/rule/list',
  access: 'Rule_View',
  allGroups: true,
  reads: true,
  summary: 'Rules by name',
  input: listInput({ search: z.string().trim().max(64), state: z.array(z.enum(ruleStates)).max(ruleStates.length) }, [
    'name',
  ]),
  output: pageOf(Rule),
})

export const get = endpoint({
  method: 'POST',
  path: '/rule/get',
  access: 'Rule_View',
  allGroups: true,
  reads: true,
  summary: 'One rule with its counters',
  input: z.object({ id }),
  output: Rule,
})

export const add = endpoint({
  method: 'POST',
  path: '/rule/add',
  access: 'Rule_Edit',
  allGroups: true,
  summary: 'Create a rule, which acts on events from now on',
  input: z.object({ fields: RuleFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/rule/edit',
  access: 'Rule_Edit',
  allGroups: true,
  summary: 'Change a rule. It has the rights of the caller from now on',
  input: z.object({ id, version, fields: RuleFields }),
  output: z.object({ version }),
})

export const pause = endpoint({
  method: 'POST',
  path: '/rule/pause',
  access: 'Rule_Edit',
  allGroups: true,
  summary: 'Pause a rule: it acts on nothing that happens meanwhile, and what waits is dropped',
  input: z.object({ id }),
  output: done,
})

export const resume = endpoint({
  method: 'POST',
  path: '/rule/resume',
  access: 'Rule_Edit',
  allGroups: true,
  summary: 'Resume a rule, for what happens from now on, with the rights of the caller',
  input: z.object({ id }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/rule/remove',
  access: 'Rule_Edit',
  allGroups: true,
  summary: 'Delete a rule. Its log stays until its retention ends',
  input: z.object({ id, version }),
  output: done,
})

const Match = z.object({
  /** Null for a batch. */
  profileId: id.nullable(),
  iccid: z.string().nullable(),
  /** The batch whose end it is; null for an event of a profile. */
  batchId: id.nullable(),
  batchCode: z.string().nullable(),
  eventId: id,
  event: Event,
  /** When the event happened. */
  happenedAt: time,
})

export const trial = endpoint({
  method: 'POST',
  path: '/rule/trial',
  access: 'Rule_View',
  allGroups: true,
  reads: true,
  summary: 'What a rule would have acted on within the last 30 days. Changes nothing',
  input: z.object({ definition: RuleDefinition }),
  output: z.object({
    /** The rule in words. */
    sentence: z.string(),
    /** Different profiles that it would have acted on. */
    profiles: z.int(),
    /** Batches that match. */
    batches: z.int(),
    /** Events that match. */
    matches: z.int(),
    /** The most matches within an hour. */
    mostInAnHour: z.int(),
    /** There are more events than are read: the figures are those of the first ones. */
    capped: z.boolean(),
    /** The last 100 matches, newest first. */
    items: z.array(Match),
  }),
})
export type RuleTrial = z.infer<typeof trial.output>

/** `WAITING`: for the limit per hour. `SKIPPED`: an action did not fit, or the chain is too long. `DROPPED`: paused meanwhile. */
export const ruleRunStates = ['WAITING', 'DONE', 'SKIPPED', 'DROPPED'] as const
export type RuleRunState = (typeof ruleRunStates)[number]

export const RuleRun = Match.extend({
  id,
  ruleId: id,
  ruleName: z.string(),
  state: z.enum(ruleRunStates),
  /** How many rules in a row led to it; 1: none but this one. */
  depth: z.int(),
  matchedAt: time,
  actedAt: time.nullable(),
  /** Why an action was not done, each as a sentence. */
  reasons: z.array(z.string()),
})
export type RuleRun = z.infer<typeof RuleRun>

export const log = endpoint({
  method: 'POST',
  path: '/rule/log',
  access: 'Rule_View',
  allGroups: true,
  reads: true,
  summary: 'What rules did, newest first',
  input: listInput({ ruleId: id, profileId: id, state: z.array(z.enum(ruleRunStates)).max(ruleRunStates.length) }, [
    'matchedAt',
  ]),
  output: pageOf(RuleRun),
})
