import type { CommentedKind } from '@simwright/contract/insight/comment'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type Commented = { kind: CommentedKind; objectId: string }

const objectStatement = statement(
  'select commented object',
  ({ enterpriseId, kind, objectId }: Commented & { enterpriseId: EnterpriseId }) => sql`
    select iccid::text as name from profile
      where ${kind} = 'PROFILE' and enterprise_id = ${enterpriseId} and id = ${objectId}
    union all select code::text from batch
      where ${kind} = 'BATCH' and enterprise_id = ${enterpriseId} and id = ${objectId}
    union all select name::text from campaign
      where ${kind} = 'CAMPAIGN' and enterprise_id = ${enterpriseId} and id = ${objectId} and removed_at is null
    union all select code::text from plan_order
      where ${kind} = 'ORDER' and enterprise_id = ${enterpriseId} and id = ${objectId}`,
  { present: ['name'] },
)

/** The name of an object, if the caller sees it within the limit to groups. */
export async function selectObjectName(db: TenantDb, object: Commented): Promise<string | undefined> {
  return (await objectStatement(db, { ...object, enterpriseId: db.enterpriseId }))[0]?.name
}

const commentsOf = (db: TenantDb) => db.selectFrom('comment as c').where('c.enterprise_id', '=', db.enterpriseId)

const withNames = (db: TenantDb) =>
  commentsOf(db)
    .select(['c.id', 'c.object_kind', 'c.object_id', 'c.text', 'c.created_by', 'c.key_name', 'c.created_at'])
    .select(['c.edited_at', 'c.deleted_at', 'c.version'])
    .select(textOf`coalesce(${nameOfUser('c.created_by')}, '')`.as('created_by_name'))
    .select(textOf`coalesce(${nameOfUser('c.deleted_by')}, '')`.as('deleted_by_name'))

export type CommentRecord = Awaited<ReturnType<typeof selectComment>> & {}

export async function selectComment(db: TenantDb, id: string) {
  return await withNames(db).where('c.id', '=', id).executeTakeFirst()
}

type CommentPage = Commented & { before: { at: Date; id: string } | undefined; limit: number }

/** Up to `limit + 1` comments of an object, newest first. */
export async function selectComments(
  db: TenantDb,
  { kind, objectId, before, limit }: CommentPage,
): Promise<CommentRecord[]> {
  return await withNames(db)
    .where('c.object_kind', '=', kind)
    .where('c.object_id', '=', objectId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('c.created_at', 'c.id'), '<', tuple(before!.at, before!.id)),
      ),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
}

type ExportPage = { kinds: readonly CommentedKind[]; objectId: string | undefined; after: ExportCursor; limit: number }
export type ExportCursor = { at: Date; id: string } | undefined

/** Comments of these kinds of objects that are not deleted, oldest first, each with the name of its object. */
export async function selectForExport(db: TenantDb, { kinds, objectId, after, limit }: ExportPage) {
  return await withNames(db)
    .select(
      textOf`coalesce(case c.object_kind
        when 'PROFILE' then (select p.iccid from profile p where p.enterprise_id = c.enterprise_id and p.id = c.object_id)
        when 'BATCH' then (select b.code from batch b where b.enterprise_id = c.enterprise_id and b.id = c.object_id)
        when 'CAMPAIGN' then (select a.name from campaign a where a.enterprise_id = c.enterprise_id and a.id = c.object_id)
        else (select o.code from plan_order o where o.enterprise_id = c.enterprise_id and o.id = c.object_id) end, '')`.as(
        'object_name',
      ),
    )
    .where('c.deleted_at', 'is', null)
    .where('c.object_kind', 'in', [...kinds])
    .$if(objectId !== undefined, (query) => query.where('c.object_id', '=', objectId!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('c.created_at', 'c.id'), '>', tuple(after!.at, after!.id))),
    )
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

/** The comments of an object, deleted ones included. */
export async function countComments(db: TenantDb, { kind, objectId }: Commented): Promise<number> {
  const { counted } = await commentsOf(db)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('c.object_kind', '=', kind)
    .where('c.object_id', '=', objectId)
    .executeTakeFirstOrThrow()
  return counted
}

/** The comments of a person since a time. */
export async function countCommentsSince(db: TenantDb, userId: UserId, since: Date): Promise<number> {
  const { counted } = await commentsOf(db)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('c.created_by', '=', userId)
    .where('c.created_at', '>', since)
    .executeTakeFirstOrThrow()
  return counted
}

type NewComment = Commented & { id: string; text: string; userId: UserId; keyName: string | null; at: Date }

export async function insertComment(
  db: TenantDb,
  { id, kind, objectId, text, userId, keyName, at }: NewComment,
): Promise<void> {
  await db
    .insertInto('comment')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      object_kind: kind,
      object_id: objectId,
      text,
      created_by: userId,
      key_name: keyName,
      created_at: at,
    })
    .execute()
}

export async function lockComment(db: TenantDb, id: string) {
  return await commentsOf(db)
    .select(['c.id', 'c.object_kind', 'c.object_id', 'c.text', 'c.created_by', 'c.deleted_at', 'c.version'])
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateText(
  db: TenantDb,
  { id, text, at }: { id: string; text: string; at: Date },
): Promise<void> {
  await db
    .updateTable('comment')
    .set((eb) => ({ text, edited_at: at, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the text; that there was a comment remains. */
export async function markDeleted(
  db: TenantDb,
  { id, userId, at }: { id: string; userId: UserId; at: Date },
): Promise<void> {
  await db
    .updateTable('comment')
    .set((eb) => ({ text: '', deleted_at: at, deleted_by: userId, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
