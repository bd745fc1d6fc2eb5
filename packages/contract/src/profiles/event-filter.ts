import { z } from 'zod'
import { id } from '../list.ts'
import { eventsOfMetrics, type Metric } from './event-metric.ts'
import { eventTypes } from './event-type.ts'

/**
 * The conditions of a filter of events; a listed event meets all of them. Group, campaign, configuration, region and device
 * are those of the profile when the event happened; null is an event without one.
 */
export const eventFilter = {
  iccid: z.string().trim().max(40),
  /** Prefix of the EID of the event's device. */
  eid: z.string().trim().max(32),
  type: z.array(z.enum(eventTypes)).max(eventTypes.length),
  actor: z.array(z.enum(['user', 'device', 'system'])).max(3),
  from: z.iso.datetime({ offset: true }),
  /** The first moment after the range. */
  to: z.iso.datetime({ offset: true }),
  groupId: id.nullable(),
  campaignId: id.nullable(),
  configurationId: id.nullable(),
  configurationVersion: z.int().min(1).max(2_147_483_647),
  brand: z.string().trim().min(1).max(64).nullable(),
  model: z.string().trim().min(1).max(64).nullable(),
  region: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'Invalid region.')
    .toUpperCase()
    .nullable(),
  /** The user who created the profile. */
  memberId: id.nullable(),
  /** SGP.22 subject and reason code, as in `8.1.1/3.8`. */
  reason: z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)*\/\d+(\.\d+)*$/, 'Invalid status code.')
    .nullable(),
  /** Whether the same step happened before under the same activation code or order. */
  repeated: z.boolean(),
}

export const EventFilter = z.object(eventFilter).partial()
export type EventFilter = z.infer<typeof EventFilter>

/** What events are counted by: the kinds of a rollup whose dimension is one value of an event, or a few. */
export const eventKinds = [
  'group',
  'campaign',
  'configuration',
  'version',
  'brand',
  'model',
  'region',
  'member',
  'reason',
] as const
export type EventKind = (typeof eventKinds)[number]

/** A count of events: what was counted, when, and of which value of a kind. */
export type CountedEvents = {
  metrics: readonly Metric[]
  from: string
  to: string
  /** Only repeated events, or only first ones. */
  repeated?: boolean | undefined
  /** A dimension as rollups name it: '' is no value. Several: the events that have all of them. */
  of?: CountedValue | readonly CountedValue[] | undefined
}

export type CountedValue = { kind: EventKind; dimension: string }

/** The filter whose list has exactly the events of a count. */
export function filterOfCount({ metrics, from, to, repeated, of }: CountedEvents): EventFilter {
  return {
    ...eventsOfMetrics(metrics),
    from,
    to,
    ...(repeated !== undefined && { repeated }),
    ...Object.assign({}, ...[of ?? []].flat().map(conditionOf)),
  }
}

function conditionOf({ kind, dimension }: CountedValue): EventFilter {
  const value = dimension === '' ? null : dimension
  if (kind === 'version') {
    const [configurationId, version] = dimension.split('/')
    return value === null ? { configurationId: null } : { configurationId, configurationVersion: Number(version) }
  }
  if (kind === 'model') {
    const at = dimension.indexOf('|')
    return value === null ? { brand: null } : { brand: dimension.slice(0, at), model: dimension.slice(at + 1) || null }
  }
  return { [filterNames[kind]]: value }
}

const filterNames = {
  group: 'groupId',
  campaign: 'campaignId',
  configuration: 'configurationId',
  brand: 'brand',
  region: 'region',
  member: 'memberId',
  reason: 'reason',
} as const satisfies Record<Exclude<EventKind, 'version' | 'model'>, keyof EventFilter>
