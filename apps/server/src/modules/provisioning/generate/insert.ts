import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, BatchId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { CodeTerms, BatchFacts as ProfileBatchFacts } from '../../profiles/lifecycle/service.ts'

/** What all profiles of a batch have in common. */
export type BatchFacts = ProfileBatchFacts &
  CodeTerms & {
    enterpriseId: EnterpriseId
    /** The codes rotate: each code gives a new device the next unused profile of the batch. */
    rotation: boolean
    /** The plan's limit of ICCIDs that are not downloaded; null: none. */
    iccidLimit: number | null
    /** The rule in whose name new codes are generated. */
    rule?: { id: string; depth: number } | undefined
    at: Date
  }

type SuppliedPackage = { profileId: ProfileId; sealedPackage: Buffer | null | undefined }

/** Replaces the supplied packages: null deletes one, undefined leaves it. */
export async function replacePackages(db: TenantDb, profiles: readonly SuppliedPackage[]): Promise<void> {
  const changed = profiles.filter(({ sealedPackage }) => sealedPackage !== undefined)
  if (changed.length === 0) return
  const ids = changed.map(({ profileId }) => profileId)
  await db
    .deleteFrom('supplied_package')
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  await insertPackages(db, changed)
}

export async function insertPackages(db: TenantDb, profiles: readonly SuppliedPackage[]): Promise<void> {
  for (const { profileId, sealedPackage } of profiles) {
    if (!sealedPackage) continue
    await db
      .insertInto('supplied_package')
      .values({ enterprise_id: db.enterpriseId, profile_id: profileId, sealed: sealedPackage })
      .execute()
  }
}

type Keys = { profileId: ProfileId; sealedKeys: Buffer }

type KeyColumns = { enterpriseId: EnterpriseId; ids: readonly ProfileId[]; sealed: readonly Buffer[] }

const keysStatement = statement(
  'insert profile keys',
  ({ enterpriseId, ids, sealed }: KeyColumns) => sql`
    insert into profile_key (enterprise_id, profile_id, sealed)
    select ${enterpriseId}::uuid, r.id, r.sealed from unnest(${ids}::uuid[], ${sealed}::bytea[]) as r(id, sealed)`,
)

const keyColumns = (enterpriseId: EnterpriseId, profiles: readonly Keys[]): KeyColumns => ({
  enterpriseId,
  ids: profiles.map(({ profileId }) => profileId),
  sealed: profiles.map(({ sealedKeys }) => sealedKeys),
})

export async function insertKeys(db: TenantDb, profiles: readonly Keys[]): Promise<void> {
  await keysStatement(db, keyColumns(db.enterpriseId, profiles))
}

const updateKeysStatement = statement(
  'replace profile keys',
  ({ enterpriseId, ids, sealed }: KeyColumns) => sql`
    insert into profile_key (enterprise_id, profile_id, sealed)
    select ${enterpriseId}::uuid, r.id, r.sealed from unnest(${ids}::uuid[], ${sealed}::bytea[]) as r(id, sealed)
    order by r.id
    on conflict (enterprise_id, profile_id) do update set sealed = excluded.sealed`,
)

/** Replaces the keys of profiles. A profile whose keys were erased gets new ones. */
export async function updateKeys(db: TenantDb, profiles: readonly Keys[]): Promise<void> {
  await updateKeysStatement(db, keyColumns(db.enterpriseId, profiles))
}

/** Deletes the keys of profiles, and the packages that were supplied with theirs. */
export async function deleteKeys(db: TenantDb, ids: readonly ProfileId[]): Promise<void> {
  const rows = [...ids]
  await db
    .deleteFrom('profile_key')
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(rows))))
    .execute()
  await db
    .deleteFrom('supplied_package')
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(rows))))
    .execute()
}

/** The outcome of a row of a batch: a profile with its code, or the reason of the failure. */
export type RowOutcome = { line: number; iccid: string } & (
  | { profileId: ProfileId; activationCodeId: ActivationCodeId; reason?: undefined }
  | {
      reason: string
      /** The plan has no room for the ICCID. */
      isBeyondPlan?: true
      profileId?: undefined
      activationCodeId?: undefined
    }
)

type OutcomeColumns = {
  enterpriseId: EnterpriseId
  batches: readonly BatchId[]
  lines: readonly number[]
  iccids: readonly string[]
  profiles: readonly (ProfileId | null)[]
  codes: readonly (ActivationCodeId | null)[]
  reasons: readonly (string | null)[]
}

const outcomesStatement = statement(
  'insert outcomes of batch rows',
  ({ enterpriseId, batches, lines, iccids, profiles, codes, reasons }: OutcomeColumns) => sql`
    insert into batch_row (enterprise_id, batch_id, line, iccid, profile_id, activation_code_id, reason)
    select ${enterpriseId}::uuid, r.batch_id, r.line, r.iccid, r.profile_id, r.code_id, r.reason
    from unnest(${batches}::uuid[], ${lines}::int[], ${iccids}::text[], ${profiles}::uuid[], ${codes}::uuid[],
      ${reasons}::text[]) as r(batch_id, line, iccid, profile_id, code_id, reason)`,
)

/** @param outcomes `batchId`: of another batch than the others */
export async function insertOutcomes(
  db: TenantDb,
  { batchId }: { batchId: BatchId },
  outcomes: readonly (RowOutcome & { batchId?: BatchId })[],
): Promise<void> {
  await outcomesStatement(db, {
    enterpriseId: db.enterpriseId,
    batches: outcomes.map((o) => o.batchId ?? batchId),
    lines: outcomes.map((o) => o.line),
    iccids: outcomes.map((o) => o.iccid),
    profiles: outcomes.map((o) => o.profileId ?? null),
    codes: outcomes.map((o) => o.activationCodeId ?? null),
    reasons: outcomes.map((o) => o.reason ?? null),
  })
}
