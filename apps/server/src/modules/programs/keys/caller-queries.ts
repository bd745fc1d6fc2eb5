import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { KeyKind } from '@simwright/contract/programs/keys'
import type { Kysely } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isBeyondMemberLimit } from '../../platform/plans/service.ts'
import { groupsOfLimit } from '../../profiles/groups/service.ts'

/** The enterprise account of a secret, before a tenant is known. */
export async function selectEnterpriseOf(
  db: Kysely<GlobalTables>,
  secretId: string,
): Promise<EnterpriseId | undefined> {
  const found = await db
    .selectFrom('api_key_directory')
    .select('enterprise_id')
    .where('secret_id', '=', secretId)
    .executeTakeFirst()
  return found?.enterprise_id
}

/** A secret with its key, and the creator's account and membership, as they are now. */
export type CallerRecord = {
  hash: Buffer
  ends_at: Date
  last_used_at: Date | null
  id: string
  name: string
  kind: KeyKind
  is_test: boolean
  scopes: string[]
  addresses: string[]
  created_at: Date
  created_by: UserId
  revoked_at: Date | null
  enterprise_state: string
  enterprise_deletion_at: Date | null
  second_factor_demanded: boolean
  platform_id: PlatformId
  /** Null: the creator's account was deleted. */
  email: string | null
  first_name: string | null
  last_name: string | null
  account_state: string | null
  second_factor: boolean | null
  /** Null: the creator is no member. */
  member_state: string | null
  member_since: Date | null
  /** The built-in role. */
  role: string | null
  own_role: string | null
  own_role_permissions: unknown
  frozen: boolean
  groups: LimitGroups
}

type CallerKey = { enterpriseId: EnterpriseId; secretId: string; at: Date }

const callerStatement = statement('select caller', ({ enterpriseId, secretId, at }: CallerKey, db) =>
  db
    .selectFrom('api_key_secret as secret')
    .innerJoin('api_key as key', (join) =>
      join.onRef('key.enterprise_id', '=', 'secret.enterprise_id').onRef('key.id', '=', 'secret.key_id'),
    )
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'secret.enterprise_id')
    .leftJoin('user_account as account', 'account.id', 'key.created_by')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'key.created_by').on('member.enterprise_id', '=', enterpriseId),
    )
    .leftJoin('enterprise_role', (join) =>
      join
        .onRef('enterprise_role.enterprise_id', '=', 'member.enterprise_id')
        .onRef('enterprise_role.id', '=', 'member.role_id'),
    )
    .select([
      'secret.hash',
      'secret.ends_at',
      'secret.last_used_at',
      'key.id',
      'key.name',
      'key.kind',
      'key.is_test',
      'key.scopes',
      'key.addresses',
      'key.created_at',
      'key.created_by',
      'key.revoked_at',
      'enterprise.state as enterprise_state',
      'enterprise.deletion_at as enterprise_deletion_at',
      'enterprise.second_factor_demanded',
      'enterprise.platform_id',
      'account.email',
      'account.first_name',
      'account.last_name',
      'account.state as account_state',
      'account.second_factor',
      'member.state as member_state',
      'member.created_at as member_since',
      'member.built_in_role as role',
      'enterprise_role.name as own_role',
      'enterprise_role.permissions as own_role_permissions',
      isBeyondMemberLimit(at).as('frozen'),
      groupsOfLimit.as('groups'),
    ])
    .where('secret.enterprise_id', '=', enterpriseId)
    .where('secret.id', '=', secretId),
)

/** All that a call with a key depends on, in one statement. */
export async function selectCaller(db: TenantDb, key: CallerKey): Promise<CallerRecord | undefined> {
  return (await callerStatement(db, key))[0]
}

/** A secret of the key that has not ended. */
export async function selectLiveSecret(
  db: TenantDb,
  { keyId, at }: { keyId: string; at: Date },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('api_key_secret')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('key_id', '=', keyId)
    .where('ends_at', '>', at)
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  return found?.id
}

/** Stores a use, unless another process has just done so. */
export async function updateUsed(
  db: TenantDb,
  { secretId, at, address, unusedSince }: { secretId: string; at: Date; address: string; unusedSince: Date },
): Promise<void> {
  await db
    .updateTable('api_key_secret')
    .set({ last_used_at: at, last_used_address: address })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', secretId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', unusedSince)]))
    .execute()
}
