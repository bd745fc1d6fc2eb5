import { type Fault, Problem } from '@simwright/contract'
import { BilledToFields } from '@simwright/contract/money/order'
import { BilledTo } from '@simwright/contract/money/price'
import { Address, Billing } from '@simwright/contract/people/enterprise'
import type { TenantDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'

const isComplete = (billedTo: BilledTo): boolean => BilledToFields.safeParse(billedTo).success

type NextBilling = Awaited<ReturnType<typeof readBilling>>

/**
 * The recipient of the next invoice: that of the enterprise account if it is complete, else that of its last order. Its
 * country decides the tax.
 */
export async function readNextBilling(db: TenantDb): Promise<NextBilling> {
  const billing = await readBilling(db)
  if (isComplete(billing.billedTo)) return billing
  const last = await selectLastRecipient(db)
  return last === undefined ? billing : { ...billing, billedTo: BilledTo.parse(last) }
}

/** The recipient of the next invoice after an order. */
export async function recipientAfter(db: TenantDb, { billed_to: billedTo }: { billed_to: unknown }): Promise<BilledTo> {
  const billing = await readBilling(db)
  return isComplete(billing.billedTo) ? billing.billedTo : BilledTo.parse(billedTo)
}

/** @throws Problem invalid, with a fault in each field of `billedTo` that an invoice needs */
export function requireRecipient(billedTo: BilledTo): void {
  const { error } = BilledToFields.safeParse(billedTo)
  if (!error) return
  const faults = error.issues.map(
    ({ path, message }): Fault => ({ path: `billedTo.${path.join('.')}`, rule: 'required', text: message }),
  )
  throw new Problem('invalid', {}, { faults })
}

async function selectLastRecipient(db: TenantDb): Promise<unknown> {
  const row = await db
    .selectFrom('plan_order')
    .select('billed_to')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('kind', '=', 'BOUGHT')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.billed_to ?? undefined
}

/** The recipient of invoices and the time zone of periods, from the settings of the enterprise account. */
async function readBilling(db: TenantDb): Promise<{ platformId: PlatformId; billedTo: BilledTo; timeZone: string }> {
  const row = await selectEnterprise(db)
  const billing = Billing.parse(row.billing ?? {})
  const company = billing.company || row.name
  return {
    platformId: row.platform_id,
    billedTo: { ...Address.parse(row.address ?? {}), ...billing, company },
    timeZone: row.time_zone ?? 'UTC',
  }
}
