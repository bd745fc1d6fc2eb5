import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as voucher from '@simwright/contract/provisioning/voucher'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { lockName } from '../../../db/transaction.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { VouchersServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { hasFeature, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { lockSource, readSource } from '../campaigns/service.ts'
import { generateCodes, generateSlug, hashOfCode } from './code.ts'
import {
  type BatchRecord,
  countBatches,
  countOpen,
  countVouchers,
  insertBatch,
  insertCodes,
  lockBatch,
  selectBatch,
  selectBatches,
  selectByNumber,
  selectDays,
  selectVouchers,
  updateBatch,
  updateBatchRevoked,
  updateRevoked,
  type VoucherRecord,
} from './queries.ts'

const HOUR_MS = 60 * 60_000

export async function listBatches(
  server: Server,
  who: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof voucher.list>,
): Promise<OutputOf<typeof voucher.list>> {
  const direction = sort?.direction ?? 'desc'
  const scope = ['vouchers', filter, direction]
  const keyset = readCursor(cursor, scope)
  const { rows, counted, link } = await server.db.tenantRead(who.enterpriseId, async (db) => ({
    rows: await selectBatches(db, { filter, direction, keyset, limit }),
    counted: await countBatches(db, filter),
    link: await linkOf(server, db, who),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => batchOf(server, row, link)), next: page.next, ...capTotal(counted) }
}

export async function readBatch(server: Server, who: Who, id: string): Promise<voucher.VoucherBatchDetail> {
  const since = new Date(server.clock.now().getTime() - voucher.VOUCHER_DAYS * 24 * HOUR_MS)
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const row = await selectBatch(db, id)
    if (!row) throw new Problem('not_found')
    const days = await selectDays(db, { batchId: id, since })
    return { ...batchOf(server, row, await linkOf(server, db, who)), days }
  })
}

type LinkOf = (slug: string) => string | null

/** The link of a page by its name; null without public pages in the plan. */
async function linkOf(server: Server, db: TenantDb, { platformId }: Pick<Who, 'platformId'>): Promise<LinkOf> {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  const origin = originOf(server, platformOf(server, platformId))
  return (slug) => (hasFeature(entitlement, 'AC_LINK') ? `${origin}/v/${slug}` : null)
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

function batchOf({ clock }: Pick<Server, 'clock'>, row: BatchRecord, link: LinkOf): voucher.VoucherBatch {
  const { id, name, count, redeemed, revoked, wrong } = row
  const now = clock.now()
  const codesUntil = row.codes_until !== null && row.codes_until > now ? row.codes_until : null
  return {
    id,
    version: row.version,
    name,
    count,
    redeemed,
    revoked,
    wrong,
    state: stateOf(row, now),
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    expiresAt: isoOf(row.expires_at),
    addressLimit: row.address_limit,
    link: link(row.slug),
    codesUntil: isoOf(codesUntil),
    revokedAt: isoOf(row.revoked_at),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

export function stateOf(
  { revoked_at: revokedAt, expires_at: expiresAt }: Pick<BatchRecord, 'revoked_at' | 'expires_at'>,
  at: Date,
): voucher.VoucherBatchState {
  if (revokedAt !== null) return 'REVOKED'
  return expiresAt !== null && expiresAt <= at ? 'EXPIRED' : 'VALID'
}

/** The context in which the codes of a batch are sealed. */
export const codesLocation = ({ enterpriseId }: Pick<TenantDb, 'enterpriseId'>, id: string) => ({
  enterpriseId,
  table: 'voucher_codes',
  row: id,
  field: 'sealed',
})

export async function addBatch(
  server: Server,
  { enterpriseId, userId }: Who,
  { input: { fields }, once }: OnceCall<typeof voucher.add>,
): OnceAnswer<typeof voucher.add> {
  const id = server.random.uuid()
  const at = server.clock.now()
  requireFuture(fields.expiresAt, at)
  const slug = generateSlug(server.random)
  const codes = generateCodes(server.random, fields.count)
  const hashes = codes.map((code) => hashOfCode(server.keys.voucher, id, code))
  const expiresAt = new Date(at.getTime() + voucher.VOUCHER_FILE_HOURS * HOUR_MS)
  return await withFreeName(fields.name, () =>
    once.tenantTx(enterpriseId, async (db) => {
      await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at }), 'AC_LINK')
      await requireSource(server, db, fields.campaignId)
      await requireRoom(db, fields.count, at)
      await insertBatch(db, { id, slug, fields, userId, at }, hashes)
      const sealed = server.sealer.seal(codesLocation(db, id), new Secret(codes.join('')))
      await insertCodes(db, { id, sealed, expiresAt })
      const entry = { enterpriseId, object: { id, name: fields.name }, after: fields }
      await recordAudit(server, db, { action: 'voucher.added', ...entry })
      return { id }
    }),
  )
}

/** @throws Problem `voucher_batch_name_used` */
async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'voucher_batch_name'))
      throw new Problem('voucher_batch_name_used', { name }, { cause: error })
    throw error
  }
}

/** @throws Problem `invalid` */
function requireFuture(expiresAt: string | null, at: Date): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= at.getTime())
    throw fault('fields.expiresAt', 'past', 'This time is in the past.')
}

/** @throws Problem `vouchers_too_many` */
async function requireRoom(db: TenantDb, count: number, at: Date): Promise<void> {
  // batches that are created at the same moment wait for each other
  await lockName(db, `vouchers ${db.enterpriseId}`)
  if ((await countOpen(db, at)) + count > voucher.VOUCHERS_OPEN_MAX)
    throw new Problem('vouchers_too_many', { max: voucher.VOUCHERS_OPEN_MAX.toLocaleString('en') })
}

/** @throws Problem `not_found`; `voucher_unfit` for a batch that was revoked; `changed_meanwhile`; `invalid` */
export async function editBatch(
  server: Server,
  { enterpriseId }: Who,
  { id, version, fields }: ParsedInputOf<typeof voucher.edit>,
): Promise<OutputOf<typeof voucher.edit>> {
  const at = server.clock.now()
  await withFreeName(fields.name, () =>
    server.db.tenantTx(enterpriseId, async (db) => {
      const batch = await lockBatch(db, id)
      if (!batch) throw new Problem('not_found')
      if (batch.revoked_at !== null) throw new Problem('voucher_unfit', { state: 'revoked' })
      if (batch.version !== version) throw new Problem('changed_meanwhile')
      const before = { name: batch.name, expiresAt: isoOf(batch.expires_at), addressLimit: batch.address_limit }
      const expiresAt = fields.expiresAt && new Date(fields.expiresAt).toISOString()
      if (expiresAt !== before.expiresAt) requireFuture(expiresAt, at)
      // an expired batch becomes valid again
      if (stateOf(batch, at) === 'EXPIRED' && expiresAt !== before.expiresAt)
        await requireRoom(db, batch.count - batch.redeemed - batch.revoked, at)
      await updateBatch(db, { id, fields })
      const after = { ...fields, expiresAt }
      await recordAudit(server, db, {
        action: 'voucher.edited',
        enterpriseId,
        object: { id, name: fields.name },
        before,
        after,
      })
    }),
  )
  return { version: version + 1 }
}

/** @throws Problem `not_found`, `voucher_campaign_ended` */
async function requireSource(server: Server, db: TenantDb, campaignId: string): Promise<void> {
  if (!(await readSource(server, db, campaignId))) throw new Problem('not_found')
  if ((await lockSource(server, db, campaignId)) === 'ENDED') throw new Problem('voucher_campaign_ended')
}

export async function listVouchers(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof voucher.vouchers>,
): Promise<OutputOf<typeof voucher.vouchers>> {
  const { batchId, state: states, voucherCode } = filter
  if (batchId === undefined) throw fault('filter.batchId', 'required', 'Required')
  const direction = sort?.direction ?? 'asc'
  const hash = voucherCode && hashOfCode(server.keys.voucher, batchId, voucherCode)
  const scope = ['vouchers of batch', batchId, states, hash?.toString('hex'), direction]
  const keyset = readCursor(cursor, scope)
  const query = { batchId, states, hash, at: server.clock.now() }
  const { rows, counted } = await server.db.tenantRead(enterpriseId, async (db) => {
    if (!(await selectBatch(db, batchId))) throw new Problem('not_found')
    const after = keyset && Number(keyset.value)
    return {
      rows: await selectVouchers(db, { ...query, direction, after, limit: limit + 1 }),
      counted: await countVouchers(db, query),
    }
  })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: String(last.number), id: batchId }, scope))
  return { items: page.items.map(voucherOf), next: page.next, ...capTotal(counted) }
}

function voucherOf(row: VoucherRecord): voucher.Voucher {
  const { number, iccid, address } = row
  return {
    number,
    iccid,
    address,
    state: row.state as voucher.VoucherState,
    redeemedAt: isoOf(row.redeemed_at),
    profileId: row.profile_id,
    revokedAt: isoOf(row.revoked_at),
  }
}

/** @throws Problem `not_found`, and `voucher_unfit` for one that was redeemed or revoked */
export async function revokeVoucher(
  server: Server,
  { enterpriseId }: Who,
  { id, number }: ParsedInputOf<typeof voucher.revoke>,
): Promise<OutputOf<typeof voucher.revoke>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const batch = await lockBatch(db, id)
    const found = batch && (await selectByNumber(db, { batchId: id, number }))
    if (!found) throw new Problem('not_found')
    if (found.redeemed_at !== null) throw new Problem('voucher_unfit', { state: 'redeemed' })
    if (found.revoked_at !== null || batch.revoked_at !== null) throw new Problem('voucher_unfit', { state: 'revoked' })
    await updateRevoked(db, { batchId: id, number, at: server.clock.now() })
    const entry = { enterpriseId, object: { id, name: batch.name }, after: { number } }
    await recordAudit(server, db, { action: 'voucher.revoked', ...entry })
  })
  return {}
}

/** @throws Problem `not_found`, and `voucher_unfit` for a batch that was revoked */
export async function revokeBatch(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof voucher.revokeBatch>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const batch = await lockBatch(db, id)
    if (!batch) throw new Problem('not_found')
    if (batch.revoked_at !== null) throw new Problem('voucher_unfit', { state: 'revoked' })
    const count = batch.count - batch.redeemed - batch.revoked
    await updateBatchRevoked(db, { id, at: server.clock.now() })
    const entry = { enterpriseId, object: { id, name: batch.name }, after: { count } }
    await recordAudit(server, db, { action: 'voucher.batchRevoked', ...entry })
    return { revoked: count }
  })
}
