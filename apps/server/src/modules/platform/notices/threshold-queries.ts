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

export async function selectThresholds(db: TenantDb): Promise<StoredThreshold[]> {
  return (await thresholdsStatement(db, { enterpriseId: db.enterpriseId })) as StoredThreshold[]
}

const upsertThresholdStatement = statement(
  'upsert notice threshold',
  ({
    enterpriseId,
    kind,
    levels,
    unit,
    hours,
    minimum,
    version,
  }: Pick<StoredThreshold, 'kind' | 'levels' | 'unit' | 'hours' | 'minimum' | 'version'> & {
    enterpriseId: EnterpriseId
  }) => sql`
    insert into notice_threshold as t (enterprise_id, kind, levels, unit, hours, minimum, version)
    select ${enterpriseId}, ${kind}, ${levels}::integer[], ${unit}, ${hours}::integer, ${minimum}::integer, 1
    where ${version}::integer = 0 or exists (
      select from notice_threshold where enterprise_id = ${enterpriseId} and kind = ${kind})
    on conflict (enterprise_id, kind) do update set levels = excluded.levels, unit = excluded.unit,
      hours = excluded.hours, minimum = excluded.minimum, version = t.version + 1
    where t.version = ${version}
    returning kind`,
)

/** @param version of the threshold that was read; 0: it was not stored. @returns false if it was changed meanwhile */
export async function upsertThreshold(
  db: TenantDb,
  { kind, levels, unit, hours, minimum, version }: StoredThreshold,
): Promise<boolean> {
  return (
    (await upsertThresholdStatement(db, { enterpriseId: db.enterpriseId, kind, levels, unit, hours, minimum, version }))
      .length > 0
  )
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
  { kind, subject }: Measured,
  crossings: readonly Crossing[],
): Promise<void> {
  for (const { level, unit } of crossings)
    await db
      .deleteFrom('threshold_crossing')
      .where('enterprise_id', '=', db.enterpriseId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('level', '=', level)
      .where('unit', '=', unit)
      .execute()
}

const insertCrossingsStatement = statement(
  'insert crossed thresholds',
  ({
    enterpriseId,
    kind,
    subject,
    unit,
    at,
    levels,
  }: Measured & Pick<ThresholdFields, 'unit'> & { at: Date; levels: readonly number[] }) => sql`
    insert into threshold_crossing (enterprise_id, kind, subject, level, unit, at)
    select ${enterpriseId}, ${kind}, ${subject}, level, ${unit}, ${at}
    from unnest(${levels}::integer[]) level order by level
    on conflict do nothing returning level`,
)

/** @returns the levels that no other transaction has recorded */
export async function insertCrossings(
  db: TenantDb,
  { kind, subject, threshold, at }: Measured & { threshold: ThresholdFields; at: Date },
  levels: readonly number[],
): Promise<number[]> {
  return (
    await insertCrossingsStatement(db, {
      enterpriseId: db.enterpriseId,
      kind,
      subject,
      unit: threshold.unit,
      at,
      levels,
    })
  ).map(({ level }) => level)
}
