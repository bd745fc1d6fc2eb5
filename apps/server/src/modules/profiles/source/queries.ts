import type { Source } from '@simwright/contract/profiles/source'
import type { Iccid } from '@simwright/ids'
import { type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { ConfigurationId, EnterpriseId, SourceId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'
import type { SubscriberNeeds } from './needs.ts'
import type { FileReading } from './reading.ts'

type PgpKeyRow = Selectable<TenantTables['pgp_key']>
export type PgpKeyRecord = Omit<PgpKeyRow, 'enterprise_id'>

const pgpKeyColumns = [
  'id',
  'public_key',
  'fingerprint',
  'user_name',
  'sealed',
  'created_at',
  'replaced_at',
  'readable_until',
] as const

/** The key to which files are encrypted now. */
export async function selectPgpKey(db: TenantDb): Promise<PgpKeyRecord | undefined> {
  return await db
    .selectFrom('pgp_key')
    .select(pgpKeyColumns)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}

/** Replaced keys whose files can still be read, the newest first. */
export async function selectReplacedPgpKeys(
  db: TenantDb,
  now: Date,
): Promise<(PgpKeyRecord & { replaced_at: Date; readable_until: Date })[]> {
  return await db
    .selectFrom('pgp_key')
    .select(pgpKeyColumns)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('readable_until', '>', now)
    .orderBy('replaced_at', 'desc')
    .orderBy('id')
    .$narrowType<{ replaced_at: Date; readable_until: Date }>()
    .execute()
}

/** Replaces the current key. Keys that were replaced before are not readable for longer than this one. */
export async function replacePgpKey(
  db: TenantDb,
  { at, readableUntil }: { at: Date; readableUntil: Date },
): Promise<void> {
  const { enterpriseId } = db
  await db
    .updateTable('pgp_key')
    .set({ readable_until: readableUntil })
    .where('enterprise_id', '=', enterpriseId)
    .where('readable_until', '>', readableUntil)
    .execute()
  await db
    .updateTable('pgp_key')
    .set({ replaced_at: at, readable_until: readableUntil })
    .where('enterprise_id', '=', enterpriseId)
    .where('replaced_at', 'is', null)
    .execute()
}

/** Deletes replaced keys of all enterprise accounts whose files are no longer readable. */
export async function deleteEndedPgpKeys(db: SystemDb, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('pgp_key').where('readable_until', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertPgpKey(
  db: TenantDb,
  key: { id: string; publicKey: string; fingerprint: string; userName: string; sealed: Buffer; createdAt: Date },
): Promise<PgpKeyRecord> {
  return await db
    .insertInto('pgp_key')
    .values({
      enterprise_id: db.enterpriseId,
      id: key.id,
      public_key: key.publicKey,
      fingerprint: key.fingerprint,
      user_name: key.userName,
      sealed: key.sealed,
      created_at: key.createdAt,
    })
    .returning(pgpKeyColumns)
    .executeTakeFirstOrThrow()
}

/** `is_visible`: the caller sees the profile. */
/** `card_iccid`: of the enterprise's own profile. */
type Holder = Row<'iccid_directory', 'iccid' | 'enterprise_id'> & { is_visible: boolean; card_iccid: string | null }

const holdersStatement = statement(
  'select holders of ICCIDs',
  ({ enterpriseId, iccids }: { enterpriseId: EnterpriseId; iccids: readonly Iccid[] }) => sql`
    select d.iccid, d.enterprise_id, p.id is not null as is_visible, p.iccid as card_iccid
    from iccid_directory d
    left join profile p on p.enterprise_id = ${enterpriseId} and p.id = d.profile_id
    where d.iccid = any(${iccids}::text[]) and p.status is distinct from 'REMOVED' and not d.released
      and (d.profile_id is not null or d.enterprise_id <> ${enterpriseId})`,
  { present: ['is_visible'] },
)

/** The keys of the ICCIDs in use, each with its enterprise. Those of the enterprise's own removed profiles are not in use. */
export async function selectHolders(db: TenantDb, iccids: readonly Iccid[]): Promise<Holder[]> {
  if (iccids.length === 0) return []
  return await holdersStatement(db, { enterpriseId: db.enterpriseId, iccids })
}

/** Profiles with these IMSIs, without removed ones. */
export async function selectImsiHolders(db: TenantDb, imsis: readonly string[]) {
  if (imsis.length === 0) return []
  return await db
    .selectFrom('profile')
    .select(['imsi', 'iccid'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('imsi', '=', (eb) => eb.fn.any(eb.val(imsis)))
    .where('removed', '=', false)
    .execute()
}

/** A source of which no row is stored yet. */
export type NewSource = {
  id: SourceId
  configurationId: ConfigurationId
  fileName: string
  protection: Source['protection']
  needs: SubscriberNeeds
  userId: UserId
  at: Date
  expiresAt: Date
}

/** What is known of a source when all its rows are stored. */
export type ReadSource = {
  columns: readonly string[]
  renamed: Source['renamed']
  faultCounts: Source['faultCounts']
  warningCounts: Source['warningCounts']
  reading: FileReading
  total: number
  faulty: number
  existing: number
  warned: number
}

export type NewChunk = {
  chunk: number
  rows: number
  faulty: number
  existing: number
  warned: number
  sealed: Buffer
}

/** Inserts a source in the state READING: nobody can use it until `finishSource`. */
export async function insertSource(db: TenantDb, source: NewSource): Promise<void> {
  await db
    .insertInto('source')
    .values({
      enterprise_id: db.enterpriseId,
      id: source.id,
      configuration_id: source.configurationId,
      file_name: source.fileName,
      protection: source.protection,
      columns: '[]',
      needs: JSON.stringify(source.needs),
      renamed: '[]',
      fault_counts: '[]',
      total: 0,
      faulty: 0,
      existing: 0,
      state: 'READING',
      created_by: source.userId,
      created_at: source.at,
      expires_at: source.expiresAt,
    })
    .execute()
}

/** @throws Error (23503) if the source was deleted meanwhile */
export async function insertChunk(
  db: TenantDb,
  { sourceId, chunk, ...columns }: NewChunk & { sourceId: SourceId },
): Promise<void> {
  await db
    .insertInto('source_part')
    .values({ enterprise_id: db.enterpriseId, source_id: sourceId, part: chunk, ...columns })
    .execute()
}

type FinishedSource = { id: SourceId; read: ReadSource; state: 'STAGED' | 'CONFIRMED'; expiresAt: Date }

/** All rows are stored: from now on the source can be used. @returns false if it was deleted meanwhile */
export async function finishSource(db: TenantDb, { id, read, state, expiresAt }: FinishedSource): Promise<boolean> {
  const { columns, renamed, faultCounts, warningCounts, reading, ...counts } = read
  const { numUpdatedRows } = await db
    .updateTable('source')
    .set({
      ...counts,
      columns: JSON.stringify(columns),
      renamed: JSON.stringify(renamed),
      fault_counts: JSON.stringify(faultCounts),
      warning_counts: JSON.stringify(warningCounts),
      reading: JSON.stringify(reading),
      state,
      expires_at: expiresAt,
    })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('state', '=', 'READING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a source whose reading has failed, with its rows. */
export async function deleteUnreadSource(db: TenantDb, id: SourceId): Promise<void> {
  await db
    .deleteFrom('source')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('state', '=', 'READING')
    .execute()
}

export type SourceRecord = NonNullable<Awaited<ReturnType<typeof selectSource>>>

export async function selectSource(db: TenantDb, id: string) {
  return await sourceQuery(db, id).executeTakeFirst()
}

/** Locks the upload, so that no other transaction confirms or discards it. */
export async function lockSource(db: TenantDb, id: string) {
  return await sourceQuery(db, id).forUpdate('s').executeTakeFirst()
}

const sourceQuery = (db: TenantDb, id: string) =>
  db
    .selectFrom('source as s')
    .innerJoin('profile_configuration as c', (join) =>
      join.onRef('c.enterprise_id', '=', 's.enterprise_id').onRef('c.id', '=', 's.configuration_id'),
    )
    .select([
      's.id',
      's.configuration_id',
      'c.name as configuration_name',
      's.file_name',
      's.protection',
      's.columns',
      's.needs',
      's.renamed',
      's.fault_counts',
      's.warning_counts',
      's.reading',
      's.total',
      's.faulty',
      's.existing',
      's.warned',
      's.state',
      's.expires_at',
    ])
    .where('s.enterprise_id', '=', db.enterpriseId)
    .where('s.id', '=', id)

const sumStagedBytesStatement = statement(
  'sum staged bytes',
  ({ enterpriseId, own }: { enterpriseId: EnterpriseId; own: SourceId | null }) => sql`
    select coalesce(sum(octet_length(p.sealed)), 0) as bytes
    from source s join source_part p on p.enterprise_id = s.enterprise_id and p.source_id = s.id
    where s.enterprise_id = ${enterpriseId} and (s.state <> 'READING' or s.id = ${own})`,
  { present: ['bytes'] },
)

/**
 * Bytes of all sealed chunks of an enterprise account: of `own` and of all others whose reading has ended. Discarded uploads
 * and ended batches have none.
 */
export async function sumStagedBytes(db: TenantDb, { own }: { own?: SourceId } = {}): Promise<number> {
  const [row] = await sumStagedBytesStatement(db, { enterpriseId: db.enterpriseId, own: own ?? null })
  return Number(row!.bytes)
}

/** Counts of the chunks from number `from` on, without their rows. */
export async function selectChunkCounts(db: TenantDb, { sourceId, from }: { sourceId: SourceId; from: number }) {
  return await db
    .selectFrom('source_part')
    .select(['part as chunk', 'rows', 'faulty', 'existing', 'warned'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('source_id', '=', sourceId)
    .where('part', '>=', from)
    .orderBy('part')
    .execute()
}

export async function selectChunk(
  db: TenantDb,
  { sourceId, chunk }: { sourceId: SourceId; chunk: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('source_part')
    .select('sealed')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('source_id', '=', sourceId)
    .where('part', '=', chunk)
    .executeTakeFirst()
  return row?.sealed
}

export async function updateChunk(
  db: TenantDb,
  { sourceId, chunk, ...changes }: { sourceId: SourceId } & Omit<NewChunk, 'rows'> & { rows?: number },
): Promise<void> {
  await db
    .updateTable('source_part')
    .set(changes)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('source_id', '=', sourceId)
    .where('part', '=', chunk)
    .execute()
}

export async function updateCounts(
  db: TenantDb,
  {
    id,
    faultCounts,
    warningCounts,
    ...counts
  }: { id: SourceId } & Pick<ReadSource, 'faulty' | 'existing' | 'warned' | 'faultCounts' | 'warningCounts'>,
): Promise<void> {
  await db
    .updateTable('source')
    .set({
      ...counts,
      fault_counts: JSON.stringify(faultCounts),
      warning_counts: JSON.stringify(warningCounts),
    })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Column by upper-case header name, as this enterprise has mapped them; an empty column is ignored. */
export async function selectColumnNames(db: TenantDb): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('source_column')
    .select(['name', 'source_column'])
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
  return Object.fromEntries(rows.map(({ name, source_column }) => [name, source_column]))
}

export async function upsertColumnNames(db: TenantDb, names: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return
  await db
    .insertInto('source_column')
    .values(entries.map(([name, column]) => ({ enterprise_id: db.enterpriseId, name, source_column: column })))
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'name'])
        .doUpdateSet((eb) => ({ source_column: eb.ref('excluded.source_column') })),
    )
    .execute()
}

export async function deleteColumnNames(db: TenantDb): Promise<void> {
  await db.deleteFrom('source_column').where('enterprise_id', '=', db.enterpriseId).execute()
}

export async function updateSourceState(
  db: TenantDb,
  { id, state }: { id: string; state: 'CONFIRMED' | 'DISCARDED' },
): Promise<void> {
  await db
    .updateTable('source')
    .set({ state })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Stores what the ICCIDs of 19 digits are: the answer, or how many there are after a correction. */
export async function updateReading(
  db: TenantDb,
  { id, needs, reading }: { id: SourceId; needs: SubscriberNeeds; reading: FileReading },
): Promise<void> {
  await db
    .updateTable('source')
    .set({ needs: JSON.stringify(needs), reading: JSON.stringify(reading) })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function deleteChunks(db: TenantDb, sourceId: SourceId): Promise<void> {
  await db
    .deleteFrom('source_part')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('source_id', '=', sourceId)
    .execute()
}

/** Deletes the chunks without faulty rows. */
export async function deleteValidChunks(db: TenantDb, sourceId: SourceId): Promise<void> {
  await db
    .deleteFrom('source_part')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('source_id', '=', sourceId)
    .where('faulty', '=', 0)
    .execute()
}

export async function updateExpiry(db: TenantDb, { id, expiresAt }: { id: SourceId; expiresAt: Date }): Promise<void> {
  await db
    .updateTable('source')
    .set({ expires_at: expiresAt })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Deletes expired uploads of all enterprises, except those that a running batch reads. @returns how many */
export async function deleteExpiredSources(db: SystemDb, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('source')
    .where('expires_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('batch')
            .select('batch.id')
            .whereRef('batch.enterprise_id', '=', 'source.enterprise_id')
            .whereRef('batch.source_id', '=', 'source.id')
            .where('batch.process', '=', 'PROCESSING'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
