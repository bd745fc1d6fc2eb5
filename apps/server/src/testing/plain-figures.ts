import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'

/*
 * The figures as plain SQL over the events, written without the code that counts: what each metric and dimension means,
 * and on which day of a time zone an event happened.
 */

const METRICS: Readonly<Record<string, string>> = {
  generated: `type in ('GENERATED', 'GENERATED_AGAIN')`,
  opened: `type = 'OPENED'`,
  authenticated: `type = 'AUTHENTICATED' and not repeated`,
  downloaded: `type = 'DOWNLOADED'`,
  redownloaded: `type = 'DOWNLOADED' and repeated`,
  installed: `type = 'INSTALLED'`,
  enabled: `type = 'ENABLED'`,
  firstEnabled: `type = 'ENABLED' and not exists (select from profile_event b
    where b.enterprise_id = profile_event.enterprise_id and b.profile_id = profile_event.profile_id
      and b.type = 'ENABLED' and b.id < profile_event.id and not exists (select from profile_event c
        where c.enterprise_id = b.enterprise_id and c.profile_id = b.profile_id and c.type = 'INSTALLED'
          and c.id > b.id and c.id < profile_event.id))`,
  disabled: `type = 'DISABLED'`,
  deleted: `type = 'DELETED'`,
  failed: `type in ('INSTALL_FAILED', 'ERROR')`,
  refused: `type = 'REFUSED'`,
}

const DIMENSIONS = {
  total: `''`,
  group: 'group_id::text',
  configuration: 'configuration_id::text',
  version: `configuration_id || '/' || configuration_version`,
  campaign: 'campaign_id::text',
  brand: 'device_brand',
  model: `device_brand || '|' || coalesce(device_model, '')`,
  region: 'region',
  member: 'member_id::text',
  reason: `subject_code || '/' || reason_code`,
  device: `device_brand || '|' || coalesce(device_model, '') || '|' || configuration_id`,
} as const

export type PlainKind = keyof typeof DIMENSIONS
export const PLAIN_KINDS = Object.keys(DIMENSIONS) as readonly PlainKind[]

/** The metrics of the kinds that do not have all of them. */
const METRICS_OF: Partial<Record<PlainKind, readonly string[]>> = {
  reason: ['failed', 'refused'],
  device: ['downloaded', 'installed', 'failed', 'refused'],
}

const metricsOf = (kind: PlainKind) => METRICS_OF[kind] ?? Object.keys(METRICS)

type Scope = { groupIds?: readonly string[] | undefined }
type Line = { day: string; dimension: string; metric: string; count: number }

/**
 * Counts by local day, as lines `day metric dimension: count`. Events more than 60 days before `now` are known by the
 * hour only, and an hour in which a day begins counts for that day.
 */
export async function plainByDay(
  db: TenantDb,
  { groupIds }: Scope,
  { kind, timeZone, now }: { kind: PlainKind; timeZone: string; now: Date },
): Promise<string[]> {
  const local = sql`(case
    when at < date_trunc('hour', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC' - interval '60 days'
    then (date_trunc('hour', at at time zone 'UTC') + interval '59 minutes') at time zone 'UTC' else at end)`
  const { rows } = await sql<Line>`
    select to_char(${local} at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      coalesce(${sql.raw(DIMENSIONS[kind])}, '') as dimension, m.metric, count(*)::int as count
    from profile_event cross join lateral (values ${metricValues(kind)}) as m(metric, counts)
    where enterprise_id = ${db.enterpriseId} and configuration_id is not null and m.counts and ${inGroups(groupIds)}
    group by 1, 2, 3`.execute(db)
  return rows.map(({ day, dimension, metric, count }) => `${day} ${metric} ${dimension}: ${count}`).sort()
}

/** One metric between two times. */
export async function plainCount(
  db: TenantDb,
  { groupIds }: Scope,
  { metric, from, to }: { metric: string; from: RawBuilder<unknown>; to: RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<Pick<Line, 'count'>>`
    select count(*)::int as count from profile_event
    where enterprise_id = ${db.enterpriseId} and configuration_id is not null and ${sql.raw(METRICS[metric]!)}
      and at >= ${from} and at < ${to} and ${inGroups(groupIds)}`.execute(db)
  return rows[0]!.count
}

const metricValues = (kind: PlainKind) =>
  sql.join(metricsOf(kind).map((metric) => sql`(${sql.lit(metric)}, ${sql.raw(METRICS[metric]!)})`))

const inGroups = (groupIds: readonly string[] | undefined) =>
  groupIds === undefined ? sql`true` : sql`group_id = any(${groupIds}::uuid[])`
