import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { FileGiven } from '@simwright/contract/provisioning/delivery'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition, textOf } from '../../../db/expression.ts'
import type { Counted } from '../../../db/row.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import { notify } from '../../../db/transaction.ts'
import type { WorkKey, WorkKind } from '../../../work/lease.ts'
import type { Maker } from '../../platform/tenancy/service.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import type { CodeFitness } from '../../profiles/fleet/service.ts'

export type FileRef = WorkKey

/** A selection at a point in time: profiles created after `asOf` do not match. */
export type FileSelection = { selection: Selection; asOf: string; timeZone: string; look: string }

export type CodeRecord = CodeFitness & {
  id: ProfileId
  iccid: string
  spn: string
  matching_id: string
  slug: string
  activation_code_id: string
  sample: boolean
  ac_format: string
  confirmation_needed: boolean
  issuer: CertificateIssuer | null
}

const codesStatement = shapedStatement(
  'select codes of file',
  ({
    condition,
    afterId,
    limit,
  }: {
    condition: RawBuilder<boolean>
    afterId: string | undefined
    limit: number
  }) => sql`
    select p.id, p.iccid, p.spn, p.matching_id, p.sample, p.ac_format, p.status, p.order_state, p.activation_code_id, p.campaign_id is not null as pooled, a.slug, a.issuer,
      a.sealed_confirmation is not null as confirmation_needed
    from (select p.* from profile p where ${condition}
      ${afterId ? sql`and p.id > ${afterId}::uuid` : sql``} order by p.id limit ${limit}) p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    order by p.id`,
  { present: ['pooled', 'confirmation_needed', 'activation_code_id'], shapes: [{ condition: condition`true` }] },
)

/** Selected profiles with their codes, ordered by id, after `afterId`. */
export async function selectCodes(
  db: TenantDb,
  condition: RawBuilder<boolean>,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<CodeRecord[]> {
  return await codesStatement(db, { condition, afterId, limit })
}

const countByCodeStatement = shapedStatement(
  'count codes of file by fitness',
  ({ condition }: { condition: RawBuilder<boolean> }) => sql`
    select p.status, p.order_state, p.campaign_id is not null as pooled, count(*) as counted
    from profile p where ${condition} group by 1, 2, 3`,
  { present: ['pooled', 'counted'], shapes: [{ condition: condition`true` }] },
)

/** Counts the selected profiles by the columns that decide whether a code can be handed out. */
export async function countByCode(db: TenantDb, condition: RawBuilder<boolean>): Promise<(CodeFitness & Counted)[]> {
  return await countByCodeStatement(db, { condition })
}

export type LeftOutRow = { line: number; iccid: string; status: string; reason: string }

const insertLeftOutStatement = shapedStatement(
  'insert left out codes',
  ({ enterpriseId, id, rows }: Pick<FileRef, 'enterpriseId' | 'id'> & { rows: readonly LeftOutRow[] }) => sql`
    insert into code_file_left (enterprise_id, file_id, line, iccid, status, reason)
    select ${enterpriseId}::uuid, ${id}::uuid, r.line, r.iccid, r.status, r.reason
    from unnest(${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.iccid)}::text[],
      ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.reason)}::text[])
      as r(line, iccid, status, reason)`,
  { shapes: [{ rows: [] }] },
)

/** Appends profiles that are left out of a file. */
export async function insertLeftOut(db: TenantDb, { id }: FileRef, rows: readonly LeftOutRow[]): Promise<void> {
  await insertLeftOutStatement(db, { enterpriseId: db.enterpriseId, id, rows })
}

export async function selectLeftOut(
  db: TenantDb,
  { id }: FileRef,
  { afterLine, limit }: { afterLine: number; limit: number },
): Promise<LeftOutRow[]> {
  return await db
    .selectFrom('code_file_left')
    .select(['line', 'iccid', 'status', 'reason'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('file_id', '=', id)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()
}

export type NewFile = {
  id: string
  given: FileGiven
  selected: FileSelection
  total: number
  /** SHA-256 of the profiles that it may have; undefined: whatever it has. */
  approved?: Buffer | undefined
  userId: UserId
  at: Date
  expiresAt: Date
}

export async function insertFile(db: TenantDb, file: NewFile): Promise<void> {
  await db
    .insertInto('code_file')
    .values({
      enterprise_id: db.enterpriseId,
      id: file.id,
      form: file.given.form,
      given: JSON.stringify(file.given),
      selection: JSON.stringify(file.selected),
      process: 'PROCESSING',
      total: file.total,
      approved_sha256: file.approved ?? null,
      created_by: file.userId,
      created_at: file.at,
      expires_at: file.expiresAt,
    })
    .execute()
}

const files = (db: TenantDb) =>
  db
    .selectFrom('code_file as f')
    .select(['f.id', 'f.given', 'f.process', 'f.total', 'f.written', 'f.left_out', 'f.bytes'])
    .select(['f.created_at', 'f.completed_at', 'f.expires_at'])
    .select(textOf`${nameOfUser('f.created_by')}`.as('created_by_name'))
    .where('f.enterprise_id', '=', db.enterpriseId)

export type FileRecord = Omit<Awaited<ReturnType<typeof selectFiles>>[number], 'given'> & { given: FileGiven }

export async function selectFiles(db: TenantDb, now: Date) {
  return await files(db)
    .where('f.expires_at', '>', now)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(50)
    .execute()
}

export async function selectFile(db: TenantDb, { id }: FileRef, now: Date) {
  return await files(db).where('f.id', '=', id).where('f.expires_at', '>', now).executeTakeFirst()
}

/** The files in progress and those in `ids`, oldest first. */
export async function selectWatchedFiles(
  db: TenantDb,
  { ids, now }: { enterpriseId: EnterpriseId; ids: readonly string[]; now: Date },
) {
  return await files(db)
    .where('f.expires_at', '>', now)
    .where((eb) => eb.or([eb('f.process', '=', 'PROCESSING'), eb('f.id', '=', eb.fn.any(eb.val(ids)))]))
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
}

export type LeasedFile = {
  given: FileGiven
  selection: FileSelection
  attempts: number
  /** SHA-256 of the profiles that it may have; null: whatever it has. */
  approved_sha256: Buffer | null
} & Maker

export const fileWork: WorkKind = {
  table: 'code_file',
  begin: () => sql`written = 0, left_out = 0, bytes = 0`,
}

export async function deleteChunks(db: TenantDb, { id }: FileRef): Promise<void> {
  for (const table of ['code_file_part', 'code_file_left'] as const)
    await db.deleteFrom(table).where('enterprise_id', '=', db.enterpriseId).where('file_id', '=', id).execute()
}

export const PROGRESS_CHANNEL = 'code_file_progress'

const notifyProgress = (db: TenantDb, id: string) => notify(db, PROGRESS_CHANNEL, id)

export type FileProgress = { holder: string; written: number; left: number; bytes: number }

/** Stores and notifies the progress of a file. @returns whether this process still holds the lease */
export async function updateWritten(
  db: TenantDb,
  { id }: FileRef,
  { holder, written, left, bytes }: FileProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('code_file')
    .set({ written, left_out: left, bytes })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('process', '=', 'PROCESSING')
    .executeTakeFirst()
  await notifyProgress(db, id)
  return numUpdatedRows === 1n
}

export async function insertChunk(
  db: TenantDb,
  { id }: FileRef,
  { number, sealed }: { number: number; sealed: Buffer },
): Promise<void> {
  await db
    .insertInto('code_file_part')
    .values({ enterprise_id: db.enterpriseId, file_id: id, number, sealed })
    .execute()
}

export async function selectChunk(db: TenantDb, { id }: FileRef, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('code_file_part')
    .select('sealed')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('file_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}

export async function endFile(
  db: TenantDb,
  { id }: FileRef,
  { process, at }: { process: 'COMPLETE' | 'FAILED'; at: Date },
): Promise<void> {
  await db
    .updateTable('code_file')
    .set({ process, completed_at: at, lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
  await notifyProgress(db, id)
}

/** Takes back the attempt of a process that is shutting down: it does not count as failed. */
export async function uncountAttempt(db: TenantDb, { id }: FileRef, holder: string): Promise<void> {
  await db
    .updateTable('code_file')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}
