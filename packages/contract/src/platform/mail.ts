import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time } from '../list.ts'
import { mailKinds } from './white-label.ts'

/** `KEPT`: no mail server is set, the mail lies in the development mailbox. */
export const mailStates = ['WAITING', 'SENT', 'FAILED', 'KEPT'] as const

export const MailRow = z.object({
  id,
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  /** The first letter and the domain. */
  recipient: z.string(),
  /** Name of the platform in whose look it is. */
  platform: z.string().nullable(),
  attempts: z.int(),
  /** What the mail server answered last, if it did not take it. */
  refusal: z.string().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
  /** When it is tried again. */
  nextAt: time.nullable(),
})
export type MailRow = z.infer<typeof MailRow>

export const list = endpoint({
  method: 'POST',
  path: '/admin/mail/list',
  access: 'Admin_Mail_View',
  summary: 'Mails of the last 30 days, newest first',
  input: listInput(
    {
      state: z.array(z.enum(mailStates)).max(4),
      /** The whole address. */
      recipient: z
        .string()
        .trim()
        .max(254)
        .transform((email) => email.toLowerCase()),
      refused: z.boolean(),
    },
    ['createdAt'],
  ),
  output: pageOf(MailRow),
})

export const retry = endpoint({
  method: 'POST',
  path: '/admin/mail/retry',
  access: 'Admin_Mail_Edit',
  summary: 'Try a mail again that was given up',
  input: z.object({ id }),
  output: done,
})
