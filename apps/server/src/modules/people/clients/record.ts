import { Problem } from '@simwright/contract'
import type { SystemDb } from '../../../db/database.ts'
import { type ClientRecord, selectClient } from './queries.ts'

/** With `locked`, the row is locked until the end of the transaction. @throws Problem not_found */
export async function clientOf(db: SystemDb, id: string, lock?: 'locked'): Promise<ClientRecord> {
  const record = await selectClient(db, id, lock)
  if (!record) throw new Problem('not_found')
  return record
}
