import type { TagsServer as Server } from '../../../port/module.ts'
import { replaceTag } from '../lifecycle/service.ts'
import { lockLeft, markDone, selectLeft } from './queries.ts'

export { tagsLeft } from './queries.ts'

/** Profiles per transaction. */
const CHUNK_SIZE = 2_000

/** Takes removed tags from their profiles. Safe in concurrent processes, which take turns at a tag. */
export async function clearTags(server: Pick<Server, 'db' | 'stopping'>): Promise<void> {
  while (!server.stopping.aborted) {
    const found = await server.db.systemTx((db) => selectLeft(db))
    if (!found) return
    await server.db.tenantTx(found.enterprise_id, async (db) => {
      const left = await lockLeft(db, found.id)
      if (!left) return
      const count = await replaceTag(db, { from: left.id, to: left.merged_into, limit: CHUNK_SIZE })
      if (count < CHUNK_SIZE) await markDone(db, left.id)
    })
  }
}
