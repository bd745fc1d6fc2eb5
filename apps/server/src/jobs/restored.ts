import { condition } from '../db/expression.ts'
import { lockName } from '../db/transaction.ts'
import { skipInvoiceNumbers } from '../modules/money/invoices/service.ts'
import { recordAudit } from '../modules/platform/audit/service.ts'
import { isHeld, readHolding, updateSettled } from '../modules/platform/restores/service.ts'
import { selectEnterpriseNames } from '../modules/platform/tenancy/service.ts'
import { restartFeeds } from '../modules/provisioning/rules/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { BackgroundLoop } from '../work/loop.ts'

/**
 * What was issued after the time to which the database was restored has numbers that the database does not know. So many
 * are skipped that none of them is given twice.
 */
export const SKIPPED_INVOICE_NUMBERS = 1_000

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'log'>

/**
 * What each restore needs once, before anything else happens: numbers of invoices are skipped, rules begin at now, and the audit log of each
 * enterprise account records that its entries continue from an earlier time. Any number of processes may call it at their start.
 */
export async function settleRestores(server: Needs): Promise<void> {
  const { db, clock, log } = server
  await db.systemTx(async (system) => {
    await lockName(system, 'restore')
    for (const { rows_of, id } of await updateSettled(system, clock.now())) {
      const rowsOf = rows_of.toISOString()
      await skipInvoiceNumbers(system, SKIPPED_INVOICE_NUMBERS)
      await restartFeeds(system, clock.now())
      for (const enterprise of await selectEnterpriseNames(system)) {
        await recordAudit(server, system, {
          enterpriseId: enterprise.id,
          action: 'enterprise.restored',
          object: enterprise,
          after: { rowsOf, restoreId: id },
        })
      }
      log.warn({ rowsOf }, 'the database was restored; what goes out by itself waits until a person releases it')
    }
  })
}

/** Work that sends or charges without a call. After a restore it waits, because much of it was done before. */
const GOES_OUT: ReadonlySet<string> = new Set([
  'approvals',
  'charges of cards',
  'mails of notifications',
  'operator notifications',
  'planned deliveries',
  'reports',
  'rules',
  'webhooks',
])

/** The loop; after a restore one that goes out waits until a person releases it. */
export function heldAfterRestore({ db }: Pick<Server, 'db'>, one: BackgroundLoop): BackgroundLoop {
  if (!GOES_OUT.has(one.name)) return one
  const { due, run } = one
  return {
    ...one,
    ...(due && { due: (at: Date) => condition`(${due(at)} and not ${isHeld()})` }),
    run: async (signal) => ((await readHolding(db.global)) ? undefined : await run(signal)),
  }
}
