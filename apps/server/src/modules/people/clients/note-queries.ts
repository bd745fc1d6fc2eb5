import { SHOWN_MAX } from '@simwright/contract/people/client'
import type { SystemDb } from '../../../db/database.ts'
import { integerOf } from '../../../db/expression.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

export type NoteRecord = Row<'client_note', 'id' | 'author_id' | 'author_name' | 'text' | 'created_at'>

const COLUMNS = ['id', 'author_id', 'author_name', 'text', 'created_at'] as const

/** Newest first. */
export async function selectNotes(
  db: SystemDb,
  enterpriseId: EnterpriseId,
): Promise<(NoteRecord & { total: number })[]> {
  return await db
    .selectFrom('client_note')
    .select([...COLUMNS, integerOf`(count(*) over ())::integer`.as('total')])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
}

export async function insertNote(db: SystemDb, enterpriseId: EnterpriseId, note: NoteRecord): Promise<void> {
  await db
    .insertInto('client_note')
    .values({ ...note, enterprise_id: enterpriseId })
    .execute()
}

/** The note, locked until the transaction ends. */
export async function lockNote(db: SystemDb, enterpriseId: EnterpriseId, id: string): Promise<NoteRecord | undefined> {
  return await db
    .selectFrom('client_note')
    .select(COLUMNS)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteNote(db: SystemDb, enterpriseId: EnterpriseId, id: string): Promise<void> {
  await db.deleteFrom('client_note').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}
