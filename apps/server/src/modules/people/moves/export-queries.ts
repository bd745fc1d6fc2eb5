import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { WorkKey, WorkKind } from '../../../work/lease.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type ExportRef = WorkKey

export type LeasedExport = { recipient_key: string; attempts: number }

export const exportWork: WorkKind = {
  table: 'enterprise_export',
  begin: () => sql`total = 0, written = 0, bytes = 0`,
}

type NewExport = { id: string; key: string; recipient: string; userId: UserId; at: Date; expiresAt: Date }

export async function insertExport(
  db: TenantDb,
  { id, key, recipient, userId, at, expiresAt }: NewExport,
): Promise<void> {
  await db
    .insertInto('enterprise_export')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      recipient_key: key,
      recipient,
      process: 'PROCESSING',
      created_by: userId,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute()
}

/** Archives that have not expired, newest first. */
export async function selectExports(db: TenantDb, now: Date) {
  return await db
    .selectFrom('enterprise_export as e')
    .select(['e.id', 'e.process', 'e.total', 'e.written', 'e.bytes', 'e.recipient'])
    .select(['e.created_at', 'e.completed_at', 'e.expires_at'])
    .select(nameOfUser('e.created_by').as('created_by_name'))
    .where('e.enterprise_id', '=', db.enterpriseId)
    .where('e.expires_at', '>', now)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()
}

export async function selectExport(db: TenantDb, { id }: ExportRef, now: Date) {
  return await db
    .selectFrom('enterprise_export')
    .select(['id', 'process', 'created_at', 'recipient'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type Progress = { holder: string; total?: number; written: number; bytes: number }

/** @returns whether this process still has the lease */
export async function updateProgress(
  db: TenantDb,
  { id }: ExportRef,
  { holder, ...progress }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('enterprise_export')
    .set(progress)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('process', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertPart(
  db: TenantDb,
  { id }: ExportRef,
  { number, sealed }: { number: number; sealed: Buffer },
): Promise<void> {
  await db
    .insertInto('enterprise_export_part')
    .values({ enterprise_id: db.enterpriseId, export_id: id, number, sealed })
    .execute()
}

export async function selectPart(db: TenantDb, { id }: ExportRef, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('enterprise_export_part')
    .select('sealed')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('export_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}

export async function deleteParts(db: TenantDb, { id }: ExportRef): Promise<void> {
  await db
    .deleteFrom('enterprise_export_part')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('export_id', '=', id)
    .execute()
}

export async function endExport(
  db: TenantDb,
  { id }: ExportRef,
  { process, at }: { process: 'COMPLETE' | 'FAILED'; at: Date },
): Promise<void> {
  await db
    .updateTable('enterprise_export')
    .set({ process, completed_at: at, lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Takes back the attempt of a process that is shutting down: it does not count as failed. */
export async function uncountAttempt(db: TenantDb, { id }: ExportRef, holder: string): Promise<void> {
  await db
    .updateTable('enterprise_export')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}

/** @returns the fingerprint of its recipient; undefined if there is none */
export async function deleteExport(db: TenantDb, { id }: ExportRef): Promise<string | undefined> {
  const row = await db
    .deleteFrom('enterprise_export')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning('recipient')
    .executeTakeFirst()
  return row?.recipient
}

export async function selectArrival(db: TenantDb) {
  return await db
    .selectFrom('enterprise_arrival')
    .select(['signer', 'exported_at', 'arrived_at', 'report'])
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
}

type Arrival = { signer: string; exportedAt: Date; at: Date; report: string }

export async function insertArrival(db: TenantDb, { signer, exportedAt, at, report }: Arrival): Promise<void> {
  await db
    .insertInto('enterprise_arrival')
    .values({ enterprise_id: db.enterpriseId, signer, exported_at: exportedAt, arrived_at: at, report })
    .execute()
}
