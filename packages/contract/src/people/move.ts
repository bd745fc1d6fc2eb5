import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fillText } from '../fill-text.ts'
import { done, id, nothing, time } from '../list.ts'

/** Hours for which an archive can be downloaded. */
export const MOVE_HOURS = 72

/** An archive of an enterprise account, with which it moves to another installation. */
export const MoveArchive = z.object({
  id,
  process: z.enum(['PROCESSING', 'COMPLETE', 'FAILED']),
  /** Rows to write; 0 until they are counted. */
  total: z.int(),
  written: z.int(),
  bytes: z.int(),
  /** Fingerprint of the OpenPGP key to which card keys are encrypted. */
  recipient: z.string(),
  createdAt: time,
  completedAt: time.nullable(),
  expiresAt: time,
  createdBy: z.string(),
})
export type MoveArchive = z.infer<typeof MoveArchive>

/** What an import cannot carry over, with what to do about it. `{count}` and `{value}` are filled in. */
export const differenceTexts = {
  ACCOUNT:
    'The account on the previous installation still answers devices. Close it there, so that no profile is installed twice.',
  PLAN: 'Plan, orders of plans, payments and invoices stay with the previous installation. Staff assign a plan here.',
  USERS: 'Members that were not taken over: {count}. Invite them again; their names remain with what they did.',
  SMDP_ADDRESS:
    'Valid activation codes with another SM-DP+ address ({value}): {count}. Hand them out again, or point the previous host name to this installation.',
  PORTAL_ADDRESS: 'Public pages of codes, campaigns and vouchers have another address: {value}.',
  MATCHING_IDS:
    'Matching IDs that were in use here and were replaced: {count}. Their previous activation codes are not valid here.',
  SEALS: 'Secrets, such as card keys, that were sealed again with the keys of this installation: {count}.',
  RECYCLE_APPLETS:
    'Cards with the recycling applet report with a key of the previous installation; recycle their profiles by hand.',
  VOUCHERS: 'Vouchers that were revoked, because their codes cannot be checked here: {count}. Create new ones.',
  WORK: 'Batches and operations that were in progress, and ended where they were: {count}.',
  PUSHES: 'Pushes that wait for a device, and are registered at the SM-DS again: {count}.',
  WEBHOOKS:
    'Webhook endpoints that are paused, so that no event is sent twice: {count}. Resume them when you have moved.',
  RULES: 'Rules that are paused, because the members in whose name they act are not here: {count}. Resume them.',
  DELIVERIES: 'Planned deliveries that are canceled, so that nobody gets two e-mails: {count}. Plan them again.',
  API_KEYS: 'API keys and credentials that were not taken over: {count}. Create new ones.',
  OPERATORS: 'ES2+ operators that were not taken over: {count}. They register their certificate again.',
  SINGLE_SIGN_ON: 'Single sign-on was not taken over: its addresses name the previous installation. Set it up again.',
  REPORT_SCHEDULES: 'Schedules of reports that were not taken over: {count}. Schedule them again.',
  AUDIT: 'The audit log begins with the import. The archive has the previous one, for reading.',
} as const
export const differenceIds = Object.keys(differenceTexts) as DifferenceId[]
export type DifferenceId = keyof typeof differenceTexts

/** What an import has taken over, and what differs. */
export const ArrivalReport = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.int() })),
  differences: z.array(
    z.object({ id: z.enum(differenceIds as [DifferenceId, ...DifferenceId[]]), count: z.int(), value: z.string() }),
  ),
  matchingIds: z.array(z.object({ previous: z.string(), current: z.string() })),
})
export type ArrivalReport = z.infer<typeof ArrivalReport>

/** A difference as a sentence. */
export const differenceText = ({ id, count, value }: ArrivalReport['differences'][number]): string =>
  fillText(differenceTexts[id], { count: count.toLocaleString('en'), value })

export const overview = endpoint({
  method: 'POST',
  path: '/enterprise/move/overview',
  access: 'Enterprise_View',
  allGroups: true,
  reads: true,
  summary: 'Archives of the enterprise account for another installation, newest first, and how it arrived here',
  input: nothing,
  output: z.object({
    /** Fingerprint of the key with which this installation signs archives. */
    signer: z.string(),
    items: z.array(MoveArchive),
    arrival: z.object({ signer: z.string(), exportedAt: time, arrivedAt: time, report: ArrivalReport }).nullable(),
  }),
})

export const start = endpoint({
  method: 'POST',
  path: '/enterprise/move/start',
  access: 'Enterprise_Edit',
  allGroups: true,
  stepUp: true,
  programs: false,
  summary:
    'Export the enterprise account as a signed archive, in the background. Card keys are encrypted to an OpenPGP key; needs a second factor',
  input: z.object({
    /** The public key of the recipient, ASCII-armored. */
    key: z.string().trim().min(1, 'Required').max(20_000, 'Up to 20,000 characters.'),
  }),
  output: z.object({ id, recipient: z.string() }),
})

export const content = endpoint({
  method: 'POST',
  path: '/enterprise/move/content',
  access: 'Enterprise_Edit',
  allGroups: true,
  stepUp: true,
  programs: false,
  summary: 'Download a finished archive; needs a second factor',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const remove = endpoint({
  method: 'POST',
  path: '/enterprise/move/remove',
  access: 'Enterprise_Edit',
  allGroups: true,
  summary: 'Delete an archive, also one that is being written',
  input: z.object({ id }),
  output: done,
})

export const arrivalFile = endpoint({
  method: 'POST',
  path: '/enterprise/move/arrivalFile',
  access: 'Enterprise_View',
  allGroups: true,
  reads: true,
  summary: 'What differs since the enterprise account arrived from another installation, as text',
  input: nothing,
  output: nothing,
  answer: 'file',
})
