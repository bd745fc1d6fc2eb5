import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/staff-order'
import type { TenantDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { orderDueLetter } from '../../platform/mail/service.ts'
import { notifyPlanManagers, type OrderRow } from '../../platform/plans/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { orderPlan, quotePurchase } from '../orders/service.ts'
import { amountOf } from './amount.ts'
import type { ClientRecord } from './queries.ts'
import { recordForStaff } from './staff-log.ts'

/** The price of a purchase for a client. @throws Problem not_found, and those of a purchase */
export async function quoteFor(
  server: Server,
  { enterpriseId, fields }: ParsedInputOf<typeof contract.quote>,
): Promise<OutputOf<typeof contract.quote>> {
  const { platform_id: platformId } = await server.db.tenantRead(enterpriseId, (db) => readClient(db))
  return await quotePurchase(server, { enterpriseId, platformId }, fields)
}

/** @throws Problem not_found, also for the enterprise of the staff */
async function readClient(db: TenantDb): Promise<ClientRecord> {
  const client = db.enterpriseId === STAFF_ENTERPRISE_ID ? undefined : await findEnterprise(db)
  if (!client) throw new Problem('not_found')
  return client
}

/** Orders a plan for a client, who is notified and pays it. @throws Problem not_found, and those of a purchase */
export async function addOrder(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const { enterpriseId, fields, totalCents } = input
  return await once.tenantTx(enterpriseId, async (db) => {
    const { name: enterprise, platform_id: platformId } = await readClient(db)
    const actor = { kind: 'STAFF', id: who.userId } as const
    const order = await orderPlan(server, db, { enterpriseId, platformId, actor, wish: { ...fields, totalCents } })
    const { id, code, state, plan, currency } = order
    if (state === 'UNPAID') await requestPayment(server, db, order)
    await recordForStaff(server, db, {
      enterpriseId,
      action: 'order.addedByStaff',
      object: { id, name: code },
      after: { enterprise, plan, amount: (totalCents / 100).toFixed(2), currency },
    })
    return { id, code, state }
  })
}

async function requestPayment(server: Server, db: TenantDb, order: OrderRow): Promise<void> {
  const { id: orderId, enterprise_id: enterpriseId, code, plan, currency, amount_cents: cents, expires_at } = order
  const until = expires_at!
  const reason = `Our staff has ordered the plan ${plan} for you.`
  await notifyPlanManagers(server, db, {
    enterpriseId,
    once: `ORDER_DUE ${orderId}`,
    news: { kind: 'ORDER_DUE', facts: { orderId, code, cents, currency, until: until.toISOString() } },
    letter: (sender, named) =>
      orderDueLetter(sender, { ...named, orderId, code, reason, amount: amountOf(order), until }),
  })
}
