import type { Kysely } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

type NewUser = {
  id: string
  email: string
  platformId: PlatformId
  passwordHash: string
  firstName: string
  lastName: string
  companyName: string
  at: Date
}

const columnsOf = ({ passwordHash, firstName, lastName, companyName }: Omit<NewUser, 'id'>) => ({
  password_hash: passwordHash,
  first_name: firstName,
  last_name: lastName,
  company_name: companyName,
})

/**
 * Inserts a user who must activate the account first, or replaces one that waits for activation. Undefined when the
 * address is in use on the platform.
 */
export async function upsertPendingUser(
  db: GlobalDb,
  user: NewUser & { survey: string | null; invitation: string | null },
): Promise<{ id: string } | undefined> {
  const { id, email, platformId, survey, invitation, at } = user
  const replaced = { ...columnsOf(user), survey, invitation }
  return await db
    .insertInto('user_account')
    .values({ id, email, platform_id: platformId, state: 'PENDING', created_at: at, activated_at: null, ...replaced })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'email']).doUpdateSet(replaced).where('user_account.state', '=', 'PENDING'),
    )
    .returning('id')
    .executeTakeFirst()
}

/**
 * Inserts a user whose address is verified, or replaces one that waits for activation. Undefined when the address is in
 * use on the platform.
 * @param user without `survey`, a replaced user keeps their answers
 */
export async function upsertActiveUser(
  db: TenantDb,
  user: NewUser & { survey?: string | null },
): Promise<string | undefined> {
  const { id, email, platformId, at, survey } = user
  const replaced = {
    ...columnsOf(user),
    state: 'ACTIVE' as const,
    activated_at: at,
    ...(survey === undefined ? {} : { survey }),
  }
  const upserted = await db
    .insertInto('user_account')
    .values({ id, email, platform_id: platformId, created_at: at, survey: null, ...replaced })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'email']).doUpdateSet(replaced).where('user_account.state', '=', 'PENDING'),
    )
    .returning('id')
    .executeTakeFirst()
  return upserted?.id
}

/** Inserts a user who needs no activation. @throws a unique violation when the address is in use on the platform */
export async function insertActiveUser(db: TenantDb, user: NewUser): Promise<void> {
  const { id, email, platformId, at } = user
  const active = { survey: null, state: 'ACTIVE' as const, created_at: at, activated_at: at }
  await db
    .insertInto('user_account')
    .values({ id, email, platform_id: platformId, ...columnsOf(user), ...active })
    .execute()
}

/** Activates a user who has signed up; the fields replace those of the sign-up. */
export async function activateUser(
  db: TenantDb,
  userId: UserId,
  user: Pick<NewUser, 'passwordHash' | 'firstName' | 'lastName' | 'at'> & {
    companyName?: string
    survey: string | null
  },
): Promise<void> {
  const { passwordHash, firstName, lastName, companyName, survey, at } = user
  await db
    .updateTable('user_account')
    .set({
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
      ...(companyName === undefined ? {} : { company_name: companyName }),
      survey,
      state: 'ACTIVE',
      activated_at: at,
    })
    .where('id', '=', userId)
    .execute()
}

/** Sets the password of every user with the address. @returns false when there is none */
export async function updatePasswordByEmail(
  db: GlobalDb,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updatePassword(
  db: GlobalDb,
  userId: UserId,
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash, password_changed_at: at })
    .where('id', '=', userId)
    .execute()
}

export async function updatePerson(
  db: GlobalDb,
  userId: UserId,
  { firstName, lastName, timeZone }: { firstName: string; lastName: string; timeZone: string | null },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ first_name: firstName, last_name: lastName, time_zone: timeZone })
    .where('id', '=', userId)
    .execute()
}

export async function updateSecondFactor(db: GlobalDb, userId: UserId, secondFactor: boolean): Promise<void> {
  await db.updateTable('user_account').set({ second_factor: secondFactor }).where('id', '=', userId).execute()
}

/** Sets when the user will be deleted; null cancels the deletion. */
export async function updateUserDeletion(db: GlobalDb, userId: UserId, at: Date | null): Promise<void> {
  await db.updateTable('user_account').set({ deletion_at: at }).where('id', '=', userId).execute()
}

/** Deletes the user with memberships, sessions, links and second factors. Undefined when there is no such user. */
export async function deleteUser(
  db: SystemDb,
  userId: UserId,
): Promise<{ email: string; platform_id: string } | undefined> {
  return await db
    .deleteFrom('user_account')
    .where('id', '=', userId)
    .returning(['email', 'platform_id'])
    .executeTakeFirst()
}
