import { Problem } from '@simwright/contract'
import { type SalesNeed, salesLackText } from '@simwright/contract/money/order'
import type { Kysely } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { hasContact, platformOf } from '../../platform/brand/service.ts'
import { paymentMethodsOf } from './payment-method.ts'

type Needs = Pick<Selling, 'stripe' | 'platforms'>

/** What a platform lacks to sell plans; empty: it sells them. */
export async function readSalesLack(
  server: Needs,
  db: Kysely<GlobalTables> | SystemDb,
  platformId: PlatformId,
): Promise<SalesNeed[]> {
  const methods = await paymentMethodsOf(server, db, platformId)
  return [
    ...(methods.length === 0 ? (['PAYMENT'] as const) : []),
    ...(hasContact(platformOf(server, platformId)) ? [] : (['CONTACT'] as const)),
  ]
}

/** @throws Problem nothing_sold, with what is missing */
export async function requireSelling(server: Needs, db: TenantDb, platformId: PlatformId): Promise<void> {
  const lack = await readSalesLack(server, db, platformId)
  if (lack.length > 0) throw new Problem('nothing_sold', { missing: salesLackText(lack) })
}
