import { type RawBuilder, sql } from 'kysely'

/**
 * What figures can be broken down by, with the SQL of the dimension over a row `d` with an event's dimensions and its
 * metric. '' is the value of events without one, so that the counts of each kind add up to the total; `null`: the kind
 * does not have this metric.
 */
const DIMENSION_OF = {
  total: `''`,
  group: `coalesce(d.group_id::text, '')`,
  configuration: `coalesce(d.configuration_id::text, '')`,
  /** `<configuration id>/<version>` */
  version: `coalesce(d.configuration_id || '/' || d.configuration_version, '')`,
  campaign: `coalesce(d.campaign_id::text, '')`,
  brand: `coalesce(d.device_brand, '')`,
  /** `<brand>|<model>` */
  model: `coalesce(d.device_brand || '|' || coalesce(d.device_model, ''), '')`,
  region: `coalesce(d.region, '')`,
  member: `coalesce(d.member_id::text, '')`,
  /** `<subject code>/<reason code>` */
  reason: `case when d.metric in ('failed', 'refused') then coalesce(d.subject_code || '/' || d.reason_code, '') end`,
  /** `<brand>|<model>|<configuration id>` */
  device: `case when d.metric in ('downloaded', 'installed', 'failed', 'refused') then
    coalesce(d.device_brand || '|' || coalesce(d.device_model, '') || '|' || d.configuration_id, '') end`,
} as const

export type Kind = keyof typeof DIMENSION_OF

export const KINDS = Object.keys(DIMENSION_OF) as readonly Kind[]

/** The dimension of the row `d`. */
export const dimensionOf = (kind: Kind): RawBuilder<string | null> => sql`(${sql.raw(DIMENSION_OF[kind])}) collate "C"`

/** `k(kind, dimension)`: a row for each kind, to be joined with the row `d`; a null dimension does not count. */
export const ALL_KINDS: RawBuilder<unknown> = sql`lateral (values ${sql.join(
  KINDS.map((kind) => sql`(${sql.lit(kind)} collate "C", ${dimensionOf(kind)})`),
)}) as k(kind, dimension)`
