import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/client'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { deleteNote, insertNote, lockNote, selectNotes } from './note-queries.ts'
import { clientOf } from './record.ts'

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
