import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { ProfileTable } from '../../../db/tables.gen.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** A profile as an index returns it: its id and what matched. */
export type ProfileMatch = {
  id: string
  /** The number of the searched column that matched, and its value. */
  match: number
  matched: string
}

/** Fields joined to a profile: the names of what it refers to, and its code. */
type JoinedFields = {
  configuration_name: string
  configuration_type: string
  /** Empty for a limited member who did not make the batch. */
  batch_code: string
  group_id: string | null
  group_name: string | null
  group_color: string | null
  campaign_name: string | null
  created_by_name: string
  confirmation_needed: boolean
  /** It is in the pool of a campaign: its own code is closed. */
  pooled: boolean
  slug: string
  /** The certificate issuer that devices of this code must trust. */
  issuer: CertificateIssuer | null
  /** Ids of its tags; null: none. */
  tag_ids: string[] | null
  /** Values by the ids of attributes; null: none. */
  attribute_values: Readonly<Record<string, string | number>> | null
}

export type ProfileRecord = Selectable<ProfileTable> & ProfileMatch & JoinedFields

const joinedFields = sql`
  c.name as configuration_name, c.type as configuration_type, coalesce(b.code, '') as batch_code,
  g.id as group_id, g.name as group_name, g.color as group_color, k.name as campaign_name,
  coalesce(${nameOfUser('p.created_by')}, '') as created_by_name,
  a.sealed_confirmation is not null as confirmation_needed, p.campaign_id is not null as pooled, a.slug, a.issuer,
  t.tags as tag_ids, t.attributes as attribute_values`

const joins = (enterpriseId: EnterpriseId) => sql`
  join profile_configuration c on c.enterprise_id = ${enterpriseId} and c.id = p.configuration_id
  left join batch b on b.enterprise_id = ${enterpriseId} and b.id = p.batch_id
  join activation_code a on a.enterprise_id = ${enterpriseId} and a.id = p.activation_code_id
  left join profile_place m on m.enterprise_id = ${enterpriseId} and m.profile_id = p.id
  left join profile_group g on g.enterprise_id = ${enterpriseId} and g.id = m.group_id and g.removed_at is null
  left join campaign k on k.enterprise_id = ${enterpriseId} and k.id = p.campaign_id and k.removed_at is null
  left join profile_trait t on t.enterprise_id = ${enterpriseId} and t.profile_id = p.id`

const JOINED_PRESENT = ['batch_code', 'created_by_name', 'confirmation_needed', 'pooled'] as const

const oneStatement = statement(
  'select profile of fleet',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select p.*, 0 as match, '' as matched, ${joinedFields} from profile p ${joins(enterpriseId)}
    where p.enterprise_id = ${enterpriseId} and p.id = ${id}`,
  { present: ['match', 'matched', ...JOINED_PRESENT] },
)

export async function selectProfile(db: TenantDb, id: string): Promise<ProfileRecord | undefined> {
  return (await oneStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as ProfileRecord | undefined
}

const recordsStatement = statement(
  'select profiles of page',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select p.*, ${joinedFields} from profile p ${joins(enterpriseId)}
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`,
  { present: JOINED_PRESENT },
)

/**
 * The matched profiles, in the same order, with their joined fields. A profile that was deleted in the meantime is left
 * out.
 */
export async function selectRecords(db: TenantDb, found: readonly ProfileMatch[]): Promise<ProfileRecord[]> {
  if (found.length === 0) return []
  const rows = await recordsStatement(db, { enterpriseId: db.enterpriseId, ids: found.map(({ id }) => id) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap((one) => {
    const row = byId.get(one.id)
    return row ? [{ ...(row as ProfileRecord), ...one }] : []
  })
}
