import type { KeysServer as Server } from '../../../port/module.ts'
import { deleteEndedKeys } from './queries.ts'

/** How long revoked keys and ended secrets are kept, which is longer than calls are in the request log. */
const KEPT_DAYS = 90

/** Deletes keys that were revoked and secrets that ended long ago. */
export async function dropOldKeys({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000)
  await db.systemTx((system) => deleteEndedKeys(system, before))
}
