import { BANK_TRANSFER, STRIPE } from '@simwright/contract/money/order'
import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { readSeller } from '../invoices/service.ts'

/** A card needs Stripe, a bank transfer the account of the seller. */
export async function paymentMethodsOf(
  { stripe }: Pick<Selling, 'stripe'>,
  db: Kysely<GlobalTables> | SystemDb,
  platformId: PlatformId,
): Promise<(0 | 1)[]> {
  const seller = await readSeller(db, platformId)
  const hasAccount = seller !== undefined && seller.bankAccount !== ''
  return [...(stripe.isOffered ? [STRIPE] : []), ...(hasAccount ? [BANK_TRANSFER] : [])]
}
