import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf } from '../list.ts'
import { Selection } from '../profiles/fleet-filter.ts'
import { Operation, operationKinds, operationPermissions, operationTable } from './operation-kind.ts'

// exported so that the OpenAPI file has a name for the schema
export { Operation }

/** From this number of profiles on, users must type the count to confirm the operation. */
export const TYPED_FROM = 1_000

const Selected = z.object({ operation: Operation, selection: Selection })

const watchers = ['Fleet_View', 'Group_View'] as const

export const preview = endpoint({
  method: 'POST',
  path: '/operation/preview',
  access: operationPermissions,
  reads: true,
  summary: 'How many profiles an operation would change, and why it would not change others',
  input: Selected,
  output: z.object({
    total: z.int(),
    fits: z.int(),
    excluded: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
})

export const excluded = endpoint({
  method: 'POST',
  path: '/operation/excluded',
  access: operationPermissions,
  reads: true,
  summary: 'The profiles that an operation would not change, with reasons, as CSV',
  input: Selected,
  output: nothing,
  answer: 'file',
})

export const start = endpoint({
  method: 'POST',
  path: '/operation/start',
  access: operationPermissions,
  summary: 'Start an operation, in the background',
  input: Selected.extend({
    /** The number of profiles to change; required from 1,000 on. */
    count: z.int().optional(),
  }),
  output: z.object({ id }),
  once: true,
  dryRun: { preview },
})

export const change = endpoint({
  method: 'POST',
  path: '/operation/change',
  access: operationPermissions,
  summary: 'Change the group, a tag, an attribute or the notes of one profile at once',
  input: z.object({
    profileId: id,
    operation: z.discriminatedUnion('kind', [
      operationTable.GROUP.schema,
      operationTable.TAG.schema,
      operationTable.UNTAG.schema,
      operationTable.ATTRIBUTE.schema,
      operationTable.NOTES.schema,
    ]),
    /** The group, value or notes that the user saw; refused if they were changed in the meantime. Null for a tag. */
    previous: z.string().nullable(),
  }),
  output: done,
  dryRun: 'rolled back',
})

export const unfit = endpoint({
  method: 'POST',
  path: '/operation/unfit',
  access: 'Fleet_View',
  reads: true,
  summary: 'The operations that cannot change a profile, with reasons',
  input: z.object({ profileId: id }),
  output: z.object({
    items: z.array(z.object({ kind: z.enum(operationKinds), reason: z.string() })),
    /** Why its activation code cannot be handed out; null if it can. */
    delivery: z.string().nullable(),
  }),
})

export const moveListed = endpoint({
  method: 'POST',
  path: '/operation/moveListed',
  access: operationPermissions,
  summary: 'Move the profiles of a list of ICCIDs (a CSV or text file) into a group',
  input: z.object({ groupId: id }),
  output: z.object({ id, total: z.int() }),
  body: 'form-data',
  dryRun: 'rolled back',
})

export const RunningOperation = z.object({
  id,
  kind: z.enum(operationKinds),
  /** The new group, tag, notes, EID or time; of confirmation codes only the mode. */
  given: z.string().nullable(),
  process: z.enum(['PROCESSING', 'COMPLETE']),
  /** 0 while the profiles are being selected. */
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
  reads: true,
  summary: 'Operations on profiles; newest first',
  input: listInput({}, ['createdAt']),
  output: pageOf(RunningOperation),
})

export const get = endpoint({
  method: 'POST',
  path: '/operation/get',
  access: watchers,
  reads: true,
  summary: 'One operation',
  input: z.object({ id }),
  output: RunningOperation,
})

export const progress = endpoint({
  method: 'GET',
  path: '/operation/progress',
  access: watchers,
  reads: true,
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
    'The result of each profile of an operation, as CSV; with new confirmation codes if the user may generate activation codes',
  input: z.object({ id, only: z.enum(['all', 'failed']).default('all') }),
  output: nothing,
  answer: 'file',
})

export const cancel = endpoint({
  method: 'POST',
  path: '/operation/cancel',
  access: operationPermissions,
  summary: 'Cancel an operation: changed profiles stay changed, the others are not changed',
  input: z.object({ id }),
  output: done,
})

export const undo = endpoint({
  method: 'POST',
  path: '/operation/undo',
  access: operationPermissions,
  summary: 'Undo an operation for all profiles that were not changed again since',
  input: z.object({ id }),
  output: z.object({ id }),
  once: true,
  dryRun: 'rolled back',
})
