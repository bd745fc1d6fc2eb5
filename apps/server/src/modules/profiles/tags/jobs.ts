import type { TagsServer as Server } from '../../../port/module.ts'
import { replaceTag, sweepTraits } from '../lifecycle/service.ts'
import { lockLeft, markDone, selectLeft } from './queries.ts'

export { tagsLeft } from './queries.ts'

/** Takes removed tags from their profiles. */
export async function clearTags(server: Pick<Server, 'db' | 'stopping'>): Promise<void> {
  await sweepTraits(server, {
    next: () => server.db.systemTx((db) => selectLeft(db)),
    lock: lockLeft,
    clear: (db, { id, merged_into: to }, limit) => replaceTag(db, { from: id, to, limit }),
    markDone,
  })
}
