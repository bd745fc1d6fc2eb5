import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import type { TraitChange, Traits } from './trait-change.ts'

/** Whether there is anything to write. */
export const changesTraits = ({ tags, attributes = {} }: TraitChange): boolean =>
  Boolean(tags) || Object.keys(attributes).length > 0

/**
 * Writes tags and attributes along with transitions. A deleted profile keeps them for its return, but the index of lists
 * does not have it.
 */
export function traitWrites({ enterpriseId }: Pick<Cause, 'enterpriseId'>, effects: readonly Effect[]): Write[] {
  const idOf = ({ before }: Effect) => before.profile_id
  const changed = effects.filter(({ traits }) => traits && changesTraits(traits))
  const others = effects.filter((effect) => !changed.includes(effect))
  const removed = others.filter(({ before, after }) => before.status !== 'REMOVED' && after.status === 'REMOVED')
  const restored = others.filter(({ before, after }) => before.status === 'REMOVED' && after.status !== 'REMOVED')
  const changes = changed.map((effect) => ({ profileId: idOf(effect), ...effect.traits! }))
  return [
    ...(changes.length === 0 ? [] : [traitWrite(enterpriseId, changes)]),
    ...(removed.length === 0 ? [] : [listedWrite(enterpriseId, removed.map(idOf), 'not listed')]),
    ...(restored.length === 0 ? [] : [listedWrite(enterpriseId, restored.map(idOf), 'listed')]),
  ]
}

function listedWrite(enterpriseId: EnterpriseId, ids: readonly string[], to: 'listed' | 'not listed'): Write {
  return sql`
    update profile_trait set listed = ${to === 'listed'}
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])`
}

/** Changes traits of existing profiles. */
function traitWrite(enterpriseId: EnterpriseId, changes: readonly (TraitChange & { profileId: string })[]): Write {
  return sql`
    insert into profile_trait (enterprise_id, profile_id, created_at, tags, attributes)
    select p.enterprise_id, p.id, p.created_at, coalesce(r.tags, t.tags, '{}'),
      jsonb_strip_nulls(coalesce(t.attributes, '{}') || r.attributes)
    from ${rowsOf(changes)}
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = r.id
    left join profile_trait t on t.enterprise_id = p.enterprise_id and t.profile_id = p.id
    order by p.id
    on conflict (enterprise_id, profile_id) do update
      set tags = excluded.tags, attributes = excluded.attributes, listed = true`
}

/** Inserts the traits of profiles that are inserted by the same statement. */
export function newTraitWrites(
  { enterpriseId, at }: Pick<Cause, 'enterpriseId' | 'at'>,
  profiles: readonly { profileId: ProfileId; traits?: TraitChange | undefined }[],
): Write[] {
  const changes = profiles.flatMap(({ profileId, traits }) =>
    traits && changesTraits(traits) ? [{ profileId, ...traits }] : [],
  )
  if (changes.length === 0) return []
  return [
    sql`
    insert into profile_trait (enterprise_id, profile_id, created_at, tags, attributes)
    select ${enterpriseId}::uuid, r.id, ${at}::timestamptz, coalesce(r.tags, '{}'), jsonb_strip_nulls(r.attributes)
    from ${rowsOf(changes)}`,
  ]
}

/** The changes as rows with the alias `r(id, tags, attributes)`; tags are null if they stay. */
function rowsOf(changes: readonly (TraitChange & { profileId: string })[]) {
  const json = changes.map(({ profileId, tags = null, attributes = {} }) => ({ id: profileId, tags, attributes }))
  return sql`(
    select (one ->> 'id')::uuid as id, one -> 'attributes' as attributes,
      case when jsonb_typeof(one -> 'tags') = 'array'
        then array(select jsonb_array_elements_text(one -> 'tags')::uuid) end as tags
    from jsonb_array_elements(${JSON.stringify(json)}::jsonb) one) r`
}

const traitsStatement = statement(
  'lock traits of profiles',
  ({ enterpriseId, profileIds }: { enterpriseId: EnterpriseId; profileIds: readonly string[] }) => sql`
    select profile_id, tags, attributes from profile_trait
    where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) order by profile_id for update`,
)

/** Locks the traits of locked profiles. @returns them by profile id, without profiles that never had any */
export async function lockTraits(db: TenantDb, profileIds: readonly string[]): Promise<ReadonlyMap<string, Traits>> {
  const rows = await traitsStatement(db, { enterpriseId: db.enterpriseId, profileIds })
  return new Map(rows.map(({ profile_id: id, tags, attributes }) => [id, { tags, attributes: attributes as Values }]))
}

type Values = Traits['attributes']
