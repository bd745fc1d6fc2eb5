import type { ArrivalRole, SsoTest } from '@simwright/contract/people/sso'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { GlobalDb } from './queries.ts'

export type ConnectionRecord = {
  enterprise_id: string
  id: string
  issuer: string
  client_id: string
  sealed_secret: Buffer
  default_role: ArrivalRole
  enabled: boolean
  version: number
  updated_at: Date
  tested_at: Date | null
}

const connectionColumns = [
  'enterprise_id',
  'id',
  'issuer',
  'client_id',
  'sealed_secret',
  'default_role',
  'enabled',
  'version',
  'updated_at',
  'tested_at',
] as const

export async function selectConnection(db: TenantDb): Promise<ConnectionRecord | undefined> {
  const row = await db
    .selectFrom('sso_connection')
    .select(connectionColumns)
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
  return row as ConnectionRecord | undefined
}

/** Inserts the first connection with its directory entry. */
export async function insertConnection(db: TenantDb, connection: ConnectionRecord): Promise<boolean> {
  const { enterpriseId } = db
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_connection')
    .values({ ...connection, enterprise_id: enterpriseId, created_at: connection.updated_at })
    .onConflict((conflict) => conflict.column('enterprise_id').doNothing())
    .executeTakeFirst()
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await db.insertInto('sso_directory').values({ connection_id: connection.id, enterprise_id: enterpriseId }).execute()
  return true
}

/** @returns false when the version is no longer the stored one */
export async function updateConnection(
  db: TenantDb,
  { version, enterprise_id: _, id: __, ...changed }: ConnectionRecord,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_connection')
    .set({ ...changed, version: version + 1 })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the connection with its identities, which are useless without it. */
export async function deleteConnection(db: TenantDb, version: number): Promise<boolean> {
  const { enterpriseId } = db
  const deleted = await db
    .deleteFrom('sso_connection')
    .where('enterprise_id', '=', enterpriseId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return false
  await db.deleteFrom('sso_test').where('enterprise_id', '=', enterpriseId).execute()
  await db.deleteFrom('sso_directory').where('enterprise_id', '=', enterpriseId).execute()
  await db.deleteFrom('user_identity').where('source_id', '=', deleted.id).execute()
  return true
}

type TestResult = NonNullable<SsoTest['result']>

export type TestRecord = {
  id: string
  issuer: string
  client_id: string
  sealed_secret: Buffer
  state: SsoTest['state']
  result: TestResult | null
  created_at: Date
}

const testColumns = ['id', 'issuer', 'client_id', 'sealed_secret', 'state', 'result', 'created_at'] as const

/** The newest test of the user. */
export async function selectTest(db: TenantDb, userId: UserId): Promise<TestRecord | undefined> {
  const row = await db
    .selectFrom('sso_test')
    .select(testColumns)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row as TestRecord | undefined
}

/** Replaces the user's test by a new one. */
export async function upsertTest(
  db: TenantDb,
  { userId }: { userId: UserId },
  test: Omit<TestRecord, 'state' | 'result'>,
): Promise<void> {
  const record = { ...test, state: 'RUNNING' as const, result: null }
  await db
    .insertInto('sso_test')
    .values({ ...record, enterprise_id: db.enterpriseId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id']).doUpdateSet(record))
    .execute()
}

/** @returns false when the test has ended or was replaced */
export async function updateTestResult(db: TenantDb, { id }: { id: string }, result: TestResult): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_test')
    .set({ state: result.failure === null ? 'PASSED' : 'FAILED', result: JSON.stringify(result) })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type DomainRecord = {
  domain: string
  token: string
  proved_at: Date | null
  proved_by: 'DNS' | 'STAFF' | null
}

const domainColumns = ['domain', 'token', 'proved_at', 'proved_by'] as const

export async function selectDomains(db: TenantDb): Promise<DomainRecord[]> {
  const rows = await db
    .selectFrom('sso_domain')
    .select(domainColumns)
    .where('enterprise_id', '=', db.enterpriseId)
    .orderBy('domain')
    .execute()
  return rows as DomainRecord[]
}

export async function insertDomain(
  db: TenantDb,
  { domain, token, at }: { domain: string; token: string; at: Date },
): Promise<void> {
  await db
    .insertInto('sso_domain')
    .values({ enterprise_id: db.enterpriseId, domain, token, proved_at: null, proved_by: null, created_at: at })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'domain']).doNothing())
    .execute()
}

/** Marks a domain as verified. @returns false when another enterprise account has verified it first */
export async function updateProvedDomain(
  db: TenantDb,
  { domain, by, at }: { domain: string; by: 'DNS' | 'STAFF'; at: Date },
): Promise<boolean> {
  const { enterpriseId } = db
  await db
    .insertInto('sso_domain_directory')
    .values({ domain, enterprise_id: enterpriseId })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute()
  const holder = await db
    .selectFrom('sso_domain_directory')
    .select('enterprise_id')
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (holder?.enterprise_id !== enterpriseId) return false
  await db
    .updateTable('sso_domain')
    .set({ proved_at: at, proved_by: by })
    .where('enterprise_id', '=', enterpriseId)
    .where('domain', '=', domain)
    .execute()
  return true
}

export async function deleteDomain(db: TenantDb, domain: string): Promise<boolean> {
  const { enterpriseId } = db
  await db
    .deleteFrom('sso_domain_directory')
    .where('domain', '=', domain)
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('sso_domain')
    .where('enterprise_id', '=', enterpriseId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function selectDomainHolder(db: GlobalDb, domain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_domain_directory')
    .select('enterprise_id')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row?.enterprise_id
}

export async function selectConnectionHolder(db: GlobalDb, connectionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_directory')
    .select('enterprise_id')
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row?.enterprise_id
}

export async function selectMemberState(db: TenantDb, userId: UserId): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .select('state')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.state
}

export async function selectRoleName(db: TenantDb, roleId: string): Promise<string> {
  const role = await db
    .selectFrom('enterprise_role')
    .select('name')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', roleId)
    .executeTakeFirst()
  return role?.name ?? ''
}
