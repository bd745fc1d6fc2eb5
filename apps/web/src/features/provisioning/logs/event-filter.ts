import { type EventFilter, type EventType, eventTypes, type ProfileEvent } from '@simwright/contract/profiles/fleet'
import { NONE } from '../../../esim/event-address.ts'
import { profileTexts } from '../../../texts/profile.ts'
import type { Filters, FilterValues } from '../../../ui/table/url-filter.ts'
import type { EventChoices } from './event-choices.ts'
import { logTexts } from './logs-texts.ts'
import { timesOf } from './times-of.ts'

const texts = logTexts.profiles

/** The filters of the profile log by their names in the address. */
export function eventFilters(choices: EventChoices) {
  const labels = texts.filters
  const named = (name: keyof EventChoices) =>
    ({
      kind: 'choice',
      label: labels[name],
      choices: choices[name] ? [...choices[name], { value: NONE, label: texts.none[name] }] : [],
    }) as const
  return {
    iccid: { kind: 'text', label: labels.iccid },
    event: {
      kind: 'choices',
      label: labels.type,
      choices: eventTypes.map((value) => ({ value, label: profileTexts.events[value] })),
    },
    eid: { kind: 'text', label: labels.eid },
    actor: {
      kind: 'choices',
      label: labels.actor,
      choices: (['user', 'device', 'system'] as const).map((value) => ({ value, label: texts.actors[value] })),
    },
    at: { kind: 'days', label: labels.at },
    group: named('group'),
    campaign: named('campaign'),
    configuration: named('configuration'),
    version: { kind: 'text', label: labels.version },
    brand: named('brand'),
    model: { kind: 'text', label: labels.model },
    region: { kind: 'text', label: labels.region },
    member: named('member'),
    status: { kind: 'text', label: labels.status },
    again: {
      kind: 'choice',
      label: labels.again,
      choices: (['yes', 'no'] as const).map((value) => ({ value, label: texts.again[value] })),
    },
  } as const satisfies Filters
}

/** The filter that is sent to the server. */
export function eventFilterOf(values: FilterValues<ReturnType<typeof eventFilters>>): EventFilter {
  const { iccid, event, eid, actor, at, group, campaign, configuration, brand, model, member } = values
  const { version, region, status, again } = values
  return {
    ...(eid === undefined ? {} : { eid }),
    ...(actor === undefined ? {} : { actor: actor as ProfileEvent['actor'][] }),
    ...(iccid === undefined ? {} : { iccid }),
    ...(event === undefined ? {} : { type: event as EventType[] }),
    ...timesOf(at),
    ...oneOf('groupId', group),
    ...oneOf('campaignId', campaign),
    ...oneOf('configurationId', configuration),
    ...(version === undefined ? {} : { configurationVersion: Number(version) }),
    ...oneOf('brand', brand),
    ...oneOf('model', model),
    ...oneOf('region', region),
    ...oneOf('memberId', member),
    ...oneOf('reason', status?.replaceAll(' ', '')),
    ...(again === undefined ? {} : { repeated: again === 'yes' }),
  }
}

const oneOf = (name: keyof EventFilter, value: string | undefined): EventFilter =>
  value === undefined ? {} : { [name]: value === NONE ? null : value }
