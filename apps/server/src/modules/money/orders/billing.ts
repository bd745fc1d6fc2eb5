import type { BilledTo } from '@simwright/contract/money/price'
import { Address, Billing } from '@simwright/contract/people/enterprise'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'

type BillingRow = Row<'enterprise', 'name' | 'platform_id' | 'time_zone' | 'address' | 'billing'>

const billingStatement = prepared<{ enterpriseId: EnterpriseId }, BillingRow>(
  'select billing of enterprise',
  ({ enterpriseId }) => sql`
    select name, platform_id, time_zone, address, billing from enterprise where enterprise_id = ${enterpriseId}`,
)

/** The recipient of invoices and the time zone of periods, from the settings of the enterprise account. */
export async function readBilling(
  db: TenantDb,
  enterpriseId: EnterpriseId,
): Promise<{ platformId: PlatformId; billedTo: BilledTo; timeZone: string }> {
  const [row] = await billingStatement(db, { enterpriseId })
  if (!row) throw new Error(`the enterprise account ${enterpriseId} does not exist`)
  const billing = Billing.parse(row.billing ?? {})
  const company = billing.company || row.name
  return {
    platformId: row.platform_id,
    billedTo: { ...Address.parse(row.address ?? {}), ...billing, company },
    timeZone: row.time_zone ?? 'UTC',
  }
}
