import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import type { PlanName } from '../platform/plan.ts'

/**
 * The kinds of events that an endpoint can get. The first five are steps of a profile, by the names of the open API;
 * `NOTICE` are notifications for which a member switched the channel on.
 */
export const webhookKinds = ['DOWNLOADED', 'INSTALLED', 'ENABLE', 'DISABLE', 'DELETE', 'RECYCLE', 'NOTICE'] as const
export type WebhookKind = (typeof webhookKinds)[number]

export const webhookKindNames: Record<WebhookKind | 'TEST', string> = {
  DOWNLOADED: 'Downloaded',
  INSTALLED: 'Installed',
  ENABLE: 'Enabled',
  DISABLE: 'Disabled',
  DELETE: 'Deleted',
  RECYCLE: 'Recycled',
  NOTICE: 'Notification',
  TEST: 'Test',
}

/** Each kind that is in the log of deliveries. */
export const deliveryKinds = [...webhookKinds, 'TEST'] as const

/** `PAUSED`: events wait. `OFF`: events are not sent, also not later. */
export const webhookStates = ['ACTIVE', 'PAUSED', 'OFF'] as const

/**
 * Why an endpoint was switched off. `GONE`: it answered 410. `EXHAUSTED`: all attempts for one event failed.
 * `QUEUE_FULL`: too many events waited.
 */
export const offReasons = ['GONE', 'EXHAUSTED', 'QUEUE_FULL'] as const
export type OffReason = (typeof offReasons)[number]

export const offReasonTexts: Record<OffReason, string> = {
  GONE: 'It answered 410 Gone.',
  EXHAUSTED: 'All ten attempts to deliver one event failed.',
  QUEUE_FULL: 'Too many events were waiting for it.',
}

/** Seconds from one attempt to the next (Standard Webhooks, "Retry schedule"). */
export const RETRY_DELAYS_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** Limits of webhooks; sizes in bytes. */
export const WEBHOOK_LIMITS = {
  nameLength: 64,
  urlLength: 500,
  /** Of an answer, stored. */
  answerBytes: 4 * 1024,
  /** Until the answer is complete. */
  timeoutMs: 15_000,
  /** Events that wait for one endpoint. */
  queue: 100_000,
  /** Retries to one endpoint at the same time. First attempts are sent one after the other. */
  retriesAtOnce: 4,
  logDays: 30,
  /** Deliveries that one call replays. */
  replayed: 10_000,
  /** Events of one answer of `listen`. */
  listened: 100,
} as const

/** Endpoints that an enterprise account can have; other plans have no webhooks. */
export const webhookMax: Partial<Record<PlanName, number>> = { DEMO: 1, PRO: 5, PREMIUM: 20, LAB: 20 }

/** TCP ports that can be called. */
export const webhookPorts = [443, 4443, 8443, 9443] as const

/** Why the text is not the address of a receiver; undefined if it is one. The server also checks the host. */
export function webhookUrlFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'Invalid URL. For example https://example.com/webhook.'
  if (url.username || url.password) return 'The URL must not contain a user name or password.'
  if (url.hash) return 'The URL must not contain a fragment (#).'
  return undefined
}

export const benchStatuses = [200, 302, 410, 500] as const

export const WebhookFields = z.object({
  name: z.string().trim().min(1, 'Required').max(WEBHOOK_LIMITS.nameLength, 'Up to 64 characters.'),
  /** Null: the receiver in the portal itself. */
  url: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(WEBHOOK_LIMITS.urlLength, 'Up to 500 characters.')
    .superRefine((text, context) => {
      const message = text && webhookUrlFault(text)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .nullable(),
  kinds: z.array(z.enum(webhookKinds)).min(1, 'Choose at least one.').max(webhookKinds.length),
  /** The HTTP status that the receiver in the portal answers. */
  benchStatus: z.literal(benchStatuses).default(200),
})
export type WebhookFields = z.output<typeof WebhookFields>

export const Webhook = z.object({
  id,
  ...WebhookFields.shape,
  benchStatus: z.int(),
  /** Sent in the header `Access-Key`. */
  accessKey: z.string(),
  state: z.enum(webhookStates),
  offReason: z.enum(offReasons).nullable(),
  /** Events before are not sent. */
  since: time,
  /** Until then the previous secret also signs. */
  previousUntil: time.nullable(),
  /** Events that wait, up to 1,000. */
  waiting: z.int(),
  lastDelivery: z.object({ at: time, status: z.int().nullable(), fault: z.string().nullable() }).nullable(),
  version,
  createdAt: time,
  createdBy: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

export const list = endpoint({
  method: 'POST',
  path: '/webhook/list',
  access: 'Developer_View',
  allGroups: true,
  reads: true,
  summary: 'Webhook endpoints, without their secrets',
  input: nothing,
  output: z.object({
    items: z.array(Webhook),
    /** Of the plan; 0: the plan has no webhooks, so nothing is sent. */
    max: z.int(),
  }),
})

const Secret = z.object({
  /** Shown only here: `whsec_` and 32 random bytes in Base64. */
  secret: z.string(),
})

export const add = endpoint({
  method: 'POST',
  path: '/webhook/add',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Add a webhook endpoint; the answer shows its secret once',
  input: z.object({ fields: WebhookFields }),
  output: Secret.extend({ id, accessKey: z.string() }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/webhook/edit',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Change the name, URL and kinds of events of a webhook endpoint',
  input: z.object({ id, version, fields: WebhookFields }),
  output: z.object({ version }),
})

/** For how many hours the previous secret can sign beside the new one. */
export const previousHours = [0, 1, 24, 72] as const

export const rotate = endpoint({
  method: 'POST',
  path: '/webhook/rotate',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Replace the secret of a webhook endpoint; the previous one also signs for some hours',
  input: z.object({ id, hours: z.literal(previousHours).default(24) }),
  output: Secret.extend({ previousUntil: time.nullable() }),
})

export const setState = endpoint({
  method: 'POST',
  path: '/webhook/state',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Pause a webhook endpoint, so that its events wait, or send to it again',
  input: z.object({ id, state: z.enum(['ACTIVE', 'PAUSED']) }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/webhook/delete',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Delete a webhook endpoint; events that wait are not sent',
  input: z.object({ id }),
  output: done,
})

export const test = endpoint({
  method: 'POST',
  path: '/webhook/test',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Send a test event to a webhook endpoint',
  input: z.object({ id }),
  output: z.object({ deliveryId: id }),
})

/** `NOT_SENT`: its endpoint was switched off or deleted before. */
export const deliveryStates = ['WAITING', 'DELIVERED', 'FAILED', 'NOT_SENT'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Delivery = z.object({
  /** Also the `webhook-id` of all attempts. */
  id,
  endpointId: id,
  /** Null if it was deleted. */
  endpointName: z.string().nullable(),
  sequence: z.int(),
  kind: z.enum(deliveryKinds),
  iccid: z.string().nullable(),
  /** When it happened. */
  at: time,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAt: time.nullable(),
  lastAt: time.nullable(),
  lastStatus: z.int().nullable(),
  lastFault: z.string().nullable(),
  lastMs: z.int().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const deliveries = endpoint({
  method: 'POST',
  path: '/webhook/deliveries',
  access: 'Developer_View',
  allGroups: true,
  reads: true,
  summary: 'Deliveries of the last 30 days, newest first',
  input: listInput(
    {
      endpointId: id,
      state: z.array(z.enum(deliveryStates)).max(deliveryStates.length),
      kind: z.array(z.enum(deliveryKinds)).max(deliveryKinds.length),
      /** Prefix. */
      iccid: z.string().trim().max(40),
      from: time,
      to: time,
    },
    ['at'],
  ),
  output: pageOf(Delivery),
})

const Headers = z.record(z.string(), z.string())

export const Attempt = z.object({
  id,
  at: time,
  ms: z.int(),
  /** Null: the receiver in the portal. */
  url: z.string().nullable(),
  requestHeaders: Headers,
  /** Null: no answer. */
  status: z.int().nullable(),
  fault: z.string().nullable(),
  /** The first 4 KiB. */
  answer: z.string().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

export const delivery = endpoint({
  method: 'POST',
  path: '/webhook/delivery',
  access: 'Developer_Edit',
  allGroups: true,
  reads: true,
  revealsCodes: true,
  summary: 'A delivery with its body and all attempts: request, answer and time',
  input: z.object({ id }),
  output: Delivery.extend({ body: z.string(), tries: z.array(Attempt) }),
})

export const replay = endpoint({
  method: 'POST',
  path: '/webhook/replay',
  access: 'Developer_Edit',
  allGroups: true,
  summary:
    'Send deliveries again: single ones, or those of an endpoint in a range of time that failed or were not sent',
  input: z.union([
    z.object({ ids: z.array(id).min(1).max(200) }),
    z.object({
      endpointId: id,
      from: time,
      to: time,
      state: z
        .array(z.enum(['DELIVERED', 'FAILED', 'NOT_SENT']))
        .min(1)
        .max(3),
    }),
  ]),
  output: z.object({ count: z.int() }),
})

/** An event that arrived at the receiver in the portal. */
export const Arrival = z.object({
  id,
  at: time,
  headers: Headers,
  body: z.string(),
  /** Whether `Signature` verifies. */
  plainValid: z.boolean(),
  /** Whether `webhook-signature` verifies. */
  standardValid: z.boolean(),
  answered: z.int(),
})
export type Arrival = z.infer<typeof Arrival>

export const arrivals = endpoint({
  method: 'POST',
  path: '/webhook/arrivals',
  access: 'Developer_Edit',
  allGroups: true,
  reads: true,
  revealsCodes: true,
  summary: 'The last 50 events of one day that arrived at the receiver in the portal, newest first',
  input: z.object({ endpointId: id }),
  output: z.object({ items: z.array(Arrival) }),
})

export const receivers = endpoint({
  method: 'POST',
  path: '/webhook/receivers',
  access: 'Developer_View',
  programs: 'Profile_Log_View',
  allGroups: true,
  reads: true,
  summary: 'Webhook endpoints whose receiver is in the portal',
  input: nothing,
  output: z.object({ items: z.array(z.object({ id, name: z.string(), state: z.enum(webhookStates) })) }),
})

export const listen = endpoint({
  method: 'POST',
  path: '/webhook/listen',
  access: 'Developer_Edit',
  programs: 'Profile_Log_View',
  allGroups: true,
  reads: true,
  revealsCodes: true,
  summary:
    'Events of one day that arrived at the receiver in the portal after a number, oldest first; to programs, without notifications',
  input: z.object({
    endpointId: id,
    /** The `last` of the previous answer; 0: all of one day; without it: no events, only the number to continue from. */
    after: z.int().min(0).optional(),
  }),
  output: z.object({
    items: z.array(Arrival),
    last: z.int(),
    /** Whether there are more by now. */
    more: z.boolean(),
    /** Events after the number that were already deleted. */
    missed: z.int(),
  }),
})
