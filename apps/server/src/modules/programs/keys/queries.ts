import type { ParsedInputOf } from '@simwright/contract'
import type { KeyFields, KeyKind, KeyState, list } from '@simwright/contract/programs/keys'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfPerson } from '../../platform/tenancy/service.ts'

/** Secrets that ended longer ago are not listed. */
const ENDED_SHOWN_DAYS = 30

export type SecretRecord = {
  id: string
  created_at: Date
  ends_at: Date
  last_used_at: Date | null
  last_used_address: string | null
}

export type KeyRecord = {
  id: string
  name: string
  kind: KeyKind
  is_test: boolean
  scopes: string[]
  addresses: string[]
  created_by: UserId
  created_at: Date
  revoked_at: Date | null
  version: number
}

export type ListedRecord = KeyRecord & { state: KeyState; created_by_name: string }

type Filter = ParsedInputOf<typeof list>['filter']

type Listing = { filter: Filter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number; at: Date }

/** The keys with their states. As in a call: a personal key ends with the membership in which it was created. */
const keysAt = (enterpriseId: EnterpriseId, at: Date) => sql`
  select k.id, k.name, k.kind, k.is_test, k.scopes, k.addresses, k.created_by, k.created_at, k.revoked_at, k.version,
    coalesce(${nameOfPerson('k.created_by')}, '') as created_by_name,
    case
      when k.revoked_at is not null then 'REVOKED'
      when not exists (select from api_key_secret s
        where s.enterprise_id = k.enterprise_id and s.key_id = k.id and s.ends_at > ${at}) then 'EXPIRED'
      when k.kind = 'PERSONAL' and not exists (select from member m
        where m.enterprise_id = k.enterprise_id and m.user_id = k.created_by
          and m.state = 'ACTIVE' and m.created_at <= k.created_at and u.state = 'ACTIVE') then 'CREATOR_GONE'
      else 'ACTIVE'
    end as state
  from api_key k left join user_account u on u.id = k.created_by
  where k.enterprise_id = ${enterpriseId}`

function matching({ search, kind, state }: Filter): RawBuilder<unknown> {
  const anyOf = (column: string, values: readonly string[] | undefined) =>
    values?.length ? sql`and ${sql.ref(column)} = any(${values})` : sql``
  const part = search ? sql`and position(lower(${search}) in lower(name)) > 0` : sql``
  return sql`${part} ${anyOf('kind', kind)} ${anyOf('state', state)}`
}

const keysStatement = shapedStatement(
  'select API keys',
  ({
    enterpriseId,
    at,
    filter,
    keyset,
    after,
    order,
    limit,
  }: Pick<Listing, 'at' | 'filter' | 'keyset' | 'limit'> & {
    enterpriseId: EnterpriseId
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }) => sql`
    select * from (${keysAt(enterpriseId, at)}) key
    where true ${matching(filter)}
      ${keyset ? sql`and (created_at, id) ${after} (${new Date(keyset.value)}, ${keyset.id}::uuid)` : sql``}
    order by created_at ${order}, id ${order} limit ${limit + 1}`,
  { present: ['created_by_name', 'state'], shapes: [{ order: sql`asc`, after: sql`>` }] },
)

/** Up to `limit + 1` keys. An enterprise account has few, so their states are filtered, not looked up. */
export async function selectKeys(
  db: TenantDb,
  { filter, direction, keyset, limit, at }: Listing,
): Promise<ListedRecord[]> {
  const after = sql.raw(direction === 'asc' ? '>' : '<')
  const order = sql.raw(direction)
  return (await keysStatement(db, {
    enterpriseId: db.enterpriseId,
    at,
    filter,
    keyset,
    after,
    order,
    limit,
  })) as ListedRecord[]
}

export async function countKeys(db: TenantDb, { filter, at }: Pick<Listing, 'filter' | 'at'>): Promise<number> {
  return await countCapped(db, sql`select from (${keysAt(db.enterpriseId, at)}) key where true ${matching(filter)}`)
}

/** The secrets of keys, newest first, without those that ended long ago. */
export async function selectSecrets(
  db: TenantDb,
  { keyIds, at }: { keyIds: readonly string[]; at: Date },
): Promise<(SecretRecord & { key_id: string })[]> {
  if (keyIds.length === 0) return []
  const shownSince = new Date(at.getTime() - ENDED_SHOWN_DAYS * 24 * 60 * 60 * 1000)
  return await db
    .selectFrom('api_key_secret')
    .select(['key_id', 'id', 'created_at', 'ends_at', 'last_used_at', 'last_used_address'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('key_id', 'in', [...keyIds])
    .where('ends_at', '>', shownSince)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether any key is not revoked. */
export async function hasKeys(db: TenantDb): Promise<boolean> {
  return (await countLiveKeys(db)) > 0
}

const countLiveKeysStatement = statement(
  'count live API keys',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from api_key
    where enterprise_id = ${enterpriseId} and revoked_at is null`,
  { present: ['counted'] },
)

export async function countLiveKeys(db: TenantDb): Promise<number> {
  return (await countLiveKeysStatement(db, { enterpriseId: db.enterpriseId }))[0]!.counted
}

const lockKeyStatement = statement(
  'lock API key',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id, name, kind, is_test, scopes, addresses, created_by, created_at, revoked_at, version from api_key
    where enterprise_id = ${enterpriseId} and id = ${id} for update`,
)

export async function lockKey(db: TenantDb, id: string): Promise<KeyRecord | undefined> {
  return (await lockKeyStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

type NewKey = { id: string; kind: KeyKind; isTest: boolean; fields: KeyFields; userId: UserId; at: Date }

/** @throws unique_violation of api_key_name when a key that is not revoked has the name */
export async function insertKey(db: TenantDb, { id, kind, isTest, fields, userId, at }: NewKey): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      kind,
      is_test: isTest,
      ...fields,
      created_by: userId,
      created_at: at,
    })
    .execute()
}

/** @throws unique_violation of api_key_name when another key that is not revoked has the name */
export async function updateKey(db: TenantDb, { id, fields }: { id: string; fields: KeyFields }): Promise<void> {
  await db
    .updateTable('api_key')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function updateRevoked(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('api_key')
    .set((eb) => ({ revoked_at: at, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

type NewSecret = { id: string; keyId: string; hash: Buffer; at: Date; endsAt: Date }

/** Inserts a secret, and the entry by which its enterprise account is found. */
export async function insertSecret(db: TenantDb, { id, keyId, hash, at, endsAt }: NewSecret): Promise<void> {
  const { enterpriseId } = db
  const row = { enterprise_id: enterpriseId, id, key_id: keyId, hash, created_at: at, ends_at: endsAt }
  await db.insertInto('api_key_secret').values(row).execute()
  await db.insertInto('api_key_directory').values({ secret_id: id, enterprise_id: enterpriseId }).execute()
}

export async function updateSecretEnd(db: TenantDb, { id, endsAt }: { id: string; endsAt: Date }): Promise<void> {
  await db
    .updateTable('api_key_secret')
    .set({ ends_at: endsAt })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** In one sweep. */
const DELETED_AT_ONCE = 1_000

const deleteSecretsStatement = statement(
  'delete ended API key secrets',
  ({ before }: { before: Date }) => sql`
    with ended as (
      delete from api_key_secret s where (s.enterprise_id, s.id) in (
        select t.enterprise_id, t.id from api_key_secret t
        join api_key k on k.enterprise_id = t.enterprise_id and k.id = t.key_id
        where t.ends_at < ${before} or k.revoked_at < ${before} limit ${DELETED_AT_ONCE})
      returning s.id
    )
    delete from api_key_directory d using ended where d.secret_id = ended.id returning d.secret_id`,
)

const deleteKeysStatement = statement(
  'delete ended API keys',
  ({ before }: { before: Date }) => sql`
    delete from api_key k where k.revoked_at < ${before} and not exists (
      select from api_key_secret s where s.enterprise_id = k.enterprise_id and s.key_id = k.id)
    returning k.id`,
)

/** Deletes keys of all enterprise accounts that were revoked before, and secrets that ended before. */
export async function deleteEndedKeys(db: SystemDb, before: Date): Promise<number> {
  const secrets = await deleteSecretsStatement(db, { before })
  const keys = await deleteKeysStatement(db, { before })
  return secrets.length + keys.length
}
