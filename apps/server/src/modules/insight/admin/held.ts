import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/admin-dashboard'
import type { AdminServer as Server } from '../../../port/module.ts'
import { countUncharged } from '../../money/stripe/service.ts'
import { countHeldMails } from '../../platform/mail/service.ts'
import { countOutbox } from '../../platform/outbox/service.ts'
import { readHolding } from '../../platform/restores/service.ts'
import { countUnsentNotices } from '../../programs/es2plus/service.ts'
import { countUnsentWebhooks } from '../../programs/webhooks/service.ts'

/** What is held since the database was restored. Each figure is exact up to the cap of lists. */
export async function readHeld({ db }: Server): Promise<OutputOf<typeof contract.held>> {
  const holding = await readHolding(db.global)
  if (!holding) return { restore: null }
  const mails = await countHeldMails(db.global)
  return await db.systemTx(async (system) => ({
    restore: {
      rowsOf: holding.rowsOf.toISOString(),
      at: holding.at.toISOString(),
      mails,
      webhooks: (await countUnsentWebhooks(system)) + (await countOutbox(system)),
      operatorNotifications: await countUnsentNotices(system),
      charges: await countUncharged(system),
    },
  }))
}
