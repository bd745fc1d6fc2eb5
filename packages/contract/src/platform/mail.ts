import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time } from '../list.ts'
import { mailKinds } from './white-label.ts'

/** `KEPT`: no mail server is set, the mail is in the development mailbox. */
export const mailStates = ['WAITING', 'SENT', 'FAILED', 'KEPT'] as const

export const MailRow = z.object({
  id,
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  /** The first letter and the domain of the address. */
  recipient: z.string(),
  /** Name of the platform whose style it has. */
  platform: z.string().nullable(),
  attempts: z.int(),
  /** The last response of the mail server, if it refused the mail. */
  refusal: z.string().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
  /** Time of the next attempt. */
  nextAt: time.nullable(),
})
export type MailRow = z.infer<typeof MailRow>

export const list = endpoint({
  method: 'POST',
  path: '/admin/mail/list',
  access: 'Admin_Mail_View',
  reads: true,
  summary: 'E-mails of the last 30 days, newest first',
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
  summary: 'Retry an e-mail that failed permanently',
  input: z.object({ id }),
  output: done,
})
