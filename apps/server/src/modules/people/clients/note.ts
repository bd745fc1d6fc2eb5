import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/client'
import { SHOWN_MAX } from '@simwright/contract/people/client'
import type { SystemDb } from '../../../db/database.ts'
import { integerOf } from '../../../db/expression.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { clientOf } from './record.ts'

const COLUMNS = ['id', 'author_id', 'author_name', 'text', 'created_at'] as const

/**
 * Notes of platform staff on a client. The client's own transactions cannot read them, and they are audited in the log of
 * the staff.
 * @throws Problem not_found
 */
export async function listNotes(server: Server, who: Who, id: string): Promise<OutputOf<typeof contract.notes>> {
  const rows = await server.db.systemTx(async (db) => {
    await clientOf(db, id)
    return await selectNotes(db, id)
  })
  const items = rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: row.author_name,
    own: row.author_id === who.userId,
    createdAt: row.created_at.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** @throws Problem not_found */
export async function addNote(
  server: Server,
  who: Who,
  { id, fields }: ParsedInputOf<typeof contract.addNote>,
): Promise<OutputOf<typeof contract.addNote>> {
  await server.db.systemTx(async (db) => {
    const { name } = await clientOf(db, id)
    await insertNote(db, id, {
      id: server.random.uuid(),
      author_id: who.userId,
      author_name: who.name,
      text: fields.text,
      created_at: server.clock.now(),
    })
    const object = { id, name }
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'enterprise.noteAdded',
      object,
      after: fields,
    })
  })
  return {}
}

/** @throws Problem not_found; forbidden for a note of somebody else */
export async function removeNote(
  server: Server,
  who: Who,
  { id, noteId }: ParsedInputOf<typeof contract.removeNote>,
): Promise<OutputOf<typeof contract.removeNote>> {
  await server.db.systemTx(async (db) => {
    const { name } = await clientOf(db, id)
    const note = await lockNote(db, id, noteId)
    if (!note) throw new Problem('not_found')
    if (note.author_id !== who.userId) throw new Problem('forbidden')
    await deleteNote(db, id, noteId)
    const object = { id, name }
    const before = { text: note.text }
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'enterprise.noteRemoved',
      object,
      before,
    })
  })
  return {}
}

type NoteRecord = Row<'client_note', 'id' | 'author_id' | 'author_name' | 'text' | 'created_at'>

/** Newest first. */
async function selectNotes(db: SystemDb, enterpriseId: EnterpriseId): Promise<(NoteRecord & { total: number })[]> {
  return await db
    .selectFrom('client_note')
    .select([...COLUMNS, integerOf`(count(*) over ())::integer`.as('total')])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
}

async function insertNote(db: SystemDb, enterpriseId: EnterpriseId, note: NoteRecord): Promise<void> {
  await db
    .insertInto('client_note')
    .values({ ...note, enterprise_id: enterpriseId })
    .execute()
}

/** The note, locked until the transaction ends. */
async function lockNote(db: SystemDb, enterpriseId: EnterpriseId, id: string): Promise<NoteRecord | undefined> {
  return await db
    .selectFrom('client_note')
    .select(COLUMNS)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function deleteNote(db: SystemDb, enterpriseId: EnterpriseId, id: string): Promise<void> {
  await db.deleteFrom('client_note').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}
