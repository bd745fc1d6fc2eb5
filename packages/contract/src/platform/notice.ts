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
  /** It put back what another operation had changed. */
  isUndo: z.boolean(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.boolean(),
})

/** What a user is told, and what of it. */
const noticeFacts = {
  /** A batch of theirs has ended; its result file is ready. */
  BATCH_DONE: BatchEnd,
  /** The same, without one activation code. */
  BATCH_FAILED: BatchEnd,
  /** A file with QR codes that they asked for is written. */
  FILE_DONE: FileEnd,
  FILE_FAILED: FileEnd,
  /** An operation of theirs on several profiles has ended; its result file is ready. */
  OPERATION_DONE: OperationEnd,
  /** The same, without one profile changed. */
  OPERATION_FAILED: OperationEnd,
  /** A device asked for a profile whose package cannot be built; `reason` is also in the profile's timeline. */
  BUILD_FAILED: z.object({ configurationId: id, version, name: z.string(), reason: z.string() }),
  /** They are invited to another enterprise account; the link came by mail. */
  INVITED: z.object({ enterpriseName: z.string(), invitedBy: z.string() }),
  /** Somebody whom they invited has joined. */
  JOINED: z.object({ name: z.string() }),
  TRIAL_ENDING: z.object({ endsAt: time }),
  TRIAL_ENDED: z.object({}),
  /** Something about their sign-in was changed; the sentence of the mail. */
  ACCOUNT_CHANGED: z.object({ change: z.string() }),
  /** Many wrong passwords were tried for their account, from devices that it does not know. */
  PASSWORD_GUESSED: z.object({ attempts: z.int() }),
  /** To the platform's staff: many wrong passwords within a minute, over all accounts. */
  SIGN_IN_ALARM: z.object({ attempts: z.int() }),
  /** For the platform's staff: less than the reserve is free on the disk, in MiB, so uploads are refused. */
  DISK_SHORT: z.object({ free: z.int(), reserve: z.int() }),
  /** With the days by which accepted feedback made the free trial longer. */
  FEEDBACK_ANSWERED: z.object({ trialDays: z.int().optional() }),
} as const

export type NoticeKind = keyof typeof noticeFacts
export type NoticeFacts<K extends NoticeKind> = z.infer<(typeof noticeFacts)[K]>
/** Something to tell, by its kind. */
export type News = { [K in NoticeKind]: { kind: K; facts: NoticeFacts<K> } }[NoticeKind]

const told = { id, createdAt: time, isRead: z.boolean() }

export const Notice = z.union([
  z.object({ ...told, kind: z.enum(['BATCH_DONE', 'BATCH_FAILED']), facts: BatchEnd }),
  z.object({ ...told, kind: z.enum(['FILE_DONE', 'FILE_FAILED']), facts: FileEnd }),
  z.object({ ...told, kind: z.enum(['OPERATION_DONE', 'OPERATION_FAILED']), facts: OperationEnd }),
  z.object({ ...told, kind: z.literal('BUILD_FAILED'), facts: noticeFacts.BUILD_FAILED }),
  z.object({ ...told, kind: z.literal('INVITED'), facts: noticeFacts.INVITED }),
  z.object({ ...told, kind: z.literal('JOINED'), facts: noticeFacts.JOINED }),
  z.object({ ...told, kind: z.literal('TRIAL_ENDING'), facts: noticeFacts.TRIAL_ENDING }),
  z.object({ ...told, kind: z.literal('TRIAL_ENDED'), facts: noticeFacts.TRIAL_ENDED }),
  z.object({ ...told, kind: z.literal('ACCOUNT_CHANGED'), facts: noticeFacts.ACCOUNT_CHANGED }),
  z.object({ ...told, kind: z.literal('PASSWORD_GUESSED'), facts: noticeFacts.PASSWORD_GUESSED }),
  z.object({ ...told, kind: z.literal('SIGN_IN_ALARM'), facts: noticeFacts.SIGN_IN_ALARM }),
  z.object({ ...told, kind: z.literal('DISK_SHORT'), facts: noticeFacts.DISK_SHORT }),
  z.object({ ...told, kind: z.literal('FEEDBACK_ANSWERED'), facts: noticeFacts.FEEDBACK_ANSWERED }),
])
export type Notice = z.infer<typeof Notice>

export const list = endpoint({
  method: 'POST',
  path: '/notice/list',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'What the signed-in user was told in the last 90 days, newest first',
  input: z.object({ cursor: z.string().max(2000).optional(), limit: z.int().min(1).max(50).default(20) }),
  output: z.object({ items: z.array(Notice), next: z.string().nullable() }),
})

export const read = endpoint({
  method: 'POST',
  path: '/notice/read',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Mark notices as read; without an id all of them',
  input: z.object({ id: id.optional() }),
  output: done,
})
