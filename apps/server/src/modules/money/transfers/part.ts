import type { EnterpriseId } from '../../../db/row-id.ts'
import type { TransfersServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'

const PART_BYTES = 1024 * 1024

type ProofKey = { enterpriseId: EnterpriseId; proofId: string }

const contextOf = ({ enterpriseId, proofId }: ProofKey, number: number) => ({
  enterpriseId,
  table: 'transfer_proof_part',
  row: proofId,
  field: `part ${number}`,
})

/** Cuts the content of a proof into parts, and seals each. */
export function sealParts({ sealer }: Pick<Server, 'sealer'>, key: ProofKey, content: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from < content.length; from += PART_BYTES) {
    const part = new Secret<Uint8Array>(content.subarray(from, from + PART_BYTES))
    parts.push(sealer.seal(contextOf(key, parts.length), part))
  }
  return parts
}

/** The content of a proof from all of its parts, in order. */
export function openParts({ sealer }: Pick<Server, 'sealer'>, key: ProofKey, parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.map((sealed, number) => sealer.open(contextOf(key, number), sealed).reveal()))
}
