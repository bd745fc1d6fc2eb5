import type { BilledTo } from '@simwright/contract/money/price'
import { isInEu, isVatNumber } from '@simwright/contract/money/vat-number'
import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { selectRate, selectSeller } from './seller-queries.ts'

export type Tax = {
  country: string
  /** Hundredths of a percent. */
  rate: number
  reverseCharge: boolean
}

/**
 * The tax on what a platform sells to this customer at this time. A business with a VAT number in another country of the
 * European Union than the seller owes the tax itself (reverse charge; article 196 of Council Directive 2006/112/EC). Of
 * the VAT number only the form is checked. Without a rate of the country, the rate is 0.
 */
export async function taxFor(
  db: Kysely<GlobalTables> | SystemDb,
  { platformId, billedTo, at }: { platformId: PlatformId; billedTo: BilledTo; at: Date },
): Promise<Tax> {
  const { country, taxId } = billedTo
  const seller = await selectSeller(db, platformId)
  if (seller && isReverseCharge(seller.fields.country, { country, taxId }))
    return { country, rate: 0, reverseCharge: true }
  const rate = country === '' ? 0 : ((await selectRate(db, { platformId, country, at })) ?? 0)
  return { country, rate, reverseCharge: false }
}

const isReverseCharge = (seller: string, { country, taxId }: Pick<BilledTo, 'country' | 'taxId'>) =>
  isInEu(seller) && isInEu(country) && seller !== country && isVatNumber(country, taxId)
