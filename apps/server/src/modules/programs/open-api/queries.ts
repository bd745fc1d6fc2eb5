import { type Kysely, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { booleanOf, textOf } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { lockName } from '../../../db/transaction.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** A credential has an id like a user: what it creates has it as `created_by`. */
export type CredentialId = UserId

export type CredentialKey = { enterpriseId: EnterpriseId; id: CredentialId }

/** The credential with this AccessKey. */
export async function selectByAccessKey(
  db: Kysely<GlobalTables>,
  accessKey: string,
): Promise<CredentialKey | undefined> {
  const row = await db
    .selectFrom('access_key_directory')
    .select(['enterprise_id', 'credential_id'])
    .where('access_key', '=', accessKey)
    .executeTakeFirst()
  return row && { enterpriseId: row.enterprise_id, id: row.credential_id }
}

export type LiveCredential = RowOf<'open_api_credential_of_call'>

const selectLiveStatement = statement(
  'open_api_credential_of_call',
  ({ enterpriseId, id }: CredentialKey) => sql`
    select p.name, c.sealed_secret, c.sealed_previous, c.last_used_at, e.deletion_at
    from open_api_credential c
    join program p on p.id = c.id
    join enterprise e on e.enterprise_id = c.enterprise_id
    where c.enterprise_id = ${enterpriseId} and c.id = ${id}`,
)

/** The secrets of a credential, and the state of its enterprise account, for a call. */
export async function selectForCall(db: TenantDb, key: CredentialKey): Promise<LiveCredential | undefined> {
  return (await selectLiveStatement(db, key))[0]
}

export async function updateLastUsed(db: TenantDb, { id }: CredentialKey, at: Date): Promise<void> {
  await db
    .updateTable('open_api_credential')
    .set({ last_used_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

type NewRequests = { credentialId: CredentialId; requestKeys: readonly string[]; at: Date }

const insertRequestsStatement = statement(
  'insert open API requests',
  ({ credentialId, requestKeys, at }: NewRequests) => sql`
    insert into open_api_request (credential_id, request_id, at)
    select ${credentialId}::uuid, r.id, ${at}::timestamptz from unnest(${requestKeys}::uuid[]) as r(id) order by r.id
    on conflict do nothing returning request_id`,
)

/**
 * Stores the keys of RequestIDs, sorted, so that two transactions never deadlock. Waits for a transaction that stores one of them.
 * @returns those that were not stored before
 */
export async function insertRequests(
  db: Kysely<GlobalTables> | SystemDb,
  requests: NewRequests,
): Promise<ReadonlySet<string>> {
  const rows = await insertRequestsStatement(db, requests)
  return new Set(rows.map(({ request_id }) => request_id))
}

export type CredentialRecord = Awaited<ReturnType<typeof selectCredentials>>[number]

const REVOKED_LISTED = 100

/** Credentials in use first, each newest first. */
export async function selectCredentials(db: TenantDb) {
  return await db
    .selectFrom('open_api_credential as c')
    .innerJoin('program as p', 'p.id', 'c.id')
    .select([
      'c.id',
      'p.name',
      'c.access_key',
      'c.created_at',
      'c.last_used_at',
      'c.secret_at',
      'c.revoked_at',
      booleanOf`c.sealed_previous is not null`.as('two_secrets'),
      textOf`${nameOfUser('c.created_by')}`.as('created_by_name'),
    ])
    .where('c.enterprise_id', '=', db.enterpriseId)
    .orderBy(sql`c.revoked_at is not null`)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(REVOKED_LISTED)
    .execute()
}

/** Serializes changes of credentials of the enterprise account. @returns the number of those in use */
export async function lockAndCount(db: TenantDb): Promise<number> {
  const { enterpriseId } = db
  await lockName(db, `open_api_credential ${enterpriseId}`)
  const row = await db
    .selectFrom('open_api_credential')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export type NewCredential = { id: CredentialId; accessKey: string; sealedSecret: Buffer; userId: UserId; at: Date }

export async function insertCredential(
  db: TenantDb,
  { id, accessKey, sealedSecret, userId, at }: NewCredential,
): Promise<void> {
  const { enterpriseId } = db
  await db
    .insertInto('open_api_credential')
    .values({
      enterprise_id: enterpriseId,
      id,
      access_key: accessKey,
      sealed_secret: sealedSecret,
      secret_at: at,
      created_by: userId,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('access_key_directory')
    .values({ access_key: accessKey, enterprise_id: enterpriseId, credential_id: id })
    .execute()
}

/** Locks the credential until the end of the transaction. */
export async function lockCredential(db: TenantDb, { id }: CredentialKey) {
  return await db
    .selectFrom('open_api_credential as c')
    .innerJoin('program as p', 'p.id', 'c.id')
    .select(['p.name', 'c.access_key', 'c.sealed_secret', 'c.sealed_previous', 'c.revoked_at'])
    .where('c.enterprise_id', '=', db.enterpriseId)
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst()
}

type SecretColumns = {
  sealed_secret?: Buffer | null
  sealed_previous?: Buffer | null
  secret_at?: Date
  revoked_at?: Date
  revoked_by?: UserId
}

export async function updateSecrets(db: TenantDb, { id }: CredentialKey, columns: SecretColumns): Promise<void> {
  await db
    .updateTable('open_api_credential')
    .set(columns)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
