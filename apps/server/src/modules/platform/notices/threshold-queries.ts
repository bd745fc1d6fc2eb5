import type { ThresholdFields, ThresholdKind } from '@simwright/contract/platform/threshold'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'

type StoredThreshold = ThresholdFields & { kind: ThresholdKind; version: number }

const thresholdsStatement = statement(
  'select notice thresholds',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select kind, levels, unit, hours, minimum, version from notice_threshold where enterprise_id = ${enterpriseId}`,
)

export async function selectThresholds(db: TenantDb, enterpriseId: EnterpriseId): Promise<StoredThreshold[]> {
  return (await thresholdsStatement(db, { enterpriseId })) as StoredThreshold[]
}

/** @param version of the threshold that was read; 0: it was not stored. @returns false if it was changed meanwhile */
export async function upsertThreshold(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { kind, levels, unit, hours, minimum, version }: StoredThreshold,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notice_threshold as t (enterprise_id, kind, levels, unit, hours, minimum, version)
    select ${enterpriseId}, ${kind}, ${levels}::integer[], ${unit}, ${hours}::integer, ${minimum}::integer, 1
    where ${version}::integer = 0 or exists (
      select from notice_threshold where enterprise_id = ${enterpriseId} and kind = ${kind})
    on conflict (enterprise_id, kind) do update set levels = excluded.levels, unit = excluded.unit,
      hours = excluded.hours, minimum = excluded.minimum, version = t.version + 1
    where t.version = ${version}
    returning kind`.execute(db)
  return rows.length > 0
}

type Measured = { enterpriseId: EnterpriseId; kind: ThresholdKind; subject: string }
type Crossing = RowOf<'select crossed thresholds'>

const crossingsStatement = statement(
  'select crossed thresholds',
  ({ enterpriseId, kind, subject }: Measured) => sql`
    select level, unit from threshold_crossing
    where enterprise_id = ${enterpriseId} and kind = ${kind} and subject = ${subject}`,
)

/** The recorded levels of what was measured. */
export async function selectCrossings(db: TenantDb, measured: Measured): Promise<Crossing[]> {
  return await crossingsStatement(db, measured)
}

export async function deleteCrossings(
  db: TenantDb,
  { enterpriseId, kind, subject }: Measured,
  crossings: readonly Crossing[],
): Promise<void> {
  for (const { level, unit } of crossings)
    await sql`
      delete from threshold_crossing where enterprise_id = ${enterpriseId} and kind = ${kind}
        and subject = ${subject} and level = ${level} and unit = ${unit}`.execute(db)
}

/** @returns the levels that no other transaction has recorded */
export async function insertCrossings(
  db: TenantDb,
  { enterpriseId, kind, subject, threshold, at }: Measured & { threshold: ThresholdFields; at: Date },
  levels: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<Pick<Crossing, 'level'>>`
    insert into threshold_crossing (enterprise_id, kind, subject, level, unit, at)
    select ${enterpriseId}, ${kind}, ${subject}, level, ${threshold.unit}, ${at}
    from unnest(${[...levels]}::integer[]) level order by level
    on conflict do nothing returning level`.execute(db)
  return rows.map(({ level }) => level)
}
