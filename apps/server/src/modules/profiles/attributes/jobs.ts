import type { AttributesServer as Server } from '../../../port/module.ts'
import { replaceValues, sweepTraits } from '../lifecycle/service.ts'
import { lockLeft, markDone, selectAttribute, selectLeft } from './queries.ts'
import { converted } from './service.ts'

export { attributesLeft } from './queries.ts'

/** Takes values of removed attributes from profiles. */
export async function clearAttributes(server: Pick<Server, 'db' | 'stopping'>): Promise<void> {
  await sweepTraits(server, {
    next: () => server.db.systemTx((db) => selectLeft(db)),
    lock: lockLeft,
    clear: async (db, { id: from, replaced_by: by }, limit) => {
      const to = by === null ? undefined : await selectAttribute(db, by)
      return await replaceValues(db, { from, to: to && { id: to.id, convert: (value) => converted(to, value) }, limit })
    },
    markDone,
  })
}
