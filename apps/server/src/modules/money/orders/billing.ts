import type { BilledTo } from '@simwright/contract/money/price'
import { Address, Billing } from '@simwright/contract/people/enterprise'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'

/** The recipient of invoices and the time zone of periods, from the settings of the enterprise account. */
export async function readBilling(
  db: TenantDb,
  enterpriseId: EnterpriseId,
): Promise<{ platformId: PlatformId; billedTo: BilledTo; timeZone: string }> {
  const row = await db
    .selectFrom('enterprise')
    .select(['name', 'platform_id', 'time_zone', 'address', 'billing'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirstOrThrow()
  const billing = Billing.parse(row.billing ?? {})
  const company = billing.company || row.name
  return {
    platformId: row.platform_id,
    billedTo: { ...Address.parse(row.address ?? {}), ...billing, company },
    timeZone: row.time_zone ?? 'UTC',
  }
}
