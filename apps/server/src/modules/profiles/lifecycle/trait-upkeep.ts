import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TraitValue } from './trait-change.ts'

/* Counts of tags and values, and their removal from profiles after a tag or an attribute was deleted. */

const replaceTagStatement = statement(
  'replace tag of profiles',
  ({
    enterpriseId,
    from,
    to,
    limit,
  }: {
    enterpriseId: EnterpriseId
    from: string
    to: string | null
    limit: number
  }) => sql`
    with found as materialized (
      select t.profile_id from profile_trait t
      where t.enterprise_id = ${enterpriseId} and t.profile_id in (
        select i.profile_id from profile_trait_index i
        where i.enterprise_id = ${enterpriseId} and i.trait_id = ${from} and i.value = '' limit ${limit})
      order by t.profile_id for update
    ), made as (
      update profile_trait t set tags = case
        when ${to}::uuid is null or ${to}::uuid = any(t.tags) then array_remove(t.tags, ${from}::uuid)
        else array_replace(t.tags, ${from}::uuid, ${to}::uuid) end
      from found where t.enterprise_id = ${enterpriseId} and t.profile_id = found.profile_id
      returning 1)
    select count(*) as counted from made`,
  { present: ['counted'] },
)

/** Takes a tag from up to `limit` listed profiles, and gives them another instead, if there is one. @returns their number */
export async function replaceTag(
  db: TenantDb,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<number> {
  return (await replaceTagStatement(db, { enterpriseId: db.enterpriseId, from, to, limit }))[0]!.counted
}

const traitCountsStatement = statement(
  'count profiles of traits',
  ({ enterpriseId, ids, cap }: { enterpriseId: EnterpriseId; ids: readonly string[]; cap: number }) => sql`
    select its.id, counted.count from unnest(${ids}::uuid[]) its(id) cross join lateral (
      select count(*) as count from (
        select 1 from profile_trait_index i where i.enterprise_id = ${enterpriseId} and i.trait_id = its.id
        limit ${cap}) capped) counted`,
  { present: ['count'], planned: 'per call' },
)

const limitedCountsStatement = statement(
  'count seen profiles of traits',
  ({ enterpriseId, ids, cap }: { enterpriseId: EnterpriseId; ids: readonly string[]; cap: number }) => sql`
    select its.id, counted.count from unnest(${ids}::uuid[]) its(id) cross join lateral (
      select count(*) as count from (
        select 1 from profile_trait_index i
        join profile_place m on m.enterprise_id = i.enterprise_id and m.profile_id = i.profile_id
        where i.enterprise_id = ${enterpriseId} and i.trait_id = its.id limit ${cap}) capped) counted`,
  { present: ['count'], planned: 'per call' },
)

/** How many profiles have each tag, or a value of each attribute, counted up to `cap`; for a limited member those it sees. */
export async function countTraits(
  db: TenantDb,
  { ids, cap }: { ids: readonly string[]; cap: number },
): Promise<ReadonlyMap<string, number>> {
  const count = groupLimitIn(db.enterpriseId) ? limitedCountsStatement : traitCountsStatement
  const rows = await count(db, { enterpriseId: db.enterpriseId, ids, cap })
  return new Map(rows.map((row) => [row.id!, row.count]))
}

/** Values per statement: their order is that of the index, so that a million of them are never in memory. */
const VALUES_AT_ONCE = 1_000

const valuesStatement = statement(
  'count values of attribute',
  ({
    enterpriseId,
    id,
    after,
    limit,
  }: {
    enterpriseId: EnterpriseId
    id: string
    after: string | null
    limit: number
  }) => sql`
    select counted.value as indexed, counted.count, (
      select t.attributes -> ${id}::text from profile_trait_index i
      join profile_trait t on t.enterprise_id = i.enterprise_id and t.profile_id = i.profile_id
      where i.enterprise_id = ${enterpriseId} and i.trait_id = ${id}::uuid and i.value = counted.value limit 1) as value
    from (
      select i.value, count(*) as count from profile_trait_index i
      where i.enterprise_id = ${enterpriseId} and i.trait_id = ${id}::uuid and (${after}::text is null or i.value > ${after})
      group by i.value order by i.value limit ${limit}) counted
    order by counted.value`,
  { present: ['indexed', 'count'] },
)

/** The values of an attribute that profiles have, each with their number; spelled as one of them has it. */
export async function* countValues(db: TenantDb, id: string): AsyncGenerator<{ value: TraitValue; count: number }> {
  for (let after: string | null = null; ; ) {
    const rows: { indexed: string; count: number; value: unknown }[] = await valuesStatement(db, {
      enterpriseId: db.enterpriseId,
      id,
      after,
      limit: VALUES_AT_ONCE,
    })
    for (const { value, count } of rows) if (value !== null) yield { value: value as TraitValue, count }
    if (rows.length < VALUES_AT_ONCE) return
    after = rows.at(-1)!.indexed
  }
}

const lockValuesStatement = statement(
  'lock values of attribute',
  ({ enterpriseId, id, limit }: { enterpriseId: EnterpriseId; id: string; limit: number }) => sql`
    select t.profile_id, t.attributes -> ${id}::text as value from profile_trait t
    where t.enterprise_id = ${enterpriseId} and t.profile_id in (
      select i.profile_id from profile_trait_index i
      where i.enterprise_id = ${enterpriseId} and i.trait_id = ${id}::uuid limit ${limit})
    order by t.profile_id for update`,
)

const moveValuesStatement = statement(
  'move values of attribute',
  ({
    enterpriseId,
    from,
    to,
    ids,
    values,
  }: {
    enterpriseId: EnterpriseId
    from: string
    to: string
    ids: readonly string[]
    values: readonly (string | null)[]
  }) => sql`
    update profile_trait t
    set attributes = (t.attributes - ${from}::text) || case
      when r.value is null or t.attributes -> ${to}::text is not null then '{}'
      else jsonb_build_object(${to}::text, r.value::jsonb) end
    from unnest(${ids}::uuid[], ${values}::text[]) as r(id, value)
    where t.enterprise_id = ${enterpriseId} and t.profile_id = r.id`,
)

type Replacement = {
  from: string
  /** The attribute that gets the values that fit. A value that it has already stays. */
  to: { id: string; convert: (value: TraitValue) => TraitValue | undefined } | undefined
  limit: number
}

/** Takes the values of an attribute from up to `limit` listed profiles. @returns their number */
export async function replaceValues(db: TenantDb, { from, to, limit }: Replacement): Promise<number> {
  const { enterpriseId } = db
  const rows = await lockValuesStatement(db, { enterpriseId, id: from, limit })
  const values = rows.map(({ value }) => (value === null ? undefined : to?.convert(value as TraitValue)))
  await moveValuesStatement(db, {
    enterpriseId,
    from,
    to: to?.id ?? from,
    ids: rows.map(({ profile_id: id }) => id),
    values: values.map((value) => (value === undefined ? null : JSON.stringify(value))),
  })
  return rows.length
}
