import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { approvalOperations, DAY_LIMIT_MAX, guardedOperations } from './approval-operation.ts'

export const approvalStates = ['PENDING', 'APPROVED', 'REFUSED', 'EXPIRED', 'CANCELED', 'DONE', 'FAILED'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** `AUTO`: the portal does the work. `REPEAT`: the requester repeats the call, because only that answer is of use. */
export const approvalModes = ['AUTO', 'REPEAT'] as const

/** How long the members have to object when an owner switches approval off that nobody can give. */
export const OFF_WAIT_HOURS = 72

export const APPROVERS_MAX = 50

const comment = z.string().trim().max(500, 'Up to 500 characters.')

export const ApprovalRequest = z.object({
  id,
  operation: z.enum(approvalOperations),
  /** What would be done: "Delete 120 profiles". */
  sentence: z.string(),
  amount: z.int(),
  state: z.enum(approvalStates),
  mode: z.enum(approvalModes),
  requestedBy: z.string(),
  /** The API key of the call. */
  requestedByKey: z.string().nullable(),
  /** The rule in whose name it is asked for. */
  rule: z.string().nullable(),
  requestedAt: time,
  expiresAt: time,
  comment: z.string(),
  /** Profiles in the list, which is fixed, and its SHA-256. */
  objects: z.int(),
  sha256: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  decisionComment: z.string(),
  /** When the work may start. Until then the requester and the approver can withdraw. */
  startsAt: time.nullable(),
  endedAt: time.nullable(),
  reason: z.string().nullable(),
  /** Profiles that changed after the request, up to 100. Nothing was done. */
  changed: z.array(z.object({ iccid: z.string(), before: z.string(), now: z.string() })),
  version,
  /** The caller made the request. */
  isOwn: z.boolean(),
  /** The caller may approve and refuse now. */
  canDecide: z.boolean(),
  /** The caller may withdraw it now. */
  canCancel: z.boolean(),
  /** Why the caller may not approve a request that waits; null if it does not wait, or the caller may. */
  whyNot: z.string().nullable(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

export const ApprovalPolicyFields = z.object({
  rules: z
    .array(
      z.object({
        operation: z.enum(guardedOperations),
        /** What a person may do in a day without approval. 0: each call needs it. */
        over: z
          .int()
          .min(0)
          .max(DAY_LIMIT_MAX, `Up to ${DAY_LIMIT_MAX.toLocaleString('en')}.`)
          .default(0),
      }),
    )
    .max(guardedOperations.length)
    .refine((rules) => new Set(rules.map(({ operation }) => operation)).size === rules.length, 'Each operation once.'),
  /** Users who may approve; empty: all members with the permission. */
  approvers: z.array(id).max(APPROVERS_MAX, `Up to ${APPROVERS_MAX} approvers.`).default([]),
  expiryHours: z.int().min(1, 'At least 1 hour.').max(720, 'Up to 720 hours.').default(72),
  windowMinutes: z.int().min(0).max(60, 'Up to 60 minutes.').default(5),
})
export type ApprovalPolicyFields = z.infer<typeof ApprovalPolicyFields>

const Person = z.object({ userId: id, name: z.string() })

export const policy = endpoint({
  method: 'POST',
  path: '/approval/policy',
  access: 'Enterprise_View',
  reads: true,
  summary: 'Which operations need the approval of a second person, and who may approve',
  input: nothing,
  output: ApprovalPolicyFields.extend({
    version,
    changedAt: time.nullable(),
    changedBy: z.string().nullable(),
    /** Members who could approve: they hold the permission, and their view is not limited. */
    possible: z.array(Person),
    /** Nobody can approve what the caller asks for. */
    isStuck: z.boolean(),
    /** When approval is switched off because nobody can approve. */
    offDueAt: time.nullable(),
    offAskedBy: z.string().nullable(),
  }),
})

export const setPolicy = endpoint({
  method: 'POST',
  path: '/approval/setPolicy',
  access: 'Enterprise_Edit',
  allGroups: true,
  summary:
    'Set which operations need approval. Switching off, raising a limit and changing the approvers need approval themselves',
  input: z.object({ version, fields: ApprovalPolicyFields }),
  output: z.object({ version }),
})

export const askOff = endpoint({
  method: 'POST',
  path: '/approval/askOff',
  access: 'Enterprise_Edit',
  ownerOnly: true,
  stepUp: true,
  summary: 'Switch approval off after 72 hours, because nobody is left who could approve. All members are notified',
  input: z.object({ version }),
  output: z.object({ version, dueAt: time }),
})

export const keepOn = endpoint({
  method: 'POST',
  path: '/approval/keepOn',
  access: 'Enterprise_Edit',
  allGroups: true,
  summary: 'Keep approval on that an owner wants to switch off',
  input: z.object({ version }),
  output: z.object({ version }),
})

export const list = endpoint({
  method: 'POST',
  path: '/approval/list',
  access: 'signed-in',
  programs: true,
  reads: true,
  summary: 'Requests for approval: your own, and all of them with the permission to see them; newest first',
  input: listInput(
    {
      /** `waiting`: those that the caller may approve now. */
      which: z.enum(['waiting', 'mine']),
      state: z.array(z.enum(approvalStates)).min(1),
      operation: z.array(z.enum(approvalOperations)).min(1),
    },
    ['requestedAt'],
  ),
  output: pageOf(ApprovalRequest),
})

export const waiting = endpoint({
  method: 'POST',
  path: '/approval/waiting',
  access: 'Approval_View',
  allGroups: true,
  reads: true,
  summary: 'How many requests the caller may approve now, up to 100',
  input: nothing,
  output: z.object({ count: z.int() }),
})

export const get = endpoint({
  method: 'POST',
  path: '/approval/get',
  access: 'signed-in',
  programs: true,
  reads: true,
  summary: 'One request for approval',
  input: z.object({ id }),
  output: ApprovalRequest,
})

export const objects = endpoint({
  method: 'POST',
  path: '/approval/objects',
  access: 'signed-in',
  programs: true,
  reads: true,
  summary: 'The profiles of a request as they were when it was made, by line',
  input: z.object({
    id,
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    items: z.array(z.object({ line: z.int(), profileId: id, iccid: z.string(), state: z.string() })),
    next: z.string().nullable(),
  }),
})

export const explain = endpoint({
  method: 'POST',
  path: '/approval/comment',
  access: 'signed-in',
  programs: true,
  summary: 'Say why: the comment of your own request, while it waits',
  input: z.object({ id, version, comment }),
  output: z.object({ version }),
})

const decision = z.object({ id, version, comment: comment.default('') })

export const approve = endpoint({
  method: 'POST',
  path: '/approval/approve',
  access: 'Approval_Decide',
  allGroups: true,
  summary: 'Approve a request of another person. With a session, the identity must have been confirmed recently',
  input: decision,
  output: z.object({ version, startsAt: time }),
})

export const refuse = endpoint({
  method: 'POST',
  path: '/approval/refuse',
  access: 'Approval_Decide',
  allGroups: true,
  summary: 'Refuse a request of another person',
  input: decision,
  output: z.object({ version }),
})

export const cancel = endpoint({
  method: 'POST',
  path: '/approval/cancel',
  access: 'signed-in',
  programs: true,
  summary: 'Withdraw your own request, or what you approved, before the work starts',
  input: z.object({ id }),
  output: done,
})
