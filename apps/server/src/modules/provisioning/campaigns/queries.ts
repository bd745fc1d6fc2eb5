import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { CampaignEnd, CampaignFields, CampaignState } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { type NamedQuery, type NamedValue, selectNamed } from '../../../db/named-value.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { ActivationCodeId, ConfigurationId, EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import { endSharedCode, insertSharedCode, updateSharedCode } from '../../profiles/lifecycle/service.ts'
import { insertCampaignPool, joinPoolUse, updateCampaignPool, updatePoolPhase } from '../../profiles/pools/service.ts'
import { stateColumn } from './state.ts'

export type CampaignRecord = {
  id: string
  name: string
  configuration_id: string
  configuration_name: string
  notes: string
  title: string
  welcome: string
  public_page: boolean
  confirmation_needed: boolean
  at_end: CampaignEnd
  recycle_begun_at: Date | null
  recycle_behind: string | null
  recycle_count: number
  recycle_done_at: Date | null
  recycle_by: string | null
  left_over: number | null
  started_at: Date | null
  ended_at: Date | null
  version: number
  created_at: Date
  created_by: string
  created_by_name: string
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'
  starts_at: Date | null
  ends_at: Date | null
  cap: number | null
  device_limit: number
  max_attempts: number
  profiles: number
  taken: number
  refused: number
  activation_code_id: string
  matching_id: string
  slug: string
  issuer: CertificateIssuer | null
}

const campaigns = (enterpriseId: EnterpriseId, only: RawBuilder<unknown>) => sql`
  select c.*, f.name as configuration_name, coalesce(${nameOfUser('c.created_by')}, '') as created_by_name,
    p.phase, p.starts_at, p.ends_at, p.cap, p.device_limit, p.max_attempts, p.profiles, used.taken, used.refused,
    p.activation_code_id, a.matching_id, a.slug, a.issuer
  from campaign c
  join pool p on p.enterprise_id = c.enterprise_id and p.id = c.id ${joinPoolUse}
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  join profile_configuration f on f.enterprise_id = c.enterprise_id and f.id = c.configuration_id
  where c.enterprise_id = ${enterpriseId} and c.removed_at is null ${only}`

type Filter = { search?: string | undefined; state?: readonly CampaignState[] | undefined }

function filterClause({ search, state }: Filter, at: Date): RawBuilder<unknown> {
  return sql`${search ? sql`and ${prefixRange(sql`lower(c.name) collate "C"`, search.toLowerCase())}` : sql``}
    ${state && state.length > 0 ? sql`and ${stateColumn(at)} in (${sql.join(state)})` : sql``}`
}

type Page = { filter: Filter; at: Date; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

const campaignsStatement = shapedStatement(
  'select campaigns',
  ({
    enterpriseId,
    filter,
    at,
    after,
    order,
    limit,
  }: Pick<Page, 'filter' | 'at' | 'limit'> & {
    enterpriseId: EnterpriseId
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }) => sql`
    ${campaigns(enterpriseId, sql`${filterClause(filter, at)} ${after}`)}
    order by c.created_at ${order}, c.id ${order} limit ${limit + 1}`,
  {
    present: ['activation_code_id', 'created_by_name', 'taken', 'refused'],
    shapes: [{ after: sql``, order: sql`asc` }],
  },
)

/** Up to `limit + 1` rows, so that the caller knows whether there is a next page. */
export async function selectCampaigns(
  db: TenantDb,
  { filter, at, direction, keyset, limit }: Page,
): Promise<CampaignRecord[]> {
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  const after = keyset
    ? sql`and (c.created_at, c.id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return (await campaignsStatement(db, {
    enterpriseId: db.enterpriseId,
    filter,
    at,
    after,
    order,
    limit,
  })) as CampaignRecord[]
}

export async function countCampaigns(db: TenantDb, { filter, at }: Pick<Page, 'filter' | 'at'>): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from campaign c join pool p on p.enterprise_id = c.enterprise_id and p.id = c.id
      where c.enterprise_id = ${db.enterpriseId} and c.removed_at is null ${filterClause(filter, at)}`,
  )
}

const campaignStatement = statement(
  'select campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) =>
    sql`${campaigns(enterpriseId, sql`and c.id = ${id}`)}`,
  { present: ['activation_code_id', 'created_by_name', 'taken', 'refused'] },
)

export async function selectCampaign(db: TenantDb, id: string): Promise<CampaignRecord | undefined> {
  return (await campaignStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as CampaignRecord | undefined
}

/** The campaign with this name that is not removed. */
export async function selectIdByName(db: TenantDb, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('campaign')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('removed_at', 'is', null)
    .where(condition`lower(name) collate "C" = ${name.toLowerCase()}`)
    .executeTakeFirst()
  return row?.id
}

const lockCampaignStatement = statement(
  'lock campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) =>
    sql`select id from pool where enterprise_id = ${enterpriseId} and id = ${id} for no key update`,
)

/** Selects a campaign and locks its pool until the transaction ends. */
export async function lockCampaign(db: TenantDb, id: string): Promise<CampaignRecord | undefined> {
  await lockCampaignStatement(db, { enterpriseId: db.enterpriseId, id })
  return await selectCampaign(db, id)
}

export type NewCampaign = {
  id: string
  activationCodeId: ActivationCodeId
  matchingId: string
  slug: string
  fields: CampaignFields
  sealedConfirmation: Buffer | null
  userId: UserId
  at: Date
}

const issuerStatement = statement(
  'select issuer of configuration',
  ({ enterpriseId, configurationId }: { enterpriseId: EnterpriseId; configurationId: ConfigurationId }) => sql`
    select v.fields ->> 'issuer' as issuer from profile_configuration f join profile_configuration_version v
      on v.enterprise_id = f.enterprise_id and v.configuration_id = f.id and v.version = f.version
    where f.enterprise_id = ${enterpriseId} and f.id = ${configurationId}`,
)

/** The certificate issuer of the configuration's current version. */
async function selectIssuer(db: TenantDb, configurationId: ConfigurationId): Promise<CertificateIssuer | null> {
  return ((await issuerStatement(db, { enterpriseId: db.enterpriseId, configurationId }))[0]?.issuer ??
    null) as CertificateIssuer | null
}

const columnsOf = (fields: CampaignFields) => ({
  name: fields.name,
  configuration_id: fields.configurationId,
  notes: fields.notes,
  title: fields.title,
  welcome: fields.welcome,
  public_page: fields.publicPage,
  at_end: fields.atEnd,
})

/** Inserts a campaign with its pool, its shared activation code and the directory entry of the code. */
export async function insertCampaign(db: TenantDb, campaign: NewCampaign): Promise<void> {
  const { enterpriseId } = db
  const { id, activationCodeId, matchingId, slug, fields, sealedConfirmation, userId, at } = campaign
  await insertCampaignPool(db, { enterpriseId, poolId: id }, { activationCodeId, limits: fields, at })
  await insertSharedCode(
    db,
    { enterpriseId, at },
    {
      activationCodeId,
      poolId: id,
      matchingId,
      slug,
      sealedConfirmation,
      maxAttempts: fields.maxAttempts,
      issuer: await selectIssuer(db, fields.configurationId),
    },
  )
  await db
    .insertInto('campaign')
    .values({
      enterprise_id: enterpriseId,
      id,
      ...columnsOf(fields),
      confirmation_needed: sealedConfirmation !== null,
      created_by: userId,
      created_at: at,
    })
    .execute()
}

/** `sealed`: the new confirmation code, or null for none. */
export async function updateCampaign(
  db: TenantDb,
  { record, fields, sealed }: { record: CampaignRecord; fields: CampaignFields; sealed: Buffer | null | 'unchanged' },
): Promise<void> {
  const { enterpriseId } = db
  const { id } = record
  const code = { enterpriseId, activationCodeId: record.activation_code_id }
  await updateCampaignPool(db, { enterpriseId, poolId: id }, fields)
  const needed = sealed === 'unchanged' ? record.confirmation_needed : sealed !== null
  await db
    .updateTable('campaign')
    .set((set) => ({ ...columnsOf(fields), confirmation_needed: needed, version: set('version', '+', 1) }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  if (record.configuration_id !== fields.configurationId)
    await updateSharedCode(db, code, { issuer: await selectIssuer(db, fields.configurationId) })
  if (sealed !== 'unchanged') await updateSharedCode(db, code, { sealed_confirmation: sealed })
}

type Phase = CampaignRecord['phase']

export async function updatePhase(
  db: TenantDb,
  { id, phase, at, leftOver }: { id: string; phase: Phase; at: Date; leftOver?: number },
): Promise<void> {
  const { enterpriseId } = db
  await updatePoolPhase(db, { enterpriseId, poolId: id }, phase)
  await db
    .updateTable('campaign')
    .set(({ eb, fn, val }) => ({
      version: eb('version', '+', 1),
      ...(phase === 'LIVE' ? { started_at: fn.coalesce('started_at', val(at)) } : {}),
      ...(phase === 'ENDED' ? { ended_at: at, left_over: leftOver ?? 0 } : {}),
    }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  if (phase !== 'ENDED') return
  await endSharedCode(db, { poolId: id })
}

const markRemovedStatement = statement(
  'mark campaign as removed',
  ({ at, enterpriseId, id }: { at: Date; enterpriseId: EnterpriseId; id: string }) => sql`
    update campaign set removed_at = ${at}, version = version + 1
    where enterprise_id = ${enterpriseId} and id = ${id}`,
)

export async function markRemoved(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  const { enterpriseId } = db
  await markRemovedStatement(db, { at, enterpriseId, id })
  await endSharedCode(db, { poolId: id })
}

/** Names of campaigns, of deleted ones too. */
export async function selectCampaignNames(db: TenantDb, query: NamedQuery): Promise<NamedValue[]> {
  const values = sql`
    select id, name, removed_at is not null as "isDeleted" from campaign where enterprise_id = ${db.enterpriseId}`
  return await selectNamed(db, values, query)
}
