import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, time, version } from '../list.ts'
import { fileForms } from '../provisioning/delivery.ts'
import { operationKinds } from '../provisioning/operation-kind.ts'

const FileEnd = z.object({ fileId: id, form: z.enum(fileForms), codes: z.int(), left: z.int().optional() })

const BatchEnd = z.object({ batchId: id, code: z.string(), succeeded: z.int(), failed: z.int() })

const OperationEnd = z.object({
  operationId: id,
  operation: z.enum(operationKinds),
  /** It undid another operation. */
  isUndo: z.boolean(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.boolean(),
})

/** The kinds of notices and their facts. */
const noticeFacts = {
  /** A batch of the user has ended; its result file is ready. */
  BATCH_DONE: BatchEnd,
  /** The same, without one activation code. */
  BATCH_FAILED: BatchEnd,
  /** A file with QR codes that the user requested is ready. */
  FILE_DONE: FileEnd,
  FILE_FAILED: FileEnd,
  /** An operation of the user on several profiles has ended; its result file is ready. */
  OPERATION_DONE: OperationEnd,
  /** The same, without one profile changed. */
  OPERATION_FAILED: OperationEnd,
  /** A device asked for a profile whose package cannot be built; `reason` is also in the profile's timeline. */
  BUILD_FAILED: z.object({ configurationId: id, version, name: z.string(), reason: z.string() }),
  /** The user is invited to another enterprise account; the link was sent by mail. */
  INVITED: z.object({ enterpriseName: z.string(), invitedBy: z.string() }),
  /** Someone whom the user invited has joined. */
  JOINED: z.object({ name: z.string() }),
  TRIAL_ENDING: z.object({ endsAt: time }),
  TRIAL_ENDED: z.object({}),
  /** An order that the portal made waits for its payment: a renewal, or what exceeded the plan's downloads. */
  ORDER_DUE: z.object({ orderId: id, code: z.string(), cents: z.int(), currency: z.string(), until: time }),
  /** The saved card was not charged for such an order, which can still be paid. */
  PAYMENT_FAILED: z.object({
    orderId: id,
    code: z.string(),
    cents: z.int(),
    currency: z.string(),
    reason: z.string(),
    until: time,
  }),
  /** A plan has ended, and none follows. */
  PLAN_ENDED: z.object({ plan: z.string() }),
  /** So much of the plan's downloads is used, in percent. */
  USAGE_REACHED: z.object({ percent: z.int(), used: z.int(), total: z.int() }),
  /** The user's sign-in was changed; `change` is the sentence of the mail. */
  ACCOUNT_CHANGED: z.object({ change: z.string() }),
  /** Many wrong passwords were tried for the user's account, from unknown devices. */
  PASSWORD_GUESSED: z.object({ attempts: z.int() }),
  /** For platform staff: many wrong passwords within a minute, over all accounts. */
  SIGN_IN_ALARM: z.object({ attempts: z.int() }),
  /** For platform staff: free disk space is below the reserve, so uploads are refused. In MiB. */
  DISK_SHORT: z.object({ free: z.int(), reserve: z.int() }),
  /** For platform staff: a payment by card was not accepted by its order and goes back in full. */
  PAYMENT_RETURNED: z.object({
    enterpriseName: z.string(),
    orderCode: z.string(),
    cents: z.int(),
    currency: z.string(),
  }),
  /** For platform staff: a client has uploaded the proof of a bank transfer, which waits to be confirmed. */
  TRANSFER_WAITS: z.object({
    orderId: id,
    enterpriseName: z.string(),
    orderCode: z.string(),
    cents: z.int(),
    currency: z.string(),
  }),
  /** The bank transfer of an order was confirmed. */
  TRANSFER_CONFIRMED: z.object({ orderId: id, code: z.string(), plan: z.string() }),
  /** The bank transfer of an order was rejected, and the order is closed. */
  TRANSFER_REJECTED: z.object({ orderId: id, code: z.string(), reason: z.string() }),
  /** With the days by which accepted feedback extended the free trial. */
  FEEDBACK_ANSWERED: z.object({ trialDays: z.int().optional() }),
} as const

export type NoticeKind = keyof typeof noticeFacts
export type NoticeFacts<K extends NoticeKind> = z.infer<(typeof noticeFacts)[K]>
/** A notice to send, by kind. */
export type News = { [K in NoticeKind]: { kind: K; facts: NoticeFacts<K> } }[NoticeKind]

const common = { id, createdAt: time, isRead: z.boolean() }

export const Notice = z.union([
  z.object({ ...common, kind: z.enum(['BATCH_DONE', 'BATCH_FAILED']), facts: BatchEnd }),
  z.object({ ...common, kind: z.enum(['FILE_DONE', 'FILE_FAILED']), facts: FileEnd }),
  z.object({ ...common, kind: z.enum(['OPERATION_DONE', 'OPERATION_FAILED']), facts: OperationEnd }),
  z.object({ ...common, kind: z.literal('BUILD_FAILED'), facts: noticeFacts.BUILD_FAILED }),
  z.object({ ...common, kind: z.literal('INVITED'), facts: noticeFacts.INVITED }),
  z.object({ ...common, kind: z.literal('JOINED'), facts: noticeFacts.JOINED }),
  z.object({ ...common, kind: z.literal('TRIAL_ENDING'), facts: noticeFacts.TRIAL_ENDING }),
  z.object({ ...common, kind: z.literal('TRIAL_ENDED'), facts: noticeFacts.TRIAL_ENDED }),
  z.object({ ...common, kind: z.literal('ORDER_DUE'), facts: noticeFacts.ORDER_DUE }),
  z.object({ ...common, kind: z.literal('PAYMENT_FAILED'), facts: noticeFacts.PAYMENT_FAILED }),
  z.object({ ...common, kind: z.literal('PLAN_ENDED'), facts: noticeFacts.PLAN_ENDED }),
  z.object({ ...common, kind: z.literal('USAGE_REACHED'), facts: noticeFacts.USAGE_REACHED }),
  z.object({ ...common, kind: z.literal('ACCOUNT_CHANGED'), facts: noticeFacts.ACCOUNT_CHANGED }),
  z.object({ ...common, kind: z.literal('PASSWORD_GUESSED'), facts: noticeFacts.PASSWORD_GUESSED }),
  z.object({ ...common, kind: z.literal('SIGN_IN_ALARM'), facts: noticeFacts.SIGN_IN_ALARM }),
  z.object({ ...common, kind: z.literal('DISK_SHORT'), facts: noticeFacts.DISK_SHORT }),
  z.object({ ...common, kind: z.literal('PAYMENT_RETURNED'), facts: noticeFacts.PAYMENT_RETURNED }),
  z.object({ ...common, kind: z.literal('TRANSFER_WAITS'), facts: noticeFacts.TRANSFER_WAITS }),
  z.object({ ...common, kind: z.literal('TRANSFER_CONFIRMED'), facts: noticeFacts.TRANSFER_CONFIRMED }),
  z.object({ ...common, kind: z.literal('TRANSFER_REJECTED'), facts: noticeFacts.TRANSFER_REJECTED }),
  z.object({ ...common, kind: z.literal('FEEDBACK_ANSWERED'), facts: noticeFacts.FEEDBACK_ANSWERED }),
])
export type Notice = z.infer<typeof Notice>

export const list = endpoint({
  method: 'POST',
  path: '/notice/list',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'Notices to the signed-in user of the last 90 days, newest first',
  input: z.object({ cursor: z.string().max(2000).optional(), limit: z.int().min(1).max(50).default(20) }),
  output: z.object({ items: z.array(Notice), next: z.string().nullable() }),
})

export const read = endpoint({
  method: 'POST',
  path: '/notice/read',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Mark a notice as read; without an id, all notices',
  input: z.object({ id: id.optional() }),
  output: done,
})
