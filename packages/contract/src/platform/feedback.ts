import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, nothing, pageOf, time, version } from '../list.ts'

/** The maximum number of messages of one user per day. */
export const FEEDBACK_A_DAY = 10

/** Days by which accepted feedback extends the free trial. */
export const FEEDBACK_TRIAL_DAYS = 15

export const FeedbackFields = z.object({
  /** 1 (unhappy) to 5 (happy). */
  mood: z.int().min(1).max(5).nullable().default(null),
  text: z.string().trim().min(1, 'Required').max(2000, 'Up to 2000 characters.'),
  /** Path of the page on which it is written. */
  page: z.string().startsWith('/').max(200).default('/'),
})

const SentFeedback = z.object({
  id,
  mood: z.int().nullable(),
  text: z.string(),
  createdAt: time,
  answer: z.string().nullable(),
  answeredAt: time.nullable(),
  /** When it was accepted, which extended the free trial. */
  acceptedAt: time.nullable(),
})

export const send = endpoint({
  method: 'POST',
  path: '/feedback/add',
  access: 'signed-in',
  summary: 'Send feedback to the platform',
  input: FeedbackFields,
  output: z.object({ id }),
  once: true,
})

export const mine = endpoint({
  method: 'POST',
  path: '/feedback/list',
  access: 'signed-in',
  reads: true,
  summary: 'The last 20 feedback messages of the signed-in user in this enterprise account, with answers',
  input: nothing,
  output: z.object({ items: z.array(SentFeedback) }),
})

export const Feedback = SentFeedback.extend({
  enterpriseId: id,
  enterpriseName: z.string(),
  plan: z.string(),
  name: z.string(),
  email: z.string(),
  page: z.string(),
  answeredBy: z.string().nullable(),
  version,
})
export type Feedback = z.infer<typeof Feedback>

export const list = endpoint({
  method: 'POST',
  path: '/admin/feedback/list',
  access: 'Admin_Feedback_View',
  reads: true,
  summary: 'Feedback of all enterprise accounts, newest first',
  input: listInput({ answered: z.boolean() }, ['createdAt']),
  output: pageOf(Feedback),
})

export const FeedbackAnswer = z.object({
  answer: z.string().trim().min(1, 'Required').max(4000, 'Up to 4000 characters.'),
})

export const answer = endpoint({
  method: 'POST',
  path: '/admin/feedback/answer',
  access: 'Admin_Feedback_Edit',
  summary: 'Answer feedback: by e-mail, and shown to its sender',
  input: z.object({ enterpriseId: id, id, version, fields: FeedbackAnswer }),
  output: z.object({ version }),
})

export const accept = endpoint({
  method: 'POST',
  path: '/admin/feedback/accept',
  access: 'Admin_Feedback_Edit',
  summary:
    'Accept feedback, once: extends the free trial of its enterprise account by 15 days, and notifies its sender',
  input: z.object({ enterpriseId: id, id, version }),
  output: z.object({ version, trialEndsAt: time.nullable() }),
})
