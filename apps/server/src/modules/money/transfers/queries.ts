import type { ProofType, TransferProof } from '@simwright/contract/money/transfer-proof'
import type { TenantDb } from '../../../db/database.ts'

export type ProofRecord = {
  id: string
  order_id: string
  file_name: string
  content_type: ProofType
  bytes: number
  created_by: string
  created_at: Date
}

/** Replaces the proof of an order, with its content. */
export async function replaceProof(
  db: TenantDb,
  { proof, parts }: { proof: ProofRecord; parts: readonly Buffer[] },
): Promise<void> {
  const { enterpriseId } = db
  const { id, order_id } = proof
  await db
    .deleteFrom('transfer_proof')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', order_id)
    .execute()
  await db
    .insertInto('transfer_proof')
    .values({ enterprise_id: enterpriseId, ...proof })
    .execute()
  for (const [number, sealed] of parts.entries())
    await db
      .insertInto('transfer_proof_part')
      .values({ enterprise_id: enterpriseId, proof_id: id, number, sealed })
      .execute()
}

export async function selectProof(db: TenantDb, orderId: string) {
  return await db
    .selectFrom('transfer_proof as p')
    .innerJoin('plan_order as o', (join) =>
      join.onRef('o.enterprise_id', '=', 'p.enterprise_id').onRef('o.id', '=', 'p.order_id'),
    )
    .select(['p.id', 'p.file_name', 'p.content_type', 'p.bytes', 'p.created_at', 'o.code as order_code'])
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where('p.order_id', '=', orderId)
    .executeTakeFirst()
}

export type StoredProof = NonNullable<Awaited<ReturnType<typeof selectProof>>>

export const proofOf = ({ file_name, content_type, bytes, created_at }: Omit<StoredProof, 'order_code'>) =>
  ({
    fileName: file_name,
    type: content_type as ProofType,
    bytes,
    at: created_at.toISOString(),
  }) satisfies TransferProof

/** The parts of a proof in order; none if it was replaced meanwhile. */
export async function selectParts(db: TenantDb, proofId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('transfer_proof_part')
    .select('sealed')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('proof_id', '=', proofId)
    .orderBy('number')
    .execute()
  return rows.map(({ sealed }) => sealed)
}
