import { createHash } from 'node:crypto'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { type CustomerRecord, insertCustomer, selectCustomer } from './queries.ts'

type Needs = Pick<Server, 'db' | 'stripe' | 'clock'>

/**
 * What Stripe calls the enterprise account; it is added to Stripe if it is not known there yet.
 * @throws StripeFault
 */
export async function customerOf(server: Needs, enterpriseId: EnterpriseId): Promise<CustomerRecord> {
  return (await readCustomer(server, enterpriseId)) ?? (await addCustomer(server, enterpriseId, 1))
}

/**
 * Replaces a customer that does not exist at Stripe any more, together with its card.
 * @throws StripeFault
 */
export async function replaceCustomer(server: Needs, { enterprise_id, generation }: CustomerRecord) {
  return await addCustomer(server, enterprise_id, generation + 1)
}

export async function readCustomer(server: Pick<Server, 'db'>, enterpriseId: EnterpriseId) {
  return await server.db.tenantRead(enterpriseId, (db) => selectCustomer(db))
}

async function addCustomer(server: Needs, enterpriseId: EnterpriseId, generation: number): Promise<CustomerRecord> {
  const payer = await server.db.tenantRead(enterpriseId, (db) => findEnterprise(db))
  if (!payer) throw new TypeError('the enterprise account does not exist')
  const { name, platform_id: platform } = payer
  // a repeated call must have the same parameters
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  const { id: customerId } = await server.stripe.call((stripe) =>
    stripe.customers.create(
      { name, metadata: { platform, enterprise: enterpriseId } },
      { idempotencyKey: `customer-${enterpriseId}-${generation}-${hash}` },
    ),
  )
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, (db) => insertCustomer(db, { customerId, generation, at }))
  const stored = await readCustomer(server, enterpriseId)
  if (!stored) throw new TypeError('the customer was not stored')
  return stored
}
