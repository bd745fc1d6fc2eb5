import type { Readable } from 'node:stream'
import { type OutputOf, Problem } from '@simwright/contract'
import { BANK_TRANSFER } from '@simwright/contract/money/order'
import type * as contract from '@simwright/contract/money/transfer-proof'
import { PROOF_MIB, type ProofType } from '@simwright/contract/money/transfer-proof'
import { orderStateWords } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { type DecodeLimits, decodeImage } from '../../../format/image/decode-image.ts'
import { ImageRefusal } from '../../../format/image/image-refusal.ts'
import type { RasterLimits } from '../../../format/image/raster.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { kindOf, readWhole } from '../../../http/read-image.ts'
import type { TransfersServer as Server } from '../../../port/module.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { senderOf } from '../../platform/brand/service.ts'
import { transferWaitsLetter } from '../../platform/mail/service.ts'
import { notifyStaffMembers, readStaff } from '../../platform/notices/service.ts'
import { moveOrder, type OrderRow, readEntitlement, selectOrder } from '../../platform/plans/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import { sealParts } from './part.ts'
import { proofOf, replaceProof } from './queries.ts'

type Upload = { orderId: string; file: UploadedFile }

/**
 * Stores the proof that an order was paid, and has staff check it. A later proof replaces an earlier one until staff have
 * decided.
 * @throws Problem not_found, not_by_transfer, order_not_open, invalid
 */
export async function uploadProof(
  server: Server,
  { enterpriseId, userId }: Who,
  { orderId, file }: Upload,
): Promise<OutputOf<typeof contract.upload>> {
  await server.db.tenantRead(enterpriseId, (db) => readOpen(db, orderId))
  const { type, content } = await readContent({ workers: server.workers, tenant: enterpriseId }, file.stream)
  const staff = await readStaff(server, 'TRANSFER_WAITS')
  const id = server.random.uuid()
  const proof = {
    id,
    order_id: orderId,
    file_name: file.fileName,
    content_type: type,
    bytes: content.length,
    created_by: userId,
    created_at: server.clock.now(),
  }
  const parts = sealParts(server, { enterpriseId, proofId: id }, content)
  await server.db.tenantTx(enterpriseId, async (db) => {
    await readEntitlement(server, db, { enterpriseId, at: proof.created_at, lock: 'locked' })
    const order = await readOpen(db, orderId)
    await replaceProof(db, { proof, parts })
    await moveToPending(server, db, { order, userId, at: proof.created_at })
    await notifyStaff(server, db, { order, staff })
    await recordAudit(server, db, {
      enterpriseId,
      action: 'order.proofGiven',
      object: { id: orderId, name: order.code },
      after: { fileName: file.fileName, bytes: content.length },
    })
  })
  return proofOf(proof)
}

/** An order whose bank transfer is not decided yet. */
async function readOpen(db: TenantDb, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(db, orderId)
  if (!order) throw new Problem('not_found')
  if (order.payment_method !== BANK_TRANSFER) throw new Problem('not_by_transfer')
  const { state } = order
  if (state !== 'UNPAID' && state !== 'PENDING_CONFIRMATION')
    throw new Problem('order_not_open', { state: orderStateWords[state] })
  return order
}

/** An order that waits for its confirmation is not closed by time. */
async function moveToPending(
  server: Server,
  db: TenantDb,
  { order, userId, at }: { order: OrderRow; userId: string; at: Date },
): Promise<void> {
  const happening = {
    event: 'PROOF_GIVEN',
    actor: { kind: 'MEMBER', id: userId },
    at,
    id: server.random.uuid(),
  } as const
  if (order.state !== 'UNPAID') await moveOrder(db, order, happening)
  else {
    const noDeadline = { expires_at: null, next_step_at: null }
    await moveOrder(db, order, { ...happening, state: 'PENDING_CONFIRMATION' }, noDeadline)
  }
}

/** Notifies the staff in the portal and by mail, as each has chosen, once for each order. */
async function notifyStaff(
  server: Server,
  db: TenantDb,
  { order, staff }: { order: OrderRow; staff: readonly UserId[] },
): Promise<void> {
  const { id: orderId, code, amount_cents: cents, currency } = order
  const { name: enterpriseName } = await selectEnterprise(db)
  const sender = senderOf(server, server.platforms.standard)
  const facts = { orderId, enterpriseName, orderCode: code, cents, currency }
  const amount = `${currency} ${(cents / 100).toFixed(2)}`
  const recipients = await notifyStaffMembers(server, db, {
    userIds: staff,
    once: `TRANSFER_WAITS ${orderId}`,
    news: { kind: 'TRANSFER_WAITS', facts },
    ownLetter: true,
  })
  for (const { email: to, firstName } of recipients) {
    const letter = transferWaitsLetter(sender, { to, firstName, enterpriseName, orderId, code, amount })
    await server.mail.queue(db as never, letter)
  }
}

type ProofContent = { type: ProofType; content: Buffer }

/** Photos of phones and screenshots. */
const IMAGE_LIMITS: RasterLimits = { kib: PROOF_MIB * 1024, edge: 10_000, pixels: 40_000_000 }
const DECODE_LIMITS: DecodeLimits = { cpuMs: 30_000, memoryMiB: 600 }

const PDF_SIGNATURE = '%PDF-'

/**
 * Reads an uploaded proof. The pixels of an image are encoded again, so that nothing else of the file is left. A PDF is
 * not parsed: only its first bytes are checked.
 * @throws Problem invalid, which says what is wrong with the file
 */
async function readContent(taskFor: TaskFor, stream: Readable): Promise<ProofContent> {
  const content = await readWhole(stream, PROOF_MIB * 1024)
  if (content.toString('latin1', 0, PDF_SIGNATURE.length) === PDF_SIGNATURE) return { type: 'application/pdf', content }
  const kind = kindOf(content, ['PNG', 'JPEG', 'WebP'])
  if (!kind) throw fault('file', 'type', 'PDF, PNG, JPEG or WebP only.')
  try {
    return await decodeImage(taskFor, { kind, content, limits: IMAGE_LIMITS }, DECODE_LIMITS)
  } catch (error) {
    throw error instanceof ImageRefusal ? fault('file', 'image', error.message) : error
  }
}
