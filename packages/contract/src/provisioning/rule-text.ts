import type { RuleAction, RuleAttributeTest, RuleDefinition } from './rule.ts'
import { actsOnProfiles, isBatchRule, type RuleEventType } from './rule-event.ts'

/** An event in the sentence of a rule, after "When". */
export const ruleEventTexts: Readonly<Record<RuleEventType, string>> = {
  GENERATED: 'an activation code is generated',
  GENERATED_AGAIN: 'an activation code is generated again',
  ORDERED: 'a profile is ordered',
  ORDER_CONFIRMED: 'an order is confirmed',
  ORDER_RELEASED: 'an order is released',
  ORDER_CANCELED: 'an order is canceled',
  OPENED: 'the page of a code is opened for the first time',
  AUTHENTICATED: 'a device authenticates for the download',
  DOWNLOADED: 'a profile is downloaded',
  INSTALLED: 'a profile is installed',
  INSTALL_FAILED: 'an installation fails',
  ENABLED: 'a profile is enabled',
  DISABLED: 'a profile is disabled',
  DELETED: 'a profile is deleted from its device',
  AVAILABLE_AGAIN: 'a profile is available again',
  PUSHED: 'a profile is pushed to an EID',
  PUSH_FAILED: 'a push fails',
  CAMPAIGN_JOINED: 'a profile is added to a campaign',
  CAMPAIGN_LEFT: 'a profile leaves a campaign',
  SET_FREE: 'a profile is released without its lost device',
  REFUSED: 'a download is refused',
  SESSION_CANCELED: 'a download is canceled',
  ERROR: 'a download fails',
  EXPIRED: 'an activation code expires',
  NOTIFICATION_REFUSED: 'a notification of a device is refused',
  EDITED: 'a profile is changed in the portal',
  REMOVED: 'a profile is deleted in the portal',
  RESTORED: 'a profile is restored',
  RECYCLE_SET: 'a recycle time is set',
  RECYCLE_BEGUN: 'recycling begins',
  RECYCLED: 'a profile is recycled',
  RECYCLE_FAILED: 'recycling fails',
  KEYS_ERASED: 'the keys of a profile are erased',
  LEAK_SUSPECTED: 'an activation code may have leaked',
  BATCH_DONE: 'a batch ends without a failed row',
  BATCH_PARTLY_FAILED: 'a batch ends and some of its rows failed',
  BATCH_FAILED: 'a batch ends and all of its rows failed',
}

/** Names of what a rule refers to, by id. */
export type RuleNames = ReadonlyMap<string, string>

const quoted = (names: RuleNames) => (id: string) => `"${names.get(id) ?? 'deleted'}"`

const either = (all: readonly string[]) =>
  all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
const both = (all: readonly string[]) =>
  all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

function whenText({ events, afterDays, without }: RuleDefinition['when']): string {
  const happened = either(events.map((type) => ruleEventTexts[type]))
  if (afterDays === 0) return `When ${happened}`
  const unless = without.length === 0 ? '' : `, unless by then ${either(without.map(withoutText))}`
  return `${days(afterDays)} after ${happened}${unless}`
}

/** The profile is that of the event before. */
const withoutText = (type: RuleEventType) => ruleEventTexts[type].replace(/^a profile /, 'the profile ')

function attributeText({ attributeId, test, value }: RuleAttributeTest, names: RuleNames): string {
  const name = names.get(attributeId) ?? 'a deleted attribute'
  if (test === 'set') return `${name} has a value`
  if (test === 'empty') return `${name} has no value`
  return `${name} ${test === 'is' ? 'is' : 'is not'} "${value}"`
}

/** The conditions of a rule, each as a clause. */
export function conditionTexts(rule: Pick<RuleDefinition, 'when' | 'conditions'>, names: RuleNames): string[] {
  const name = quoted(names)
  const { conditions } = rule
  const { configurationIds, groupIds, tagIds, withoutTagIds, attributes, devices, regions, codes, failedRows } =
    conditions
  const group = isBatchRule(rule) ? 'the group of some of its profiles' : 'the group'
  return [
    ...(configurationIds.length > 0 ? [`the configuration is ${either(configurationIds.map(name))}`] : []),
    ...(groupIds.length > 0 ? [`${group} is ${either(groupIds.map(name))}`] : []),
    ...(failedRows > 0 ? [`at least ${failedRows.toLocaleString('en')} of its rows failed`] : []),
    ...(tagIds.length > 0
      ? [`the profile has the ${tagIds.length > 1 ? 'tags' : 'tag'} ${both(tagIds.map(name))}`]
      : []),
    ...(withoutTagIds.length > 0 ? [`the profile does not have the tag ${either(withoutTagIds.map(name))}`] : []),
    ...attributes.map((one) => attributeText(one, names)),
    ...(devices.length > 0 ? [`the device is ${either(devices.map((one) => `"${one}"`))}`] : []),
    ...(regions.length > 0 ? [`the region is ${either(regions)}`] : []),
    ...(codes.length > 0 ? [`the failure code is ${either(codes)}`] : []),
  ]
}

/** An action of a rule in its sentence. */
export function actionText(action: RuleAction, names: RuleNames): string {
  const name = quoted(names)
  switch (action.kind) {
    case 'NOTIFY':
      return 'notify the members'
    case 'TAG':
      return `add the tag ${name(action.tagId)}`
    case 'UNTAG':
      return `remove the tag ${name(action.tagId)}`
    case 'ATTRIBUTE':
      return action.value === ''
        ? `clear ${names.get(action.attributeId) ?? 'a deleted attribute'}`
        : `set ${names.get(action.attributeId) ?? 'a deleted attribute'} to "${action.value}"`
    case 'GROUP':
      return action.groupId === null
        ? 'remove the profile from its group'
        : `move the profile into the group ${name(action.groupId)}`
    case 'RECYCLE':
      return 'recycle the profile'
    case 'AGAIN':
      return 'generate a new activation code'
    case 'SEND':
      return action.attributeId === null
        ? `send the code to ${action.email}`
        : `send the code to the address in ${names.get(action.attributeId) ?? 'a deleted attribute'}`
    case 'BLOCK':
      return 'block the device'
    case 'WEBHOOK':
      return 'call the webhooks'
  }
}

/** A rule as a sentence: `When a profile is installed, if the group is "Oslo", then add the tag "Done".` */
export function ruleSentence(rule: RuleDefinition, names: RuleNames): string {
  const conditions = conditionTexts(rule, names)
  const condition = conditions.length === 0 ? '' : `, if ${both(conditions)}`
  const each = isBatchRule(rule) ? ' for each of its profiles' : ''
  const actions = rule.actions.map((one) => `${actionText(one, names)}${actsOnProfiles(one.kind) ? each : ''}`)
  return `${whenText(rule.when)}${condition}, then ${both(actions)}.`
}
