import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, time } from '../list.ts'

/** The largest file that is accepted as a proof. */
export const PROOF_MIB = 10

/** Images are encoded again; a PDF is stored as it is and only ever downloaded. */
export const proofTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export type ProofType = (typeof proofTypes)[number]

/** The file that shows that an order was paid by bank transfer. */
export const TransferProof = z.object({
  fileName: z.string(),
  type: z.enum(proofTypes),
  bytes: z.int(),
  at: time,
})
export type TransferProof = z.infer<typeof TransferProof>

export const query = endpoint({
  method: 'POST',
  path: '/order/proof/query',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'The proof of payment that was uploaded for an order',
  input: z.object({ orderId: id }),
  output: z.object({ proof: TransferProof.nullable() }),
})

export const upload = endpoint({
  method: 'POST',
  path: '/order/proof',
  access: 'Order_Create',
  allGroups: true,
  summary: 'Upload the proof of a bank transfer (PDF, PNG, JPEG, WebP); it replaces an earlier one',
  body: 'form-data',
  fileBytes: PROOF_MIB * 1024 * 1024,
  input: z.object({ orderId: id }),
  output: TransferProof,
})

export const download = endpoint({
  method: 'POST',
  path: '/order/proof/get',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'Download the proof of payment of an order',
  input: z.object({ orderId: id }),
  output: z.object({}),
  answer: 'file',
})

export const staffDownload = endpoint({
  method: 'POST',
  path: '/admin/order/proof',
  access: 'Admin_Order_View',
  reads: true,
  summary: 'Download the proof of payment of an order of any enterprise account',
  input: z.object({ enterpriseId: id, orderId: id }),
  output: z.object({}),
  answer: 'file',
})
