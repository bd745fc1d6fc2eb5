import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

type Place = { at: Date; id: string }

type Events = { enterpriseId: EnterpriseId; afterAt: Date; afterId: string; until: Date; limit: number }

const eventsStatement = statement(
  'select installations in order',
  ({ enterpriseId, afterAt, afterId, until, limit }: Events) => sql`
    select e.id, e.at, case when e.type = 'INSTALLED' then e.profile_id end as profile_id from (
      select id, at, type, profile_id from profile_event
      where enterprise_id = ${enterpriseId} and (at, id) > (${afterAt}::timestamptz, ${afterId}::uuid) and at <= ${until}
      order by at, id limit ${limit}) e
    order by e.at, e.id`,
  { planned: 'per call' },
)

/**
 * Events in the order of their times, `limit` of them, each with its profile if it is an installation. The others are there
 * so that the caller knows how far it has come.
 */
export async function selectInstallations(
  db: TenantDb,
  { after, until, limit }: { after: Place; until: Date; limit: number },
): Promise<{ id: string; at: Date; profile_id: string | null }[]> {
  return await eventsStatement(db, {
    enterpriseId: db.enterpriseId,
    afterAt: after.at,
    afterId: after.id,
    until,
    limit,
  })
}

const laterStatement = statement(
  'select profiles installed since',
  ({ enterpriseId, ids, since }: { enterpriseId: EnterpriseId; ids: readonly string[]; since: Date }) => sql`
    select distinct profile_id from profile_event
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[]) and type = 'INSTALLED' and at > ${since}`,
)

/** Those of the profiles that were installed after a time. */
export async function selectInstalledSince(
  db: TenantDb,
  { ids, since }: { ids: readonly ProfileId[]; since: Date },
): Promise<ReadonlySet<string>> {
  const rows = await laterStatement(db, { enterpriseId: db.enterpriseId, ids, since })
  return new Set(rows.map(({ profile_id: id }) => id))
}

const onDevicesStatement = statement(
  'count profiles on devices',
  ({ enterpriseId, createdUntil, cap }: { enterpriseId: EnterpriseId; createdUntil: Date; cap: number }) => sql`
    select count(*) as counted from (
      select from profile
      where enterprise_id = ${enterpriseId} and status in ('INSTALLED', 'ENABLED', 'DISABLED')
        and created_at <= ${createdUntil} and keys_erased_at is null
      limit ${cap}) capped`,
  { present: ['counted'], planned: 'per call' },
)

/** How many profiles with keys are on devices and were generated before a time, counted up to `cap`. */
export async function countOnDevices(
  db: TenantDb,
  { createdUntil, cap }: { createdUntil: Date; cap: number },
): Promise<number> {
  return (await onDevicesStatement(db, { enterpriseId: db.enterpriseId, createdUntil, cap }))[0]!.counted
}
