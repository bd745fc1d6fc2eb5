import type { ParsedInputOf } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { SourceValues } from '@simwright/contract/profiles/source-file'
import type { Algorithm } from '@simwright/contract/profiles/subscriber-key'
import type * as batch from '@simwright/contract/provisioning/batch'
import { type CardIccid, type Iccid, iccidForms, iccidKey } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { booleanOf, condition, textOf } from '../../../db/expression.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { ConfigurationId, EnterpriseId, SourceId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { notify } from '../../../db/transaction.ts'
import type { WorkKey, WorkKind } from '../../../work/lease.ts'
import { type Maker, nameOfUser } from '../../platform/tenancy/service.ts'
import type { BatchFacts } from './insert.ts'
import type { RangeStart } from './range-queries.ts'

/** Those of the keys of ICCIDs that another enterprise owns. */
export async function selectForeign(db: TenantDb, iccids: readonly Iccid[]): Promise<ReadonlySet<Iccid>> {
  const rows = await db
    .selectFrom('iccid_directory')
    .select('iccid')
    .where((eb) => eb('iccid', '=', eb.fn.any(eb.val(iccids))))
    .where('enterprise_id', '!=', db.enterpriseId)
    .where('released', '=', false)
    .execute()
  return new Set(rows.map(({ iccid }) => iccid))
}

/** Whether the enterprise account has deleted profiles, whose ICCIDs it still holds. */
export async function hasDeleted(db: TenantDb): Promise<boolean> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('status', '=', 'REMOVED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewBatch = Pick<BatchFacts, 'protection' | 'userId' | 'at'> & {
  /** Null for a batch whose profiles have different configurations. */
  configurationId: ConfigurationId | null
  configurationVersion: number | null
  id: string
  code: string
  type: batch.Batch['type']
  sourceId: SourceId | null
  fileName: string | null
  generateAgain: boolean
  /** The results have links to public pages. */
  withLinks?: boolean
  /** The first numbers of a generated range; null if the rows come from a file. */
  range: (RangeStart & { group: string | null }) | null
  /** Tags and attributes of all profiles of the range, by the columns of a file. */
  commonCells?: SourceValues
  total: number
  /** Faulty rows of the file that are not generated. */
  leftOut?: number
  /** `at once`: all rows succeed in the transaction that inserts the batch. */
  completion?: 'at once'
}

/** Those of the keys of ICCIDs whose profile the caller may see. */
export async function selectVisible(db: TenantDb, keys: readonly Iccid[]): Promise<ReadonlySet<Iccid>> {
  const iccids = keys.flatMap(iccidForms)
  const rows = await db
    .selectFrom('profile')
    .select('iccid')
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('iccid', '=', eb.fn.any(eb.val(iccids))))
    .execute()
  return new Set(rows.map(({ iccid }) => iccidKey(iccid)))
}

/** @returns false if the enterprise has a batch with this code */
export async function insertBatch(db: TenantDb, created: NewBatch): Promise<boolean> {
  const { completion } = created
  const row = await db
    .insertInto('batch')
    .values({
      enterprise_id: db.enterpriseId,
      id: created.id,
      code: created.code,
      type: created.type,
      process: completion === 'at once' ? 'COMPLETE' : 'PROCESSING',
      configuration_id: created.configurationId,
      configuration_version: created.configurationVersion,
      source_id: created.sourceId,
      file_name: created.fileName,
      protection: created.protection,
      generate_again: created.generateAgain,
      first_iccid: created.range?.firstIccid ?? null,
      first_imsi: created.range?.firstImsi ?? null,
      group_name: created.range?.group ?? null,
      common_cells: created.commonCells ? JSON.stringify(created.commonCells) : null,
      total: created.total,
      left_out: created.leftOut ?? 0,
      with_links: created.withLinks ?? true,
      created_by: created.userId,
      created_at: created.at,
      ...(completion === 'at once'
        ? { succeeded: created.total, started_at: created.at, completed_at: created.at }
        : {}),
    })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What batches of one code have in common that are inserted together. */
export type BatchesOfOne = Pick<NewBatch, 'userId' | 'at'> & {
  configurationId: ConfigurationId
  configurationVersion: number
  withLinks: boolean
}

type BatchColumns = BatchesOfOne & { enterpriseId: EnterpriseId; ids: readonly string[]; codes: readonly string[] }

const batchesStatement = statement(
  'insert batches of one code',
  ({ enterpriseId, ids, codes, configurationId, configurationVersion, withLinks, userId, at }: BatchColumns) => sql`
    insert into batch (enterprise_id, id, code, type, process, configuration_id, configuration_version, total, succeeded,
      with_links, created_by, created_at, started_at, completed_at)
    select ${enterpriseId}::uuid, r.id, r.code, 'SINGLE_GENERATE', 'COMPLETE', ${configurationId}::uuid,
      ${configurationVersion}::integer, 1, 1, ${withLinks}::boolean, ${userId}::uuid, c.at, c.at, c.at
    from unnest(${ids}::uuid[], ${codes}::text[]) as r(id, code), (select ${at}::timestamptz as at) c
    on conflict (enterprise_id, code) do nothing returning code`,
)

/** Inserts complete batches of one code. @returns the codes of those that were inserted: the others were in use */
export async function insertBatchesOfOne(
  db: TenantDb,
  { batches, ...common }: BatchesOfOne & { batches: readonly { id: string; code: string }[] },
): Promise<ReadonlySet<string>> {
  const ids = batches.map(({ id }) => id)
  const codes = batches.map(({ code }) => code)
  const rows = await batchesStatement(db, { ...common, enterpriseId: db.enterpriseId, ids, codes })
  return new Set(rows.map(({ code }) => code))
}

export type BatchKey = WorkKey

/** The columns of a batch that the process with its lease works with. */
export type LeasedBatch = {
  code: string
  configuration_id: string
  configuration_version: number
  source_id: string | null
  protection: 'PLAIN' | 'PGP' | null
  generate_again: boolean
  first_iccid: string | null
  first_imsi: string | null
  total: number
  left_out: number
  next_part: number
  attempts: number
  group_name: string | null
  common_cells: SourceValues | null
  with_links: boolean
} & Maker

/** Batches of a selection (`RE_GENERATE`) are excluded: an operation runs them. */
export const batchWork: WorkKind = {
  table: 'batch',
  only: sql`type <> 'RE_GENERATE'`,
  begin: (at) => sql`started_at = coalesce(started_at, ${at})`,
}

/**
 * Locks the batch for the transaction that commits a part.
 * @returns undefined if another process has the lease or the part is done
 */
export async function lockBatch(
  db: TenantDb,
  { id }: BatchKey,
  { holder, part }: { holder: string; part: number },
): Promise<{ cancel_requested_at: Date | null } | undefined> {
  return await db
    .selectFrom('batch')
    .select('cancel_requested_at')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where('lease_holder', '=', holder)
    .where('next_part', '=', part)
    .forUpdate()
    .executeTakeFirst()
}

/** Records the checkpoint: the next part, and the outcomes of the rows of this one. */
export async function updateCheckpoint(
  db: TenantDb,
  { id }: BatchKey,
  { nextPart, succeeded, failed }: { nextPart: number; succeeded: number; failed: number },
): Promise<void> {
  await db
    .updateTable('batch')
    .set((eb) => ({
      next_part: nextPart,
      succeeded: eb('succeeded', '+', succeeded),
      failed: eb('failed', '+', failed),
      attempts: 0,
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
  await notifyProgress(db, id)
}

/** @returns the final counts; undefined if `holder` has lost the lease */
export async function completeBatch(
  db: TenantDb,
  { id }: BatchKey,
  { holder, at }: { holder: string; at: Date },
): Promise<{ succeeded: number; failed: number } | undefined> {
  const row = await db
    .updateTable('batch')
    .set({ process: 'COMPLETE', completed_at: at, lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where('lease_holder', '=', holder)
    .returning(['succeeded', 'failed'])
    .executeTakeFirst()
  await notifyProgress(db, id)
  return row
}

/** Adds to the counts of a batch of a selection. */
export async function addToBatch(
  db: TenantDb,
  { id }: BatchKey,
  { total, succeeded, failed }: { total: number; succeeded: number; failed: number },
): Promise<{ code: string; cancel_requested_at: Date | null }> {
  await notifyProgress(db, id)
  return await db
    .updateTable('batch')
    .set((eb) => ({
      total,
      succeeded: eb('succeeded', '+', succeeded),
      failed: eb('failed', '+', failed),
      started_at: eb.fn.coalesce('started_at', 'created_at'),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning(['code', 'cancel_requested_at'])
    .executeTakeFirstOrThrow()
}

/** Completes a batch of a selection. `stopped`: when it was stopped; null if all rows were processed. */
export async function closeSelectedBatch(
  db: TenantDb,
  { id }: BatchKey,
  { at, stopped }: { at: Date; stopped: Date | null },
): Promise<void> {
  await db
    .updateTable('batch')
    .set((eb) => ({
      process: 'COMPLETE',
      completed_at: at,
      started_at: eb.fn.coalesce('started_at', 'created_at'),
      cancel_requested_at: eb.fn.coalesce('cancel_requested_at', eb.val(stopped)),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
  await notifyProgress(db, id)
}

/** The stored values of a profile that is generated again without source data. */
export type OwnProfile = {
  id: string
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  region: string | null
  protection: 'PLAIN' | 'PGP' | null
  configuration_id: string
  configuration_version: number
  sealed: Buffer
}

const ownProfilesStatement = statement(
  'select own profiles with keys',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select p.id, p.iccid, p.imsi, p.msisdn, p.region, p.protection, p.configuration_id, p.configuration_version, k.sealed
    from profile p join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`,
)

export async function selectOwnProfiles(db: TenantDb, ids: readonly string[]): Promise<OwnProfile[]> {
  return await ownProfilesStatement(db, { enterpriseId: db.enterpriseId, ids })
}

export const PROGRESS_CHANNEL = 'batch_progress'

/** Notifies listeners when the transaction commits. */
async function notifyProgress(db: TenantDb, id: string): Promise<void> {
  await notify(db, PROGRESS_CHANNEL, id)
}

/** Requests a running batch to stop; changes nothing if it is complete. */
export async function requestCancel(
  db: TenantDb,
  { id }: BatchKey,
  at: Date,
): Promise<'requested' | 'finished' | 'unknown'> {
  const row = await db
    .updateTable('batch')
    .set((eb) => ({
      cancel_requested_at: eb
        .case()
        .when('process', '=', 'PROCESSING')
        .then(eb.fn.coalesce('cancel_requested_at', eb.val(at)))
        .else(eb.ref('cancel_requested_at'))
        .end(),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning('process')
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.process === 'PROCESSING' ? 'requested' : 'finished'
}

export type BatchRecord = Awaited<ReturnType<typeof selectBatches>>[number]

const batches = (db: TenantDb) =>
  db
    .selectFrom('batch as b')
    .leftJoin('profile_configuration as c', (join) =>
      join.onRef('c.enterprise_id', '=', 'b.enterprise_id').onRef('c.id', '=', 'b.configuration_id'),
    )
    .leftJoin('source as s', (join) =>
      join.onRef('s.enterprise_id', '=', 'b.enterprise_id').onRef('s.id', '=', 'b.source_id'),
    )
    .select([
      'b.id',
      'b.code',
      'b.type',
      'b.process',
      'b.configuration_id',
      'c.name as configuration_name',
      'b.configuration_version',
      'b.protection',
      'b.file_name',
      'b.first_iccid',
      'b.first_imsi',
      'b.core_file_at',
      sql`case when b.first_iccid is not null then (select v.fields ->> 'algorithm'
        from profile_configuration_version v where v.enterprise_id = b.enterprise_id
        and v.configuration_id = b.configuration_id and v.version = b.configuration_version) end`
        .$castTo<Algorithm | null>()
        .as('algorithm'),
      'b.total',
      'b.succeeded',
      'b.failed',
      'b.left_out',
      'b.source_id',
      's.expires_at as left_out_until',
      'b.cancel_requested_at',
      'b.created_at',
      'b.started_at',
      'b.completed_at',
      'b.sample',
      'b.with_links',
      'b.created_by',
      booleanOf`c.sample`.as('of_sample_configuration'),
      textOf`${nameOfUser('b.created_by')}`.as('created_by_name'),
    ])
    .where('b.enterprise_id', '=', db.enterpriseId)

type Filter = ParsedInputOf<typeof batch.list>['filter']

function isListed({ process, type, code, configurationId, protection, failures, from, to }: Filter) {
  const all = [
    ...(process ? [sql`b.process = ${process}`] : []),
    ...(type ? [sql`b.type = ${type}`] : []),
    ...(code ? [prefixRange(sql.ref('b.code'), code.toUpperCase())] : []),
    ...(configurationId ? [sql`b.configuration_id = ${configurationId}`] : []),
    ...(protection ? [sql`b.protection = ${protection}`] : []),
    ...(failures === undefined ? [] : [failures ? sql`b.failed > 0` : sql`b.failed = 0`]),
    ...(from ? [sql`b.created_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`b.created_at < ${new Date(to)}`] : []),
  ]
  return all.length === 0 ? condition`true` : condition`${sql.join(all, sql` and `)}`
}

/** Newest first; up to `limit + 1` rows, so that the caller knows whether there is a next page. */
export async function selectBatches(
  db: TenantDb,
  { filter, keyset, limit }: { filter: Filter; keyset: Keyset | undefined; limit: number },
) {
  let query = batches(db).where(isListed(filter))
  if (keyset)
    query = query.where(condition`(b.created_at, b.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`)
  return await query
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countBatches(db: TenantDb, filter: Filter): Promise<number> {
  const query = db
    .selectFrom('batch as b')
    .select('b.id')
    .where('b.enterprise_id', '=', db.enterpriseId)
    .where(isListed(filter))
  return await countCapped(db, query)
}

export async function selectBatch(db: TenantDb, { id }: BatchKey): Promise<BatchRecord | undefined> {
  return await batches(db).where('b.id', '=', id).executeTakeFirst()
}

export async function selectBatchByCode(db: TenantDb, code: string): Promise<BatchRecord | undefined> {
  return await batches(db).where('b.code', '=', code).executeTakeFirst()
}

/** All running batches and those with the given IDs, oldest first. */
export async function selectWatched(db: TenantDb, ids: readonly string[]): Promise<BatchRecord[]> {
  return await batches(db)
    .where((eb) => eb.or([eb('b.process', '=', 'PROCESSING'), eb('b.id', '=', eb.fn.any(eb.val(ids)))]))
    .orderBy('b.created_at')
    .execute()
}

export type OutcomeRecord = Awaited<ReturnType<typeof selectOutcomes>>[number]

/** Rows of a batch after a line. The code is the one this batch generated, even if it is no longer valid. */
export async function selectOutcomes(
  db: TenantDb,
  { id }: BatchKey,
  { only, afterLine, limit }: { only: 'all' | 'failed'; afterLine: number; limit: number },
) {
  let query = db
    .selectFrom('batch_row as r')
    .leftJoin('activation_code as a', (join) =>
      join.onRef('a.enterprise_id', '=', 'r.enterprise_id').onRef('a.id', '=', 'r.activation_code_id'),
    )
    .leftJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'r.enterprise_id').onRef('p.id', '=', 'r.profile_id'),
    )
    .select([
      'r.line',
      'r.iccid',
      'r.profile_id',
      'r.activation_code_id',
      'r.reason',
      'a.matching_id',
      'a.slug',
      'p.eid',
      'p.ac_format',
      (eb) => eb.ref('a.issuer').$castTo<CertificateIssuer | null>().as('issuer'),
      booleanOf`a.sealed_confirmation is not null`.as('confirmation_needed'),
    ])
    .where('r.enterprise_id', '=', db.enterpriseId)
    .where('r.batch_id', '=', id)
    .where('r.line', '>', afterLine)
  if (only === 'failed') query = query.where('r.reason', 'is not', null)
  return await query.orderBy('r.line').limit(limit).execute()
}

/** The sealed keys of profiles whose current code is among `codeIds` and requires a confirmation code. */
export async function selectKeysOfCodes(
  db: TenantDb,
  codeIds: readonly string[],
): Promise<{ profile_id: string; activation_code_id: string; sealed: Buffer }[]> {
  return await db
    .selectFrom('profile as p')
    .innerJoin('activation_code as a', (join) =>
      join
        .onRef('a.enterprise_id', '=', 'p.enterprise_id')
        .onRef('a.profile_id', '=', 'p.id')
        .onRef('a.id', '=', 'p.activation_code_id'),
    )
    .innerJoin('profile_key as k', (join) =>
      join.onRef('k.enterprise_id', '=', 'p.enterprise_id').onRef('k.profile_id', '=', 'p.id'),
    )
    .select(['p.id as profile_id', 'a.id as activation_code_id', 'k.sealed'])
    .where('a.enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('a.id', '=', eb.fn.any(eb.val(codeIds))))
    .where('a.sealed_confirmation', 'is not', null)
    .execute()
}

/**
 * Marks the core-network file of a range as taken.
 * @returns undefined if the batch has no such file, it was taken already, or the batch ended before `endedAfter`
 */
export async function updateCoreFile(
  db: TenantDb,
  { id }: BatchKey,
  { userId, at, endedAfter }: { userId: UserId; at: Date; endedAfter: Date },
) {
  return await db
    .updateTable('batch')
    .set({ core_file_at: at, core_file_by: userId })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('first_iccid', 'is not', null)
    .where('succeeded', '>', 0)
    .where('core_file_at', 'is', null)
    .where('completed_at', '>', endedAfter)
    .returning(['code', 'configuration_id', 'configuration_version', 'first_imsi', 'succeeded'])
    .$narrowType<{ configuration_id: string; configuration_version: number }>()
    .executeTakeFirst()
}

export type KeyedRow = {
  line: number
  profile_id: string
  iccid: string
  imsi: string
  msisdn: string | null
  sealed: Buffer
}

const keyedRowsStatement = statement(
  'select batch rows with keys',
  ({
    enterpriseId,
    id,
    afterLine,
    limit,
  }: Pick<BatchKey, 'enterpriseId' | 'id'> & { afterLine: number; limit: number }) => sql`
    select r.line, p.id as profile_id, p.iccid, p.imsi, p.msisdn, k.sealed
    from batch_row r
    join profile p on p.enterprise_id = r.enterprise_id and p.id = r.profile_id and p.batch_id = r.batch_id
    join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id
    where r.enterprise_id = ${enterpriseId} and r.batch_id = ${id} and r.line > ${afterLine} and r.reason is null
      and not p.removed
    order by r.line limit ${limit}`,
)

/** Profiles that this batch generated and no later batch did, with their sealed keys. */
export async function selectKeyedRows(
  db: TenantDb,
  { id }: BatchKey,
  { afterLine, limit }: { afterLine: number; limit: number },
): Promise<KeyedRow[]> {
  return await keyedRowsStatement(db, { enterpriseId: db.enterpriseId, id, afterLine, limit })
}

const needsConfirmationStatement = statement(
  'select whether batch has confirmation codes',
  ({ enterpriseId, id }: Pick<BatchKey, 'enterpriseId' | 'id'>) => sql`
    select exists (
      select 1 from batch_row r join activation_code a on a.enterprise_id = r.enterprise_id and a.id = r.activation_code_id
      where r.enterprise_id = ${enterpriseId} and r.batch_id = ${id} and a.sealed_confirmation is not null
    ) as needed`,
  { present: ['needed'] },
)

/** Whether any code that the batch generated requires a confirmation code. */
export async function needsConfirmation(db: TenantDb, { id }: BatchKey): Promise<boolean> {
  return (await needsConfirmationStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!.needed
}
