import { z } from 'zod'
import { id } from '../list.ts'
import type { PermissionId } from '../permission.ts'

/**
 * The kinds of bulk operations: one row each, with what both server and web app need. What only the server needs (which
 * profiles it can change, its writes) is in the row of the same name in `modules/provisioning/operations/kinds.ts`.
 */
type KindRow = {
  /** The kind and its parameters. */
  schema: z.ZodObject<{ kind: z.ZodLiteral<string> }>
  /** Requires one of these permissions. */
  needs: readonly PermissionId[]
  /** Whether the previous values of changed profiles are stored for undo. */
  undoable: boolean
  /** The maximum number of profiles, and the error text for more. */
  limit?: { max: number; text: string }
  /** The operation is also a batch with the same id, whose rows are the profiles. */
  opensBatch?: true
  /** The name in menus, the progress strip and notices. */
  name: string
  /** The title of the dialog where the name does not say what changes. */
  title?: string
  /** The description in the dialog. */
  about: string
  /** For a dangerous change: a red button with this label. */
  proceed?: { one: string; other: string }
  /** Listed at the end of the menu, after a separator. */
  isLast?: true
  /** The input control of the dialog. */
  input?: KindInput
}

/**
 * The control in the dialog, and the field of the schema that it sets. `confirmation` sets several. An empty `time` is
 * null. `startsWith` is the field of a single profile whose value is the initial text.
 */
export type KindInput =
  | { control: 'text'; field: string; label: string; startsWith?: 'notes' }
  | { control: 'eid' | 'group'; field: string; label: string }
  | { control: 'time'; field: string; label: string; help: string }
  | { control: 'confirmation' }

export const confirmationChoices = ['fixed', 'random', 'none'] as const

/** The maximum number of profiles to generate again at once. */
export const AGAIN_MAX = 100_000

const moment = z.iso.datetime({ offset: true }).nullable()

/** The kinds, in the order of the Actions menu. */
export const operationTable = {
  AGAIN: {
    schema: z.object({ kind: z.literal('AGAIN') }),
    needs: ['Generate_Ac_Create'],
    undoable: false,
    limit: {
      max: AGAIN_MAX,
      text: `Up to ${AGAIN_MAX.toLocaleString('en')} profiles can be generated at once. Narrow the selection.`,
    },
    opensBatch: true,
    name: 'Generate again',
    title: 'Generate activation codes again',
    about:
      'They get new activation codes, and the old ones stop working. Keys and configuration stay, and any device can download them.',
  },
  REMOVE: {
    schema: z.object({ kind: z.literal('REMOVE') }),
    needs: ['Fleet_Delete'],
    undoable: true,
    name: 'Delete',
    title: 'Delete profiles',
    about: 'Their activation codes stop working, and they leave the list. Their ICCIDs can be imported again.',
    proceed: { one: 'Delete {count} profile', other: 'Delete {count} profiles' },
    isLast: true,
  },
  GROUP: {
    schema: z.object({ kind: z.literal('GROUP'), groupId: id.nullable() }),
    needs: ['Fleet_Edit', 'Group_Edit'],
    undoable: true,
    name: 'Move into a group',
    about: 'Each profile is in one group at most.',
    input: { control: 'group', field: 'groupId', label: 'Group' },
  },
  NOTES: {
    schema: z.object({
      kind: z.literal('NOTES'),
      notes: z.string().trim().max(500, 'Up to 500 characters.'),
    }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Change notes',
    about: 'This text replaces their notes.',
    input: { control: 'text', field: 'notes', label: 'Notes', startsWith: 'notes' },
  },
  BIND: {
    schema: z.object({ kind: z.literal('BIND'), eid: z.string().max(40) }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Bind to an EID',
    about: 'After this, only this eUICC can download them.',
    input: { control: 'eid', field: 'eid', label: 'EID' },
  },
  FREE: {
    schema: z.object({ kind: z.literal('FREE') }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Free from its EID',
    about: 'Any device can download them again.',
  },
  EXPIRY: {
    schema: z.object({ kind: z.literal('EXPIRY'), expiresAt: moment }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Change expiry',
    about: 'Until when their activation codes can be used.',
    input: { control: 'time', field: 'expiresAt', label: 'Expires', help: 'Leave empty for no end.' },
  },
  CONFIRMATION: {
    schema: z.object({
      kind: z.literal('CONFIRMATION'),
      mode: z.enum(confirmationChoices),
      /** Write-only, the same for all profiles; not needed for a preview. */
      code: z
        .string()
        .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')
        .optional(),
      /** The length of each random code. */
      digits: z.int().min(4, 'From 4 to 8 digits.').max(8, 'From 4 to 8 digits.').optional(),
    }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Change confirmation code',
    about:
      'The user enters this code on the device before the download. Previous codes no longer work. Each activation code says whether a confirmation code is needed: where that changes, send out new QR codes.',
    input: { control: 'confirmation' },
  },
  ATTEMPTS: {
    schema: z.object({ kind: z.literal('ATTEMPTS') }),
    needs: ['Fleet_Edit'],
    undoable: false,
    name: 'Reset download attempts',
    about: 'Download attempts and wrong confirmation codes are counted from zero again.',
  },
  RECYCLE_TIME: {
    schema: z.object({ kind: z.literal('RECYCLE_TIME'), recycleAt: moment }),
    needs: ['Fleet_Edit'],
    undoable: true,
    name: 'Set recycle time',
    about:
      'At this time they go back into stock: their activation codes end, and they must be generated again before anyone can download them. Nothing is deleted from a device: a profile on a device waits up to 7 days for the confirmation of the device.',
    input: {
      control: 'time',
      field: 'recycleAt',
      label: 'Recycle time',
      help: 'Leave empty to never recycle them.',
    },
  },
  RECYCLE: {
    schema: z.object({ kind: z.literal('RECYCLE') }),
    needs: ['Fleet_Edit'],
    undoable: false,
    name: 'Recycle now',
    title: 'Recycle profiles now',
    about:
      'Their activation codes end, and profiles that are on no device are in stock at once. Nothing is deleted from a device: a profile on a device waits up to 7 days for the delete notification or the message of its Recycle applet. This cannot be undone.',
    proceed: { one: 'Recycle {count} profile', other: 'Recycle {count} profiles' },
  },
} as const satisfies Readonly<Record<string, KindRow>>

export type OperationKind = keyof typeof operationTable

/** The row of a kind, as the general type. */
export const operationRow = (kind: OperationKind): KindRow => operationTable[kind]

const { AGAIN: first, ...others } = operationTable

/** An operation: the kind with its parameters. */
export const Operation = z.discriminatedUnion('kind', [
  first.schema,
  ...Object.values(others).map(({ schema }) => schema),
])
export type Operation = z.output<typeof Operation>
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>

export const operationKinds: readonly OperationKind[] = Object.values(operationTable).map(
  ({ schema }) => schema.shape.kind.value,
)

/** All permissions that allow some kind of operation. */
export const operationPermissions: readonly PermissionId[] = [
  ...new Set(Object.values(operationTable).flatMap(({ needs }): readonly PermissionId[] => needs)),
]

/** Reasons why an operation does not change a profile: texts of the preview and the result file. */
export const leftTexts = {
  removed: 'It was deleted in the portal.',
  held: 'A device holds it.',
  inCampaign: 'It is in a campaign.',
  rotates: 'It rotates: each code of its batch opens all of them.',
  notWaiting: 'Its activation code is not waiting for a device.',
  bound: 'It is bound to a device already: free it first.',
  notBound: 'It is bound to no device.',
  inStock: 'It is in stock already: generate it again first.',
  unknown: 'No profile has this ICCID.',
  groupDeleted: 'The group was deleted meanwhile.',
  changedAgain: 'It was changed again meanwhile.',
  canceled: 'The operation was cancelled.',
  gaveUp: 'Could not be changed. Please write to us and quote the time.',
} as const
export type LeftReason = keyof typeof leftTexts
