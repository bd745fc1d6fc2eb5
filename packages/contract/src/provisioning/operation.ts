import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../list.ts'
import { Selection } from '../profiles/fleet-filter.ts'

export const operationKinds = [
  'AGAIN',
  'REMOVE',
  'GROUP',
  'NOTES',
  'BIND',
  'FREE',
  'EXPIRY',
  'CONFIRMATION',
  'ATTEMPTS',
  'RECYCLE_TIME',
  'RECYCLE',
] as const
export type OperationKind = (typeof operationKinds)[number]

/** What can be put back as it was. */
export const undoableKinds: readonly OperationKind[] = [
  'REMOVE',
  'GROUP',
  'NOTES',
  'BIND',
  'FREE',
  'EXPIRY',
  'CONFIRMATION',
  'RECYCLE_TIME',
]

/** How many profiles can be generated again at once. */
export const AGAIN_MAX = 100_000

/** From so many profiles on, the count is typed before anything is done. */
export const TYPED_FROM = 1_000

export const confirmationChoices = ['fixed', 'random', 'none'] as const

/** What is to be done. */
export const Operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('REMOVE') }),
  z.object({ kind: z.literal('GROUP'), groupId: id.nullable() }),
  z.object({ kind: z.literal('NOTES'), notes: z.string().trim().max(500, 'Up to 500 characters.') }),
  z.object({ kind: z.literal('BIND'), eid: z.string().max(40) }),
  z.object({ kind: z.literal('FREE') }),
  z.object({ kind: z.literal('EXPIRY'), expiresAt: z.iso.datetime({ offset: true }).nullable() }),
  z.object({
    kind: z.literal('CONFIRMATION'),
    mode: z.enum(confirmationChoices),
    /** Write-only, for all of them alike; a look ahead needs none. */
    code: z
      .string()
      .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')
      .optional(),
    /** How long each random one is. */
    digits: z.int().min(4, 'From 4 to 8 digits.').max(8, 'From 4 to 8 digits.').optional(),
  }),
  z.object({ kind: z.literal('ATTEMPTS') }),
  z.object({ kind: z.literal('RECYCLE_TIME'), recycleAt: z.iso.datetime({ offset: true }).nullable() }),
  z.object({ kind: z.literal('RECYCLE') }),
  /** New activation codes; the rows also stand in a batch that has the operation's id. */
  z.object({ kind: z.literal('AGAIN') }),
])
export type Operation = z.infer<typeof Operation>

const Selected = z.object({ operation: Operation, selection: Selection })

const doers = ['Fleet_Edit', 'Fleet_Delete', 'Group_Edit', 'Generate_Ac_Create'] as const
const watchers = ['Fleet_View', 'Group_View'] as const

export const preview = endpoint({
  method: 'POST',
  path: '/operation/preview',
  access: doers,
  summary: 'How many profiles an operation would change, and why the others stay as they are',
  input: Selected,
  output: z.object({
    total: z.int(),
    fits: z.int(),
    apart: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
})

export const apart = endpoint({
  method: 'POST',
  path: '/operation/apart',
  access: doers,
  summary: 'The profiles that an operation cannot change, with the reasons, as CSV',
  input: Selected,
  output: nothing,
  answer: 'file',
})

export const start = endpoint({
  method: 'POST',
  path: '/operation/start',
  access: doers,
  summary: 'Do it, in the background',
  input: Selected.extend({
    /** Typed by whoever changes 1,000 profiles or more: how many they are. */
    count: z.int().optional(),
  }),
  output: z.object({ id }),
  once: true,
})

export const moveListed = endpoint({
  method: 'POST',
  path: '/operation/moveListed',
  access: doers,
  summary: 'Move the profiles of a list of ICCIDs (a CSV or text file) into a group',
  input: z.object({ groupId: id }),
  output: z.object({ id, total: z.int() }),
  body: 'form-data',
})

export const RunningOperation = z.object({
  id,
  kind: z.enum(operationKinds),
  /** The group, the notes, the EID or the time that is set; of confirmation codes what kind, never one of them. */
  given: z.string().nullable(),
  process: z.enum(['PROCESSING', 'COMPLETE']),
  /** 0 while the profiles are being looked up. */
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.boolean(),
  canUndo: z.boolean(),
  undoes: id.nullable(),
  undoneBy: id.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  createdBy: z.string(),
})
export type RunningOperation = z.infer<typeof RunningOperation>

export const list = endpoint({
  method: 'POST',
  path: '/operation/list',
  access: watchers,
  summary: 'The last operations, newest first',
  input: z.object({ limit: z.int().min(1).max(100).default(20) }),
  output: z.object({ items: z.array(RunningOperation) }),
})

export const get = endpoint({
  method: 'POST',
  path: '/operation/get',
  access: watchers,
  summary: 'One operation',
  input: z.object({ id }),
  output: RunningOperation,
})

export const progress = endpoint({
  method: 'GET',
  path: '/operation/progress',
  access: watchers,
  summary: 'Progress of the running operations (or of one), as events; the stream ends when they are complete',
  input: z.object({ id: id.optional() }),
  output: RunningOperation,
  answer: 'events',
})

export const result = endpoint({
  method: 'POST',
  path: '/operation/result',
  access: watchers,
  summary:
    'What became of each profile of an operation, as CSV; with new confirmation codes for who may generate activation codes',
  input: z.object({ id, only: z.enum(['all', 'failed']).default('all') }),
  output: nothing,
  answer: 'file',
})

export const cancel = endpoint({
  method: 'POST',
  path: '/operation/cancel',
  access: doers,
  summary: 'Stop an operation: what is done stays, the others are left as they are',
  input: z.object({ id }),
  output: done,
})

export const undo = endpoint({
  method: 'POST',
  path: '/operation/undo',
  access: doers,
  summary: 'Put back what an operation has changed, where nobody has changed it again',
  input: z.object({ id }),
  output: z.object({ id }),
  once: true,
})
