import type { ParsedInputOf } from '@simwright/contract/endpoint'
import type { ActorKind, AuditAction, list, ObjectKind } from '@simwright/contract/platform/audit'
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
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

const waitingChainsStatement = statement(
  'select waiting audit chains',
  ({ limit }: { limit: number }) => sql`
    select distinct enterprise_id from audit_inbox limit ${limit}`,
)

/** The chains with waiting entries. */
export async function selectWaitingChains(db: SystemDb, limit: number): Promise<string[]> {
  return (await waitingChainsStatement(db, { limit })).map((row) => row.enterprise_id)
}

export async function isWaiting(db: SystemDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const rows = await db
    .selectFrom('audit_inbox')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .limit(1)
    .execute()
  return rows.length > 0
}

const lockChainStatement = statement(
  'lock audit chain',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select number, hash, seal from audit_chain where enterprise_id = ${enterpriseId} for update`,
)

/** The head of a chain, locked until the transaction ends, so that one process at a time appends to it. */
export async function lockChain(db: SystemDb, enterpriseId: EnterpriseId, first: LinkRecord): Promise<LinkRecord> {
  await db
    .insertInto('audit_chain')
    .values({ enterprise_id: enterpriseId, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lockChainStatement(db, { enterpriseId }))[0]!
}

export async function updateChain(db: SystemDb, enterpriseId: EnterpriseId, head: LinkRecord): Promise<void> {
  await db.updateTable('audit_chain').set(head).where('enterprise_id', '=', enterpriseId).execute()
}

const takeWaitingStatement = statement(
  'take waiting audit entries',
  ({ enterpriseId, limit }: { enterpriseId: EnterpriseId; limit: number }) => sql`
    with taken as (
      delete from audit_inbox where id in (
        select id from audit_inbox where enterprise_id = ${enterpriseId} order by id limit ${limit})
      returning *)
    select ${actionColumns} from taken order by at, id`,
  { present: ['id', 'at', 'actor_kind', 'actor_name', 'action', 'object_kind', 'object_name'] },
)

/** Deletes waiting entries from the inbox and returns them, in the order of the actions. */
export async function takeWaiting(db: SystemDb, enterpriseId: EnterpriseId, limit: number): Promise<ActionRecord[]> {
  return (await takeWaitingStatement(db, { enterpriseId, limit })) as ActionRecord[]
}

export async function insertEntries(db: SystemDb, enterpriseId: EnterpriseId, entries: readonly EntryRecord[]) {
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

const chainStatement = statement(
  'select audit chain',
  ({ enterpriseId, after, limit }: Range & { enterpriseId: EnterpriseId }) => sql`
    select number, hash, ${actionColumns} from audit_entry
    where enterprise_id = ${enterpriseId} and number > ${after} order by number limit ${limit}`,
)

/** Entries in the order of their chain. */
export async function selectChain(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  { after, limit }: Range,
): Promise<EntryRecord[]> {
  return (await chainStatement(db, { enterpriseId, after, limit })) as EntryRecord[]
}

const checkpointStatement = statement(
  'select audit checkpoint',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select number, hash, seal from audit_checkpoint where enterprise_id = ${enterpriseId}
    order by number desc limit 1`,
)

/** Where the chain begins, after its oldest entries were deleted. */
export async function selectCheckpoint(db: SystemDb, enterpriseId: EnterpriseId): Promise<LinkRecord | undefined> {
  return (await checkpointStatement(db, { enterpriseId }))[0]
}

const uncoveredChainsStatement = statement(
  'select audit chains without checkpoint',
  ({ before, limit }: { before: Date; limit: number }) => sql`
    select c.enterprise_id from audit_chain c
    cross join lateral (
      select e.number from audit_entry e where e.enterprise_id = c.enterprise_id and e.at < ${before}
      order by e.at desc limit 1) newest
    where newest.number > coalesce(
      (select max(k.number) from audit_checkpoint k where k.enterprise_id = c.enterprise_id), 0) limit ${limit}`,
)

/** The chains with entries from before `before` that no checkpoint covers. */
export async function selectUncoveredChains(
  db: SystemDb,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  return (await uncoveredChainsStatement(db, { before, limit })).map((row) => row.enterprise_id)
}

const newestBeforeStatement = statement(
  'select newest audit entry before',
  ({ enterpriseId, before }: { enterpriseId: EnterpriseId; before: Date }) => sql`
    select number, hash from audit_entry where enterprise_id = ${enterpriseId} and at < ${before}
    order by number desc limit 1`,
)

/** The last entry of a chain from before a time. */
export async function selectNewestBefore(db: SystemDb, enterpriseId: EnterpriseId, before: Date) {
  return (await newestBeforeStatement(db, { enterpriseId, before }))[0]
}

export async function insertCheckpoint(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  { at, ...link }: LinkRecord & { at: Date },
): Promise<void> {
  await db
    .insertInto('audit_checkpoint')
    .values({ enterprise_id: enterpriseId, ...link, made_at: at })
    .execute()
}

const deleteCoveredStatement = statement(
  'delete covered audit entries',
  ({ before, limit }: { before: Date; limit: number }) => sql`
    with old as (
      select expired.enterprise_id, expired.number, expired.at from audit_chain c
      cross join lateral (
        select e.enterprise_id, e.number, e.at from audit_entry e
        where e.enterprise_id = c.enterprise_id and e.at < ${before}
          and e.number <= (select max(k.number) from audit_checkpoint k where k.enterprise_id = c.enterprise_id)
        order by e.at limit ${limit}) expired
      limit ${limit}
    ), deleted as (
      delete from audit_entry e using old o
      where e.enterprise_id = o.enterprise_id and e.number = o.number and e.at = o.at and e.at < ${before} returning 1
    )
    select count(*)::integer as deleted from deleted`,
  { present: ['deleted'] },
)

/** Deletes at most `limit` entries from before a time that checkpoints cover. @returns how many */
export async function deleteCovered(db: SystemDb, range: { before: Date; limit: number }): Promise<number> {
  return (await deleteCoveredStatement(db, range))[0]!.deleted
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

type PageOfEntries = { filter: AuditFilter; direction: 'asc' | 'desc'; from: number | undefined; limit: number }

const entriesStatement = shapedStatement(
  'select audit entries',
  ({ enterpriseId, filter, direction, from, limit }: PageOfEntries & { enterpriseId: EnterpriseId }) => {
    const [order, beyond] = direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
    return sql`
    select number, hash, ${actionColumns} from audit_entry
    where ${matching(enterpriseId, filter)} ${from === undefined ? sql`` : sql`and number ${beyond} ${from}`}
    order by number ${order} limit ${limit + 1}`
  },
  { shapes: [{ limit: 1 }] },
)

/** Returns `limit + 1` entries, so that the caller knows whether a page follows. */
export async function selectEntries(db: TenantDb, page: PageOfEntries): Promise<EntryRecord[]> {
  return (await entriesStatement(db, { ...page, enterpriseId: db.enterpriseId })) as EntryRecord[]
}

export async function countEntries(db: TenantDb, filter: AuditFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from audit_entry where ${matching(db.enterpriseId, filter)}`)
}

export async function selectEntry(db: TenantDb, number: number): Promise<EntryRecord | undefined> {
  const [entry] = await selectChain(db, db.enterpriseId, { after: number - 1, limit: 1 })
  return entry?.number === number ? entry : undefined
}

/** Whether {@link selectWaitingChains} finds a chain. */
export const auditDue = () => condition`exists (select from audit_inbox)`
