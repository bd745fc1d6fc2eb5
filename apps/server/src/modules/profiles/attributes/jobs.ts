import type { TenantDb } from '../../../db/database.ts'
import type { AttributesServer as Server } from '../../../port/module.ts'
import { replaceValues } from '../lifecycle/service.ts'
import { lockLeft, markDone, selectAttribute, selectLeft } from './queries.ts'
import { converted } from './service.ts'

export { attributesLeft } from './queries.ts'

/** Profiles per transaction. */
const CHUNK_SIZE = 2_000

/** Takes values of removed attributes from profiles. Safe in concurrent processes, which take turns at an attribute. */
export async function clearAttributes(server: Pick<Server, 'db' | 'stopping'>): Promise<void> {
  while (!server.stopping.aborted) {
    const found = await server.db.systemTx((db) => selectLeft(db))
    if (!found) return
    await server.db.tenantTx(found.enterprise_id, (db) => clearSome(db, found.id))
  }
}

async function clearSome(db: TenantDb, id: string): Promise<void> {
  const left = await lockLeft(db, id)
  if (!left) return
  const to = left.replaced_by === null ? undefined : await selectAttribute(db, left.replaced_by)
  const count = await replaceValues(db, {
    from: id,
    to: to && { id: to.id, convert: (value) => converted(to, value) },
    limit: CHUNK_SIZE,
  })
  if (count < CHUNK_SIZE) await markDone(db, id)
}
