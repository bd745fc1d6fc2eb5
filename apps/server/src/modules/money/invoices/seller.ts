import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/seller'
import type { Seller, SellerFields, TaxRate } from '@simwright/contract/money/seller'
import { accountText, inGroupsOfFour, referenceOf, type TransferInstructions } from '@simwright/contract/money/transfer'
import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import { fault } from '../../../http/input.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { insertSeller, replaceRates, selectRates, selectSeller, selectSellers, updateSeller } from './seller-queries.ts'

/** Seller data and tax rates of all platforms, by name. */
export async function listSellers(server: Server): Promise<OutputOf<typeof contract.list>> {
  const [sellers, rates] = await server.db.globalTx(async (db) => [await selectSellers(db), await selectRates(db)])
  const platforms = server.platforms.all().map(({ id, app_name: platform }) => {
    const stored = sellers.find((seller) => seller.platform_id === id)
    return {
      platformId: id,
      platform,
      version: stored?.version ?? 0,
      fields: stored
        ? { seller: stored.fields, rates: ratesOf(rates.filter((rate) => rate.platform_id === id)) }
        : null,
      updatedAt: stored?.updated_at.toISOString() ?? null,
    }
  })
  return { platforms: platforms.sort((a, b) => a.platform.localeCompare(b.platform)) }
}

const ratesOf = (rates: readonly TaxRate[]): TaxRate[] =>
  rates.map(({ country, rate, validFrom }) => ({ country, rate, validFrom }))

/** @throws Problem changed_meanwhile, or a fault when another platform has the same prefix of invoice numbers */
export async function editSeller(
  server: Server,
  { platformId, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { app_name: name } = server.platforms.byId(platformId) ?? notFound()
  const next = { platform_id: platformId, fields: fields.seller, version: version + 1, at: server.clock.now() }
  await server.db
    .globalTx(async (db) => {
      const stored = await selectSeller(db, platformId, 'locked')
      if ((stored?.version ?? 0) !== version) throw new Problem('changed_meanwhile')
      const rates = ratesOf(await selectRates(db, platformId))
      if (stored) await updateSeller(db, next)
      else if (!(await insertSeller(db, next))) throw new Problem('changed_meanwhile')
      await replaceRates(db, platformId, fields.rates)
      await recordAudit(server, db, {
        enterpriseId: STAFF_ENTERPRISE_ID,
        action: 'seller.edited',
        object: { id: platformId, name },
        ...(stored ? { before: factsOf({ seller: stored.fields, rates }, version) } : {}),
        after: factsOf(fields, version + 1),
      })
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'seller_invoice_prefix_key')) throw error
      throw fault('fields.seller.invoicePrefix', 'taken', 'Another platform has this prefix.')
    })
  return { version: version + 1 }
}

function notFound(): never {
  throw new Problem('not_found')
}

function factsOf({ seller, rates }: SellerFields, version: number) {
  const taxRates = rates.map(({ country, rate, validFrom }) => `${country} ${rate / 100} % from ${validFrom}`)
  return { ...seller, taxRates: taxRates.sort(), version }
}

/** The seller data of a platform; undefined while staff have not entered them. */
export async function readSeller(
  db: Kysely<GlobalTables> | SystemDb,
  platformId: PlatformId,
): Promise<Seller | undefined> {
  return (await selectSeller(db, platformId))?.fields
}

/** How to pay an order by bank transfer; undefined while the platform has no bank account. */
export async function transferFor(
  db: Kysely<GlobalTables> | SystemDb,
  order: { platformId: PlatformId; orderCode: string; cents: number; currency: string },
): Promise<TransferInstructions | undefined> {
  const seller = await readSeller(db, order.platformId)
  return seller && transferTo(seller, order)
}

export function transferTo(
  { bankHolder, bankName, bankAccount, bic }: Seller,
  { orderCode, cents, currency }: { orderCode: string; cents: number; currency: string },
): TransferInstructions | undefined {
  if (bankAccount === '') return undefined
  return {
    holder: bankHolder,
    bank: bankName,
    account: accountText(bankAccount),
    bic,
    reference: inGroupsOfFour(referenceOf(orderCode)),
    cents,
    currency,
  }
}

/** What an invoice of a platform without seller data says: its name alone. */
export function sellerWithoutData({ platforms }: Pick<Server, 'platforms'>, platformId: PlatformId): Seller {
  const { app_name: name, sys, support_email } = platformOf({ platforms }, platformId)
  const empty = { street: '', postalCode: '', city: '', region: '', country: '', vatNumber: '', footer: '' }
  const bank = { bankHolder: '', bankName: '', bankAccount: '', bic: '' }
  return { name, ...empty, ...bank, invoicePrefix: `${sys.toUpperCase()}-`, replyMail: support_email ?? '' }
}
