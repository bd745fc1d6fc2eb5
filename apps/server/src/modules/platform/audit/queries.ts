import type { ParsedInputOf } from '@simwright/contract/endpoint'
import type { ActorKind, AuditAction, list, ObjectKind } from '@simwright/contract/platform/audit'
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { COUNT_CAP } from '../../../db/page.ts'
import type { Counted, Row } from '../../../db/row.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

/** A recorded action. */
export type ActionRecord = {
  id: string
  at: Date
  actor_kind: ActorKind
  actor_id: string | null
  actor_name: string
  actor_email: string | null
  address: string | null
  request_id: string | null
  action: AuditAction
  object_kind: ObjectKind
  object_id: string | null
  object_name: string
  before: unknown
  after: unknown
}

/** A recorded action with its number in the chain. */
export type EntryRecord = ActionRecord & { number: number; hash: Buffer }

/** A number in a chain, and the seal that proves that the chain had reached it. */
export type LinkRecord = { number: number; hash: Buffer; seal: Buffer }

const actionColumns = sql.raw(
  'id, at, actor_kind, actor_id, actor_name, actor_email, address, request_id, action, object_kind, object_id, object_name, before, after',
)

type WaitingEntry = Omit<Insertable<GlobalTables['audit_inbox']>, keyof ActionRecord> & ActionRecord

const insertStatement = statement(
  'insert audit entry',
  (e: WaitingEntry) => sql`
    insert into audit_inbox (enterprise_id, ${actionColumns})
    values (${e.enterprise_id}, ${e.id}, ${e.at}, ${e.actor_kind}, ${e.actor_id}, ${e.actor_name}, ${e.actor_email},
      ${e.address}, ${e.request_id}, ${e.action}, ${e.object_kind}, ${e.object_id}, ${e.object_name}, ${e.before}, ${e.after})`,
)

export async function insertWaiting(db: Kysely<GlobalTables>, waiting: WaitingEntry): Promise<void> {
  await insertStatement(db, waiting)
}

/** The enterprise accounts that a person belongs to. */
export async function selectEnterpriseIds(db: Kysely<GlobalTables>, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('member_directory')
    .select('enterprise_id')
    .where('user_id', '=', userId)
    .orderBy('enterprise_id')
    .execute()
  return rows.map((row) => row.enterprise_id)
}

/** The chains with waiting entries. */
export async function selectWaitingChains(db: TenantDb, limit: number): Promise<string[]> {
  const { rows } = await sql<Row<'audit_inbox', 'enterprise_id'>>`
    select distinct enterprise_id from audit_inbox limit ${limit}`.execute(db)
  return rows.map((row) => row.enterprise_id)
}

export async function isWaiting(db: TenantDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_inbox where enterprise_id = ${enterpriseId} limit 1`.execute(db)
  return rows.length > 0
}

/** The head of a chain, locked until the transaction ends, so that one process at a time appends to it. */
export async function lockChain(db: TenantDb, enterpriseId: EnterpriseId, first: LinkRecord): Promise<LinkRecord> {
  await db
    .insertInto('audit_chain')
    .values({ enterprise_id: enterpriseId, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<LinkRecord>`
    select number, hash, seal from audit_chain where enterprise_id = ${enterpriseId} for update`.execute(db)
  return rows[0]!
}

export async function updateChain(db: TenantDb, enterpriseId: EnterpriseId, head: LinkRecord): Promise<void> {
  await db.updateTable('audit_chain').set(head).where('enterprise_id', '=', enterpriseId).execute()
}

/** Deletes waiting entries from the inbox and returns them, in the order of the actions. */
export async function takeWaiting(db: TenantDb, enterpriseId: EnterpriseId, limit: number): Promise<ActionRecord[]> {
  const { rows } = await sql<ActionRecord>`
    with taken as (
      delete from audit_inbox where id in (
        select id from audit_inbox where enterprise_id = ${enterpriseId} order by id limit ${limit})
      returning *)
    select ${actionColumns} from taken order by at, id`.execute(db)
  return rows
}

export async function insertEntries(db: TenantDb, enterpriseId: EnterpriseId, entries: readonly EntryRecord[]) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db
    .insertInto('audit_entry')
    .values(
      entries.map((entry) => ({
        ...entry,
        enterprise_id: enterpriseId,
        before: json(entry.before),
        after: json(entry.after),
      })),
    )
    .execute()
}

type Range = { after: number; limit: number }

/** Entries in the order of their chain. */
export async function selectChain(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { after, limit }: Range,
): Promise<EntryRecord[]> {
  const { rows } = await sql<EntryRecord>`
    select number, hash, ${actionColumns} from audit_entry
    where enterprise_id = ${enterpriseId} and number > ${after} order by number limit ${limit}`.execute(db)
  return rows
}

/** Where the chain begins, after its oldest entries were deleted. */
export async function selectCheckpoint(db: TenantDb, enterpriseId: EnterpriseId): Promise<LinkRecord | undefined> {
  const { rows } = await sql<LinkRecord>`
    select number, hash, seal from audit_checkpoint where enterprise_id = ${enterpriseId}
    order by number desc limit 1`.execute(db)
  return rows[0]
}

/** The chains whose oldest entry is from before `before`. */
export async function selectOldChains(
  db: TenantDb,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<Row<'audit_chain', 'enterprise_id'>>`
    select c.enterprise_id from audit_chain c
    cross join lateral (
      select e.at from audit_entry e where e.enterprise_id = c.enterprise_id order by e.number limit 1) oldest
    where oldest.at < ${before} limit ${limit}`.execute(db)
  return rows.map((row) => row.enterprise_id)
}

/** Deletes the entries up to and including one, and stores a checkpoint in their place. @returns how many were deleted */
export async function replaceByCheckpoint(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { at, ...link }: LinkRecord & { at: Date },
): Promise<number> {
  await db
    .insertInto('audit_checkpoint')
    .values({ enterprise_id: enterpriseId, ...link, made_at: at })
    .execute()
  const { numAffectedRows } = await sql`
    delete from audit_entry where enterprise_id = ${enterpriseId} and number <= ${link.number}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type AuditFilter = ParsedInputOf<typeof list>['filter']

function matching(enterpriseId: EnterpriseId, filter: AuditFilter): RawBuilder<unknown> {
  const { search, actor, actorId, action, object, objectId, from, to } = filter
  const anyOf = (column: string, values: readonly string[] | undefined) =>
    values && values.length > 0 ? sql`and ${sql.ref(column)} = any(${[...values]}::text[])` : sql``
  const words = sql`lower(concat_ws(' ', actor_name, actor_email, address, object_name, object_id))`
  return sql`enterprise_id = ${enterpriseId}
    ${search ? sql`and position(${search.toLowerCase()} in ${words}) > 0` : sql``}
    ${anyOf('actor_kind', actor)} ${anyOf('action', action)} ${anyOf('object_kind', object)}
    ${actorId ? sql`and actor_id = ${actorId}` : sql``} ${objectId ? sql`and object_id = ${objectId}` : sql``}
    ${from ? sql`and at >= ${new Date(from)}` : sql``} ${to ? sql`and at < ${new Date(to)}` : sql``}`
}

/** Returns `limit + 1` entries, so that the caller knows whether a page follows. */
export async function selectEntries(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  page: { filter: AuditFilter; direction: 'asc' | 'desc'; from: number | undefined; limit: number },
): Promise<EntryRecord[]> {
  const [order, beyond] = page.direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const { rows } = await sql<EntryRecord>`
    select number, hash, ${actionColumns} from audit_entry
    where ${matching(enterpriseId, page.filter)} ${page.from === undefined ? sql`` : sql`and number ${beyond} ${page.from}`}
    order by number ${order} limit ${page.limit + 1}`.execute(db)
  return rows
}

export async function countEntries(db: TenantDb, enterpriseId: EnterpriseId, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*) as counted from (
      select 1 from audit_entry where ${matching(enterpriseId, filter)} limit ${COUNT_CAP + 1}) capped`.execute(db)
  return rows[0]!.counted
}

export async function selectEntry(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  number: number,
): Promise<EntryRecord | undefined> {
  const [entry] = await selectChain(db, enterpriseId, { after: number - 1, limit: 1 })
  return entry?.number === number ? entry : undefined
}

/** Whether {@link selectWaitingChains} finds a chain. */
export const auditDue = () => sql<boolean>`exists (select from audit_inbox)`
