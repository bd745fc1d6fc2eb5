import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/transfer-proof'
import type { ProofType } from '@simwright/contract/money/transfer-proof'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { FileAnswer } from '../../../http/call.ts'
import type { TransfersServer as Server } from '../../../port/module.ts'
import { selectOrder } from '../../platform/plans/service.ts'
import { openParts } from './part.ts'
import { proofOf, selectParts, selectProof } from './queries.ts'

/** The proof of an order; null if none was uploaded. */
export async function readProof(db: TenantDb, orderId: string): Promise<contract.TransferProof | null> {
  const stored = await selectProof(db, orderId)
  return stored ? proofOf(stored) : null
}

/** @throws Problem not_found for an unknown order */
export async function queryProof(
  server: Server,
  enterpriseId: EnterpriseId,
  orderId: string,
): Promise<OutputOf<typeof contract.query>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    if (!(await selectOrder(db, orderId))) throw new Problem('not_found')
    return { proof: await readProof(db, orderId) }
  })
}

const EXTENSIONS: Readonly<Record<ProofType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** The file, named after its order and not as the browser named it. @throws Problem not_found */
export async function downloadProof(server: Server, enterpriseId: EnterpriseId, orderId: string): Promise<FileAnswer> {
  const { stored, parts } = await server.db.tenantRead(enterpriseId, async (db) => {
    const stored = await selectProof(db, orderId)
    return { stored, parts: stored ? await selectParts(db, stored.id) : [] }
  })
  if (!stored || parts.length === 0) throw new Problem('not_found')
  const { type } = proofOf(stored)
  return {
    fileName: `proof-${stored.order_code}.${EXTENSIONS[type]}`,
    contentType: type,
    body: openParts(server, { enterpriseId, proofId: stored.id }, parts),
  }
}
