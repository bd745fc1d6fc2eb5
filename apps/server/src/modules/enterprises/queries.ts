import type { Kysely } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { GlobalTables } from '../../db/tables.gen.ts'

export async function selectDirectory(db: Kysely<GlobalTables>, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member_directory')
    .select('enterprise_id')
    .where('user_id', '=', userId)
    .orderBy('enterprise_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.enterprise_id)
}

export type MembershipRecord = {
  member_id: string
  name: string
  enterprise_state: 'ACTIVE' | 'SUSPENDED'
  built_in_role: string | null
  own_role: string | null
  state: 'INVITED' | 'ACTIVE' | 'INACTIVE'
}

/** The user's place in the enterprise account, when it is an active one. */
export async function selectMembership(
  db: TenantDb,
  enterpriseId: string,
  userId: string,
): Promise<MembershipRecord | undefined> {
  return await db
    .selectFrom('member')
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'member.enterprise_id')
    .leftJoin('enterprise_role as role', (join) =>
      join.onRef('role.enterprise_id', '=', 'member.enterprise_id').onRef('role.id', '=', 'member.role_id'),
    )
    .select([
      'member.id as member_id',
      'enterprise.name',
      'enterprise.state as enterprise_state',
      'member.built_in_role',
      'role.name as own_role',
      'member.state',
    ])
    .where('member.enterprise_id', '=', enterpriseId)
    .where('member.user_id', '=', userId)
    .where('member.state', '=', 'ACTIVE')
    .executeTakeFirst()
}

export type PersonRecord = {
  first_name: string
  last_name: string
  company_name: string
  email: string
  platform_id: string
  expires_at: Date
}

/** Whose session it is, and when its absolute life ends. */
export async function selectPerson(db: Kysely<GlobalTables>, sessionId: string): Promise<PersonRecord | undefined> {
  return await db
    .selectFrom('user_session as session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .select([
      'account.first_name',
      'account.last_name',
      'account.company_name',
      'account.email',
      'account.platform_id',
      'session.expires_at',
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
}

export type SettingsRecord = {
  name: string
  version: number
  time_zone: string | null
  address: unknown
  billing: unknown
  created_at: Date
}

export async function selectSettings(db: TenantDb, enterpriseId: string): Promise<SettingsRecord | undefined> {
  return await db
    .selectFrom('enterprise')
    .select(['name', 'version', 'time_zone', 'address', 'billing', 'created_at'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
}

/** False when it has another version by now. */
export async function updateSettings(
  db: TenantDb,
  enterpriseId: string,
  settings: { version: number; name: string; timeZone: string | null; address: unknown; billing: unknown },
): Promise<boolean> {
  const { version, name, timeZone, address, billing } = settings
  const { numUpdatedRows } = await db
    .updateTable('enterprise')
    .set({
      name,
      time_zone: timeZone,
      address: JSON.stringify(address),
      billing: JSON.stringify(billing),
      version: version + 1,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
