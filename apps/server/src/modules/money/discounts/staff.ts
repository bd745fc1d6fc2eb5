import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/discount'
import { type DiscountTerms, discountPlans } from '@simwright/contract/money/discount'
import { billingTypes } from '@simwright/contract/money/price'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { OnceAnswer, OnceCall } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { DiscountsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf } from '../../platform/brand/service.ts'
import {
  countDiscounts,
  type DiscountRecord,
  insertDiscount,
  type StoredDiscount,
  selectDiscount,
  selectDiscounts,
  selectUses,
  updateDiscount,
} from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const USES_SHOWN = 100

/** The codes of all platforms. */
export async function listDiscounts(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['discounts', given]
  const keyset = readCursor(cursor, scope)
  const filter = { states: given.state, prefix: given.search, at: server.clock.now() }
  const { rows, counted } = await server.db.globalTx(async (db) => ({
    rows: await selectDiscounts(db, { filter, keyset, limit }),
    counted: await countDiscounts(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => rowOf(server, row)), next: page.next, ...capTotal(counted) }
}

/** @throws Problem not_found */
export async function readOne(server: Server, id: string): Promise<OutputOf<typeof contract.get>> {
  return await server.db.systemTx(async (db) => {
    const record = await selectDiscount(db, { id, at: server.clock.now() })
    if (!record) throw new Problem('not_found')
    const uses = await selectUses(db, id, USES_SHOWN)
    return {
      discount: rowOf(server, record),
      uses: uses.map(({ enterprise_id, name, code, used_at }) => ({
        enterpriseId: enterprise_id,
        enterprise: name,
        orderCode: code,
        usedAt: used_at.toISOString(),
      })),
    }
  })
}

function rowOf(server: Server, record: StoredDiscount): contract.DiscountRow {
  return {
    id: record.id,
    version: record.version,
    platformId: record.platform_id,
    platform: platformOf(server, record.platform_id).app_name,
    code: record.code,
    percent: record.percent,
    cents: record.cents,
    state: record.state,
    used: record.used,
    terms: termsOf(record),
    stoppedAt: record.stopped_at?.toISOString() ?? null,
    createdAt: record.created_at.toISOString(),
  }
}

function termsOf(record: DiscountRecord): DiscountTerms {
  const { plans, billing_types, max_uses, once_per_enterprise, expires_at, note } = record
  return {
    plans: discountPlans.filter((plan) => plans.includes(plan)),
    billingTypes: billingTypes.filter((type) => billing_types.includes(type)),
    maxUses: max_uses,
    oncePerEnterprise: once_per_enterprise,
    until: expires_at && new Date(expires_at.getTime() - DAY_MS).toISOString().slice(0, 10),
    note,
  }
}

const columnsOf = ({ plans, billingTypes, maxUses, oncePerEnterprise, until, note }: DiscountTerms) => ({
  plans,
  billing_types: billingTypes,
  max_uses: maxUses,
  once_per_enterprise: oncePerEnterprise,
  expires_at: until === null ? null : new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS),
  note,
})

/** For the audit log, with money in dollars. */
const factsOf = ({ percent, cents, terms }: Pick<contract.DiscountRow, 'percent' | 'cents' | 'terms'>) => ({
  percent,
  amount: cents === null ? null : (cents / 100).toFixed(2),
  ...terms,
})

/** @throws Problem not_found for the platform, or a fault when the platform has this code already */
export async function addDiscount(
  server: Server,
  { input: { platformId, fields }, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  if (!server.platforms.byId(platformId)) throw new Problem('not_found')
  const { code, percent, cents, ...terms } = fields
  const id = server.random.uuid()
  const created_at = server.clock.now()
  return await once.globalTx(async (db) => {
    const record = { id, platform_id: platformId, code, percent, cents, ...columnsOf(terms) }
    if (!(await insertDiscount(db, { ...record, version: 1, stopped_at: null, created_at })))
      throw fault('fields.code', 'taken', 'This platform has a discount with this code, which may have ended.')
    const after = { ...factsOf({ percent, cents, terms }), version: 1 }
    const object = { id, name: code }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, action: 'discount.added', object, after })
    return { id }
  })
}

/** @throws Problem not_found, changed_meanwhile, or a fault when fewer uses are allowed than there are */
export async function editDiscount(
  server: Server,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  return await server.db.globalTx(async (db) => {
    const stored = await lockUnstopped(db, { id, version, at: server.clock.now() })
    if (fields.maxUses !== null && fields.maxUses < stored.used)
      throw fault('fields.maxUses', 'used', `It has been used ${stored.used} times already.`)
    await updateDiscount(db, id, { ...columnsOf(fields), version: version + 1 })
    const worth = { percent: stored.percent, cents: stored.cents }
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'discount.edited',
      object: { id, name: stored.code },
      before: { ...factsOf({ ...worth, terms: termsOf(stored) }), version },
      after: { ...factsOf({ ...worth, terms: fields }), version: version + 1 },
    })
    return { version: version + 1 }
  })
}

/** @throws Problem not_found, changed_meanwhile also when it is stopped already */
export async function stopDiscount(
  server: Server,
  { id, version }: ParsedInputOf<typeof contract.stop>,
): Promise<OutputOf<typeof contract.stop>> {
  return await server.db.globalTx(async (db) => {
    const at = server.clock.now()
    const { code } = await lockUnstopped(db, { id, version, at })
    await updateDiscount(db, id, { stopped_at: at, version: version + 1 })
    const [before, after] = [{ state: 'ACTIVE' }, { state: 'STOPPED' }]
    const object = { id, name: code }
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'discount.stopped',
      object,
      before,
      after,
    })
    return { version: version + 1 }
  })
}

/** A code that was not stopped, locked until the transaction ends. */
async function lockUnstopped(
  db: Parameters<typeof selectDiscount>[0],
  { id, version, at }: { id: string; version: number; at: Date },
): Promise<StoredDiscount> {
  const stored = await selectDiscount(db, { id, at, lock: 'locked' })
  if (!stored) throw new Problem('not_found')
  if (stored.version !== version || stored.stopped_at !== null) throw new Problem('changed_meanwhile')
  return stored
}
