import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import { emailOfUser, nameOfEnterprise, nameOfPerson } from '../tenancy/service.ts'

type NewFeedback = { id: string; userId: UserId; mood: number | null; text: string; page: string; at: Date }

export async function insertFeedback(db: TenantDb, feedback: NewFeedback): Promise<void> {
  const { id, userId, mood, text, page, at } = feedback
  await db
    .insertInto('feedback')
    .values({ enterprise_id: db.enterpriseId, id, user_id: userId, mood, text, page, created_at: at })
    .execute()
}

/** The times of the user's feedback since `since`, newest first. */
export async function selectSent(db: TenantDb, { userId, since }: { userId: UserId; since: Date }): Promise<Date[]> {
  const rows = await db
    .selectFrom('feedback')
    .select('created_at')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.created_at)
}

export async function selectOwn(db: TenantDb, { userId, limit }: { userId: UserId; limit: number }) {
  return await db
    .selectFrom('feedback')
    .select(['id', 'mood', 'text', 'created_at', 'answer', 'answered_at', 'accepted_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function filteredBy(db: SystemDb, answered: boolean | undefined) {
  const query = db.selectFrom('feedback as f')
  return answered === undefined ? query : query.where('f.answered_at', answered ? 'is not' : 'is', null)
}

/** Feedback of all enterprise accounts, newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectFeedback(
  db: SystemDb,
  { answered, keyset, limit }: { answered: boolean | undefined; keyset: Keyset | undefined; limit: number },
) {
  let query = filteredBy(db, answered).select([
    'f.id',
    'f.enterprise_id',
    nameOfEnterprise('f.enterprise_id').$notNull().as('enterprise_name'),
    emailOfUser('f.user_id').$notNull().as('email'),
    nameOfPerson('f.user_id').$notNull().as('name'),
    'f.mood',
    'f.text',
    'f.page',
    'f.created_at',
    'f.answer',
    'f.answered_at',
    'f.accepted_at',
    nameOfPerson('f.answered_by').as('answered_by_name'),
    'f.version',
  ])
  if (keyset)
    query = query.where(condition`(f.created_at, f.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`)
  return await query
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export type FeedbackRecord = Awaited<ReturnType<typeof selectFeedback>>[number]

export async function countFeedback(db: SystemDb, answered: boolean | undefined): Promise<number> {
  return await countCapped(db, filteredBy(db, answered).select('f.id'))
}

type FeedbackKey = { id: string; version: number }
type Outcome = { userId: UserId } | 'changed' | 'unknown'

/** Locks the feedback until the transaction ends. */
async function lockOne(db: TenantDb, { id, version }: FeedbackKey) {
  const found = await db
    .selectFrom('feedback')
    .select(['user_id', 'version', 'accepted_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return 'unknown'
  return found.version === version ? found : 'changed'
}

async function updateOne(
  db: TenantDb,
  { id, version }: FeedbackKey,
  fields: { answer: string; answered_by: string; answered_at: Date } | { accepted_at: Date },
): Promise<void> {
  await db
    .updateTable('feedback')
    .set({ ...fields, version: version + 1 })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** @returns the sender; `changed` when another version is stored, `unknown` when there is no such feedback */
export async function updateAnswer(
  db: TenantDb,
  { answer, by, at, ...key }: FeedbackKey & { answer: string; by: string; at: Date },
): Promise<Outcome> {
  const found = await lockOne(db, key)
  if (typeof found === 'string') return found
  await updateOne(db, key, { answer, answered_by: by, answered_at: at })
  return { userId: found.user_id }
}

/** @returns the sender; `changed` also when the feedback is already accepted; `unknown` when there is no such feedback */
export async function updateAccepted(db: TenantDb, { at, ...key }: FeedbackKey & { at: Date }): Promise<Outcome> {
  const found = await lockOne(db, key)
  if (typeof found === 'string') return found
  if (found.accepted_at !== null) return 'changed'
  await updateOne(db, key, { accepted_at: at })
  return { userId: found.user_id }
}
