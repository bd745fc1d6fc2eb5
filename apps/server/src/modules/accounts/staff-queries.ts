import type { TenantDb } from '../../db/database.ts'

/** The platform's own place: staff work there, and nowhere else. It demands a second factor. */
export async function upsertStaffEnterprise(
  db: TenantDb,
  enterpriseId: string,
  { platformId, at }: { platformId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('enterprise')
    .values({
      enterprise_id: enterpriseId,
      platform_id: platformId,
      name: 'Platform staff',
      plan: 'LAB',
      state: 'ACTIVE',
      second_factor_demanded: true,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet({ state: 'ACTIVE' }))
    .execute()
}

/** The platform's active staff. */
export async function selectStaff(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'ACTIVE')
    .where('user_id', 'is not', null)
    .execute()
  return rows.map(({ user_id }) => user_id!)
}

/** Whoever has a place already gets the role that is named now. */
export async function upsertStaffMember(
  db: TenantDb,
  enterpriseId: string,
  { id, userId, role, at }: { id: string; userId: string; role: string; at: Date },
): Promise<void> {
  await db
    .insertInto('member')
    .values({
      enterprise_id: enterpriseId,
      id,
      user_id: userId,
      built_in_role: role,
      state: 'ACTIVE',
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'user_id']).doUpdateSet({ built_in_role: role, state: 'ACTIVE' }),
    )
    .execute()
  await db
    .insertInto('member_directory')
    .values({ user_id: userId, enterprise_id: enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An account that waited for its activation: whoever signed it up may not be whose address it is. */
export async function updateTakenOver(
  db: TenantDb,
  userId: string,
  { passwordHash, firstName, lastName, at }: { passwordHash: string; firstName: string; lastName: string; at: Date },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
      survey: null,
      state: 'ACTIVE',
      activated_at: at,
    })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('user_token').where('user_id', '=', userId).execute()
}

export async function deleteStaff(db: TenantDb, enterpriseId: string, userId: string): Promise<boolean> {
  await db
    .deleteFrom('member_directory')
    .where('user_id', '=', userId)
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('member')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
