import { deleteExpired } from '../../../db/retention.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'

/** How long revoked credentials are kept, which is longer than calls are in the request log. */
const KEPT_DAYS = 90

/** Deletes credentials that were revoked long ago. The name of the program stays, for what it did. */
export async function dropRevokedCredentials({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000)
  await db.systemTx((system) =>
    deleteExpired(system, { table: 'open_api_credential', column: 'revoked_at', before, limit: 1_000 }),
  )
}
