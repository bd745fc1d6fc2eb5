import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as contract from '@simwright/contract/insight/comment'
import type { TenantDb } from '../../../db/database.ts'
import { cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { CommentsServer as Server } from '../../../port/module.ts'
import { isAdmin } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { lockUser, selectUserNames } from '../../platform/tenancy/service.ts'
import { findPeople, maySee, readMentions } from './mention.ts'
import {
  type Commented,
  type CommentRecord,
  countComments,
  countCommentsSince,
  insertComment,
  lockComment,
  markDeleted,
  selectComment,
  selectComments,
  selectObjectName,
  updateText,
} from './queries.ts'

const MINUTE_MS = 60_000

/** The name of an object that the caller sees, by role and within the limit to groups. @throws Problem not_found */
export async function requireObject(db: TenantDb, who: Who, object: Commented): Promise<string> {
  const name = maySee(who.permissions, object.kind) ? await selectObjectName(db, object) : undefined
  if (name === undefined) throw new Problem('not_found')
  return name
}

export async function listComments(
  server: Server,
  who: Who,
  { cursor, limit, kind, objectId }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const object = { kind, objectId }
  const scope = ['comments', who.enterpriseId, kind, objectId]
  const last = readCursor(cursor, scope)
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    await requireObject(db, who, object)
    const before = last && { at: new Date(last.value), id: last.id }
    const rows = await selectComments(db, { ...object, before, limit })
    const page = cutPage(rows, limit, ({ created_at, id }) =>
      writeCursor({ value: created_at.toISOString(), id }, scope),
    )
    return { items: await shownTo(db, who, page.items), next: page.next, total: await countComments(db, object) }
  })
}

export async function readComment(server: Server, who: Who, id: string): Promise<contract.Comment> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const row = await selectComment(db, id)
    if (!row) throw new Problem('not_found')
    await requireObject(db, who, objectOf(row))
    const [shown] = await shownTo(db, who, [row])
    return shown!
  })
}

const objectOf = (row: Pick<CommentRecord, 'object_kind' | 'object_id'>): Commented => ({
  kind: row.object_kind as contract.CommentedKind,
  objectId: row.object_id,
})

async function shownTo(db: TenantDb, who: Who, rows: readonly CommentRecord[]): Promise<contract.Comment[]> {
  const mentioned = rows.map(({ text }) => contract.mentionedIds(text))
  const names = new Map(
    (await selectUserNames(db, { ids: [...new Set(mentioned.flat())] })).map(({ id, name }) => [id, name]),
  )
  return rows.map((row, index) => ({
    id: row.id,
    ...objectOf(row),
    text: row.text,
    mentions: mentioned[index]!.map((userId) => ({ userId, name: names.get(userId) ?? '' })),
    createdBy: row.created_by_name,
    keyName: row.key_name,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    deletedBy: row.deleted_at === null ? null : row.deleted_by_name,
    version: row.version,
    mayEdit: row.deleted_at === null && mayWrite(who) && row.created_by === who.userId,
    mayDelete: row.deleted_at === null && mayWrite(who) && mayDelete(who, row.created_by),
  }))
}

const mayWrite = ({ permissions, visit }: Who) => visit === undefined && permissions.has('Comment_Create')

const mayDelete = (who: Who, author: UserId): boolean => author === who.userId || isAdmin(who)

export async function listPeople(
  server: Server,
  who: Who,
  { kind, objectId, search }: ParsedInputOf<typeof contract.people>,
): Promise<OutputOf<typeof contract.people>> {
  const { enterpriseId } = who
  const object = { kind, objectId }
  await server.db.tenantRead(enterpriseId, (db) => requireObject(db, who, object))
  const people = await findPeople(server, { ...object, enterpriseId, search })
  return { items: people.map(({ userId, name, email }) => ({ userId, name, email })) }
}

export async function addComment(
  server: Server,
  who: Who,
  { input: { kind, objectId, text }, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const { enterpriseId, userId } = who
  const object = { kind, objectId }
  await server.db.tenantRead(enterpriseId, (db) => requireObject(db, who, object))
  const mentioned = await readMentions(server, { object: { ...object, enterpriseId }, text, before: '' })
  const id = server.random.uuid()
  return await once.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    const name = await requireObject(db, who, object)
    await requireRoom(db, who, { object, at })
    const keyName = who.key?.name ?? null
    await insertComment(db, { id, ...object, text: mentioned.text, userId, keyName, at })
    await recordChange(server, db, { action: 'comment.added', id, object, name, mentions: mentioned.userIds.length })
    await notifyMentioned(server, db, { who, id, object, name, userIds: mentioned.userIds })
    return { id }
  })
}

/** Comments of a person wait for each other, so that the limits are exact. @throws Problem too_many, comments_too_many */
async function requireRoom(db: TenantDb, who: Who, { object, at }: { object: Commented; at: Date }): Promise<void> {
  await lockUser(db as never, who.userId)
  const recent = await countCommentsSince(db, who.userId, new Date(at.getTime() - MINUTE_MS))
  if (recent >= contract.COMMENTS_A_MINUTE) throw new Problem('too_many', { seconds: MINUTE_MS / 1_000 })
  const max = contract.COMMENTS_PER_OBJECT
  if ((await countComments(db, object)) >= max)
    throw new Problem('comments_too_many', { max, object: contract.commentedNames[object.kind] })
}

type Change = {
  action: 'comment.added' | 'comment.edited' | 'comment.removed'
  id: string
  object: Commented
  name: string
  mentions?: number
}

/** The audit log says that there was a comment, on what, and how many people it newly mentions, but never its text. */
async function recordChange(server: Server, db: TenantDb, change: Change): Promise<void> {
  const { action, id, object, name, mentions } = change
  await recordAudit(server, db, {
    action,
    enterpriseId: db.enterpriseId,
    object: { id, name },
    after: { kind: object.kind, ...(mentions === undefined ? {} : { mentions }) },
  })
}

type Notified = { who: Who; id: string; object: Commented; name: string; userIds: readonly UserId[] }

/** Notifies each person once about a comment, but not who writes it. The notification has no text of it. */
async function notifyMentioned(
  server: Server,
  db: TenantDb,
  { who, id, object, name, userIds }: Notified,
): Promise<void> {
  const others = userIds.filter((one) => one !== who.userId)
  if (others.length === 0) return
  await notifyMembers(server, db, {
    userIds: others,
    once: `comment ${id}`,
    news: {
      kind: 'COMMENT_MENTION',
      facts: { commentId: id, objectKind: object.kind, objectId: object.objectId, name, actor: who.name },
    },
  })
}

/** @throws Problem not_found, forbidden, or changed_meanwhile */
async function lockWritten(
  db: TenantDb,
  who: Who,
  { id, version, isAllowed }: { id: string; version: number; isAllowed: (author: UserId) => boolean },
) {
  const row = await lockComment(db, id)
  if (!row || row.deleted_at !== null) throw new Problem('not_found')
  const name = await requireObject(db, who, objectOf(row))
  if (!isAllowed(row.created_by)) throw new Problem('forbidden')
  if (row.version !== version) throw new Problem('changed_meanwhile')
  return { row, name, object: objectOf(row) }
}

export async function editComment(
  server: Server,
  who: Who,
  { id, version, text }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { enterpriseId, userId } = who
  const isAllowed = (author: UserId) => author === userId
  const found = await server.db.tenantTx(enterpriseId, (db) => lockWritten(db, who, { id, version, isAllowed }))
  const mentioned = await readMentions(server, {
    object: { ...found.object, enterpriseId },
    text,
    before: found.row.text,
  })
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { object, name } = await lockWritten(db, who, { id, version, isAllowed })
    await updateText(db, { id, text: mentioned.text, at: server.clock.now() })
    await recordChange(server, db, { action: 'comment.edited', id, object, name, mentions: mentioned.userIds.length })
    await notifyMentioned(server, db, { who, id, object, name, userIds: mentioned.userIds })
  })
  return { version: version + 1 }
}

export async function removeComment(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const { enterpriseId, userId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const isAllowed = (author: UserId) => mayDelete(who, author)
    const { object, name } = await lockWritten(db, who, { id, version, isAllowed })
    await markDeleted(db, { id, userId, at: server.clock.now() })
    await recordChange(server, db, { action: 'comment.removed', id, object, name })
  })
  return {}
}
