import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { insertMember } from './member-queries.ts'

/** Inserts an enterprise with its first owner. */
export async function insertEnterprise(
  db: TenantDb,
  enterprise: {
    name: string
    platformId: PlatformId
    ownerId: string
    memberId: string
    plan: 'DEMO' | 'LAB'
    trialOffer?: 'WITHHELD'
    at: Date
  },
): Promise<void> {
  const { name, platformId, ownerId, memberId, plan, trialOffer: trial_offer, at } = enterprise
  await db
    .insertInto('enterprise')
    .values({
      enterprise_id: db.enterpriseId,
      platform_id: platformId,
      name,
      plan,
      state: 'ACTIVE',
      created_at: at,
      ...(trial_offer ? { trial_offer } : {}),
    })
    .execute()
  await insertMember(db, { id: memberId, userId: ownerId, role: 'Owner', at })
}

type TestOrigin = { testOf: EnterpriseId; platformId: PlatformId; at: Date }

/**
 * Inserts the enterprise of the test data of another one: with the plan DEMO, without a trial and without members. Its
 * ICCIDs are in a range of their own, which its number names.
 * @returns false if it exists
 */
export async function insertTestEnterprise(db: TenantDb, origin: TestOrigin): Promise<boolean> {
  for (let attempt = 0; attempt < NUMBER_ATTEMPTS; attempt++) {
    if ((await selectTestNumber(db)) !== undefined) return false
    if (await tryTestEnterprise(db, origin)) return true
  }
  throw new Error('every number that was drawn for test data is in use')
}

/** A number is drawn from a million, so it is seldom in use. */
const NUMBER_ATTEMPTS = 20

/** @returns false also when the number that was drawn is in use */
async function tryTestEnterprise(db: TenantDb, { testOf, platformId, at }: TestOrigin): Promise<boolean> {
  const inserted = await db
    .insertInto('enterprise')
    .values({
      enterprise_id: db.enterpriseId,
      platform_id: platformId,
      name: 'Test data',
      plan: 'DEMO',
      state: 'ACTIVE',
      trial_offer: 'WITHHELD',
      test_of: testOf,
      test_number: sql`floor(random() * 999999)::integer + 1`,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('enterprise_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The number of test data; undefined if there is none. */
export async function selectTestNumber(db: TenantDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('enterprise')
    .select('test_number')
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
  return row?.test_number ?? undefined
}

/** Inserts the enterprise of the platform's staff, which requires a second factor. An existing one becomes active again. */
export async function upsertStaffEnterprise(
  db: TenantDb,
  { platformId, at }: { platformId: PlatformId; at: Date },
): Promise<void> {
  await db
    .insertInto('enterprise')
    .values({
      enterprise_id: db.enterpriseId,
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

/** @returns false when another version is stored */
export async function updateSettings(
  db: TenantDb,
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
    .where('enterprise_id', '=', db.enterpriseId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateLogo(db: TenantDb, logoId: string | null): Promise<void> {
  await db.updateTable('enterprise').set({ logo_id: logoId }).where('enterprise_id', '=', db.enterpriseId).execute()
}

/** Sets when the enterprise account will be deleted; null cancels the deletion. */
export async function updateEnterpriseDeletion(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  at: Date | null,
): Promise<void> {
  await db.updateTable('enterprise').set({ deletion_at: at }).where('enterprise_id', '=', enterpriseId).execute()
}

/** Suspends the enterprise account; null ends the suspension. */
export async function updateSuspension(db: TenantDb, suspension: { reason: string; at: Date } | null): Promise<void> {
  await db
    .updateTable('enterprise')
    .set({
      state: suspension ? 'SUSPENDED' : 'ACTIVE',
      suspension_reason: suspension?.reason ?? null,
      suspended_at: suspension?.at ?? null,
    })
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
}

export async function updateTrialOffer(db: TenantDb, offer: 'GRANTED'): Promise<void> {
  await db.updateTable('enterprise').set({ trial_offer: offer }).where('enterprise_id', '=', db.enterpriseId).execute()
}

export async function extendTrial(db: TenantDb, days: number): Promise<void> {
  await db
    .updateTable('enterprise')
    .set((set) => ({ trial_days: set('trial_days', '+', days) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
}

export async function updateTrialDays(db: TenantDb, days: number): Promise<void> {
  await db.updateTable('enterprise').set({ trial_days: days }).where('enterprise_id', '=', db.enterpriseId).execute()
}

/** Sets whether members must sign in through the identity provider of the enterprise. */
export async function updateSsoOnly(db: TenantDb, only: boolean): Promise<void> {
  await db.updateTable('enterprise').set({ sso_only: only }).where('enterprise_id', '=', db.enterpriseId).execute()
}

/** Sets whether members must have a second factor. */
export async function updateSecondFactorRequired(db: TenantDb, required: boolean): Promise<void> {
  await db
    .updateTable('enterprise')
    .set({ second_factor_demanded: required })
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
}
