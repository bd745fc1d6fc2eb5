import type { Readable } from 'node:stream'
import { PROOF_MIB, type ProofType } from '@simwright/contract/money/transfer-proof'
import { type DecodeLimits, decodeImage } from '../../../format/image/decode-image.ts'
import { ImageRefusal } from '../../../format/image/image-refusal.ts'
import type { RasterLimits } from '../../../format/image/raster.ts'
import { fault } from '../../../http/input.ts'
import { kindOf, readWhole } from '../../../http/read-image.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'

export type ProofContent = { type: ProofType; content: Buffer }

/** Photos of phones and screenshots. */
const IMAGE_LIMITS: RasterLimits = { kib: PROOF_MIB * 1024, edge: 10_000, pixels: 40_000_000 }
const DECODE_LIMITS: DecodeLimits = { cpuMs: 30_000, memoryMiB: 600 }

const PDF_SIGNATURE = '%PDF-'

/**
 * Reads an uploaded proof. The pixels of an image are encoded again, so that nothing else of the file is left. A PDF is
 * not parsed: only its first bytes are checked.
 * @throws Problem invalid, which says what is wrong with the file
 */
export async function readContent(taskFor: TaskFor, stream: Readable): Promise<ProofContent> {
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
