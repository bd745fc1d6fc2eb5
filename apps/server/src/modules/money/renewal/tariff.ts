import type { BilledTo } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { type SoldPlan, soldPlans } from '../../platform/plans/service.ts'
import { type Tax, taxFor } from '../invoices/service.ts'

type Customer = { platformId: PlatformId; billedTo: BilledTo; at: Date }

/** Prices and taxes, each read once for all renewals of a batch. */
export type Tariff = {
  plans(db: TenantDb): Promise<readonly SoldPlan[]>
  taxFor(db: TenantDb, customer: Customer): Promise<Tax>
}

export function openTariff(): Tariff {
  let sold: readonly SoldPlan[] | undefined
  const taxes = new Map<string, Tax>()
  return {
    plans: async (db) => {
      sold ??= await soldPlans(db)
      return sold
    },
    taxFor: async (db, customer) => {
      const { country, taxId } = customer.billedTo
      const key = JSON.stringify([customer.platformId, country, taxId])
      const tax = taxes.get(key) ?? (await taxFor(db, customer))
      taxes.set(key, tax)
      return tax
    },
  }
}
