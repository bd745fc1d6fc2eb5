import type { PhoneServer as Server } from '../../../port/module.ts'
import { closeIn } from './close.ts'

export { phonesDue } from './queries.ts'

import { selectLapsed, selectPhone } from './queries.ts'

/** Phones per sweep; the next sweep continues. */
const PHONES_PER_SWEEP = 100

/** Closes the phones whose time is over. Safe to run in several processes at once: a phone is closed once. */
export async function closeLapsedPhones(server: Pick<Server, 'db' | 'clock' | 'random' | 'log'>): Promise<void> {
  const at = server.clock.now()
  const lapsed = await server.db.systemTx((system) => selectLapsed(system, at, PHONES_PER_SWEEP))
  for (const enterpriseId of lapsed) {
    const closing = server.db.tenantTx(enterpriseId, async (db) => {
      const phone = await selectPhone(db)
      if (phone && phone.ends_at <= at) await closeIn(server, db, phone)
    })
    await closing.catch((err: unknown) => server.log.warn({ err, enterpriseId }, 'a virtual phone could not be closed'))
  }
}
