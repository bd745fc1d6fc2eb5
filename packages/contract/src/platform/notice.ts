import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { type NoticeKind, noticeChannels, noticeKindNames, noticeKinds } from './notice-kind.ts'
import { ThresholdFields, thresholdFaults, thresholdKinds } from './threshold.ts'

const Kind = z.enum(noticeKindNames as [NoticeKind, ...NoticeKind[]])

const noticeOf = <const K extends NoticeKind>(kind: K) =>
  z.object({ id, createdAt: time, isRead: z.boolean(), kind: z.literal(kind), facts: noticeKinds[kind].facts })

export const Notice = z.union([
  noticeOf('BATCH_DONE'),
  noticeOf('BATCH_FAILED'),
  noticeOf('FILE_DONE'),
  noticeOf('FILE_FAILED'),
  noticeOf('OPERATION_DONE'),
  noticeOf('OPERATION_FAILED'),
  noticeOf('BUILD_FAILED'),
  noticeOf('SUCCESS_FALLS'),
  noticeOf('VERSION_FALLS'),
  noticeOf('MODEL_FALLS'),
  noticeOf('CODE_DEVICES'),
  noticeOf('CODE_NETWORKS'),
  noticeOf('CAMPAIGN_LOW'),
  noticeOf('DELIVERY_UNSENT'),
  noticeOf('VOUCHERS_GUESSED'),
  noticeOf('COMMENT_MENTION'),
  noticeOf('APPROVAL_ASKED'),
  noticeOf('APPROVAL_ENDED'),
  noticeOf('APPROVAL_OFF'),
  noticeOf('RULE_MATCHED'),
  noticeOf('RULE_LIMITED'),
  noticeOf('RULE_STOPPED'),
  noticeOf('REPORT_STOPPED'),
  noticeOf('TRIAL_ENDING'),
  noticeOf('TRIAL_ENDED'),
  noticeOf('USAGE_REACHED'),
  noticeOf('PLAN_ENDED'),
  noticeOf('ORDER_DUE'),
  noticeOf('PAYMENT_FAILED'),
  noticeOf('TRANSFER_CONFIRMED'),
  noticeOf('TRANSFER_REJECTED'),
  noticeOf('WEBHOOK_OFF'),
  noticeOf('JOINED'),
  noticeOf('FEEDBACK_ANSWERED'),
  noticeOf('INVITED'),
  noticeOf('ACCOUNT_CHANGED'),
  noticeOf('PASSWORD_GUESSED'),
  noticeOf('TRANSFER_WAITS'),
  noticeOf('TRANSFER_DECIDED'),
  noticeOf('PAYMENT_RETURNED'),
  noticeOf('CERTIFICATE_ENDING'),
  noticeOf('SIGN_IN_ALARM'),
  noticeOf('FIGURES_WRONG'),
  noticeOf('DISK_SHORT'),
])
export type Notice = z.infer<typeof Notice>

export const list = endpoint({
  method: 'POST',
  path: '/notice/list',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'Notifications to the signed-in user of the last 90 days, newest first',
  input: z.object({
    /** Only of these kinds. */
    kinds: z.array(Kind).max(noticeKindNames.length).optional(),
    unread: z.literal(true).optional(),
    cursor: z.string().max(2000).optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ items: z.array(Notice), next: z.string().nullable() }),
})

export const read = endpoint({
  method: 'POST',
  path: '/notice/read',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Mark a notification as read; without an id, all notifications',
  input: z.object({ id: id.optional() }),
  output: done,
})

const Channel = z.enum(noticeChannels)
const hour = z.int().min(0).max(23)

/** The daily mail that replaces single mails. */
export const Digest = z.object({
  hour,
  /** IANA name. */
  timeZone: z.string(),
  /** When the next one is sent, if there is something to say. */
  nextAt: time,
})

export const choices = endpoint({
  method: 'POST',
  path: '/notice/choices',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The kinds of notifications that the user can get in this enterprise account, and where they appear',
  input: nothing,
  output: z.object({
    kinds: z.array(z.object({ kind: Kind, channels: z.record(Channel, z.boolean()) })),
    digest: Digest.nullable(),
  }),
})

export const choose = endpoint({
  method: 'POST',
  path: '/notice/choose',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Switch a kind of notification on or off in a channel, for the user in this enterprise account',
  input: z.object({ kind: Kind, channel: Channel, isOn: z.boolean() }),
  output: done,
})

export const setDigest = endpoint({
  method: 'POST',
  path: '/notice/digest',
  access: 'signed-in',
  withoutEnterprise: true,
  summary:
    "Send the user's notifications in one e-mail a day, at this hour of the user's time zone; null: in single e-mails",
  input: z.object({ hour: hour.nullable() }),
  output: z.object({ digest: Digest.nullable() }),
})

export const Threshold = ThresholdFields.extend({ kind: z.enum(thresholdKinds), version, mayEdit: z.boolean() })
export type Threshold = z.infer<typeof Threshold>

export const listThresholds = endpoint({
  method: 'POST',
  path: '/notice/thresholds',
  access: 'signed-in',
  reads: true,
  summary: 'The thresholds of the enterprise account whose notifications the user can get',
  input: nothing,
  output: z.object({ items: z.array(Threshold) }),
})

export const setThreshold = endpoint({
  method: 'POST',
  path: '/notice/threshold',
  access: ['Subscription_Edit', 'Enterprise_Edit', 'Campaign_Edit', 'Admin_Platform_Edit'],
  allGroups: true,
  summary: 'Set a threshold of the enterprise account; each kind needs its own permission',
  input: z.object({ kind: z.enum(thresholdKinds), version, fields: ThresholdFields }).superRefine((input, context) => {
    for (const { path, text } of thresholdFaults(input.kind, input.fields))
      context.addIssue({ code: 'custom', path: ['fields', path], message: text })
  }),
  output: z.object({ version }),
})
