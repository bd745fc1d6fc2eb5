import { z } from 'zod'
import { fillText } from '../fill-text.ts'
import { id } from '../list.ts'
import { ConfirmationCodeText } from '../notation.ts'
import type { PermissionId } from '../permission.ts'
import type { GuardedOperation } from '../platform/approval-operation.ts'

type DoneForms = { one: string; other: string }

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
  /** An enterprise account can demand the approval of a second person for it. */
  approval?: GuardedOperation
  /** Also to undo it, because that brings back what needs approval. */
  undoNeedsApproval?: true
  /** The operation is also a batch with the same id, whose rows are the profiles. */
  opensBatch?: true
  /** The name in menus, the progress strip and notices. */
  name: string
  /** The title of the dialog where the name does not say what changes. */
  title?: string
  /** The description in the dialog. */
  about: string
  /** The label of the dialog's button; otherwise it says that profiles are changed. */
  proceed?: { one: string; other: string }
  /** What it takes away cannot be had back without work: a red button. */
  isDestructive?: true
  /** The section of the menu; without one, it is listed at the end. */
  section?: OperationSection
  /** What it did, for the audit log and the result. `{given}` is the new group. */
  done: DoneForms
  /** The same where the parameter is empty, such as no group. */
  doneNone?: DoneForms
  /** The input control of the dialog. */
  input?: KindInput
}

/** The sections of the Actions menu, in their order. */
export const operationSections = ['code', 'assignment', 'recycling'] as const
export type OperationSection = (typeof operationSections)[number]

/**
 * The control in the dialog, and the field of the schema that it sets. `confirmation` sets several. An empty `time` is
 * null. `startsWith` is the field of a single profile whose value is the initial text.
 */
export type KindInput =
  | { control: 'text'; field: string; label: string; startsWith?: 'notes' }
  | { control: 'eid' | 'group'; field: string; label: string }
  | { control: 'tag'; field: string; label: string; isNewAllowed: boolean }
  | { control: 'time'; field: string; label: string; help: string }
  | { control: 'confirmation' }
  | { control: 'attribute' }

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
    approval: 'GENERATE',
    section: 'code',
    limit: {
      max: AGAIN_MAX,
      text: `Up to ${AGAIN_MAX.toLocaleString('en')} profiles can be generated at once. Narrow the selection.`,
    },
    opensBatch: true,
    name: 'Generate again',
    done: { one: 'Generated {count} activation code again', other: 'Generated {count} activation codes again' },
    title: 'Generate activation codes again',
    proceed: { one: 'Generate {count} code again', other: 'Generate {count} codes again' },
    about:
      'They get new activation codes, and the old ones stop working. Keys and configuration stay, and any device can download them.',
  },
  REMOVE: {
    schema: z.object({ kind: z.literal('REMOVE') }),
    needs: ['Fleet_Delete'],
    undoable: true,
    approval: 'REMOVE',
    name: 'Delete',
    done: { one: 'Deleted {count} profile', other: 'Deleted {count} profiles' },
    title: 'Delete profiles',
    about: 'Their activation codes stop working, and they leave the list. Their ICCIDs can be imported again.',
    proceed: { one: 'Delete {count} profile', other: 'Delete {count} profiles' },
    isDestructive: true,
  },
  GROUP: {
    schema: z.object({ kind: z.literal('GROUP'), groupId: id.nullable() }),
    needs: ['Fleet_Edit', 'Group_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Move into a group',
    done: { one: 'Moved {count} profile to {given}', other: 'Moved {count} profiles to {given}' },
    doneNone: { one: 'Removed {count} profile from its group', other: 'Removed {count} profiles from their groups' },
    about: 'Each profile is in one group at most.',
    proceed: { one: 'Move {count} profile', other: 'Move {count} profiles' },
    input: { control: 'group', field: 'groupId', label: 'Group' },
  },
  TAG: {
    schema: z.object({ kind: z.literal('TAG'), tagId: id }),
    needs: ['Fleet_Edit', 'Group_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Add a tag',
    done: { one: 'Added the tag {given} to {count} profile', other: 'Added the tag {given} to {count} profiles' },
    about: 'Other tags stay. A profile has up to 20 tags.',
    proceed: { one: 'Tag {count} profile', other: 'Tag {count} profiles' },
    input: { control: 'tag', field: 'tagId', label: 'Tag', isNewAllowed: true },
  },
  UNTAG: {
    schema: z.object({ kind: z.literal('UNTAG'), tagId: id }),
    needs: ['Fleet_Edit', 'Group_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Remove a tag',
    done: {
      one: 'Removed the tag {given} from {count} profile',
      other: 'Removed the tag {given} from {count} profiles',
    },
    about: 'Profiles without this tag stay as they are.',
    proceed: { one: 'Remove from {count} profile', other: 'Remove from {count} profiles' },
    input: { control: 'tag', field: 'tagId', label: 'Tag', isNewAllowed: false },
  },
  ATTRIBUTE: {
    schema: z.object({ kind: z.literal('ATTRIBUTE'), attributeId: id, value: z.string().trim().max(500) }),
    needs: ['Fleet_Edit', 'Group_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Set an attribute',
    done: { one: 'Changed {given} of {count} profile', other: 'Changed {given} of {count} profiles' },
    about: 'This value replaces theirs. Leave it empty to clear it.',
    input: { control: 'attribute' },
  },
  NOTES: {
    schema: z.object({
      kind: z.literal('NOTES'),
      notes: z.string().trim().max(500, 'Up to 500 characters.'),
    }),
    needs: ['Fleet_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Change notes',
    done: { one: 'Changed the notes of {count} profile', other: 'Changed the notes of {count} profiles' },
    about: 'This text replaces their notes.',
    input: { control: 'text', field: 'notes', label: 'Notes', startsWith: 'notes' },
  },
  BIND: {
    schema: z.object({ kind: z.literal('BIND'), eid: z.string().max(40) }),
    needs: ['Fleet_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Bind to an EID',
    done: { one: 'Bound {count} profile to the EID {given}', other: 'Bound {count} profiles to the EID {given}' },
    about: 'After this, only this eUICC can download them.',
    input: { control: 'eid', field: 'eid', label: 'EID' },
  },
  FREE: {
    schema: z.object({ kind: z.literal('FREE') }),
    needs: ['Fleet_Edit'],
    undoable: true,
    section: 'assignment',
    name: 'Remove EID binding',
    done: { one: 'Removed the EID binding of {count} profile', other: 'Removed the EID binding of {count} profiles' },
    about: 'Any device can download them again.',
  },
  EXPIRY: {
    schema: z.object({ kind: z.literal('EXPIRY'), expiresAt: moment }),
    needs: ['Fleet_Edit'],
    undoable: true,
    section: 'code',
    name: 'Change expiry',
    done: {
      one: 'Changed the expiry of {count} activation code',
      other: 'Changed the expiry of {count} activation codes',
    },
    doneNone: {
      one: 'Removed the expiry of {count} activation code',
      other: 'Removed the expiry of {count} activation codes',
    },
    about: 'How long their activation codes can be used.',
    input: { control: 'time', field: 'expiresAt', label: 'Expires', help: 'Leave empty for no end.' },
  },
  CONFIRMATION: {
    schema: z.object({
      kind: z.literal('CONFIRMATION'),
      mode: z.enum(confirmationChoices),
      /** Write-only, the same for all profiles; not needed for a preview. */
      code: ConfirmationCodeText.optional(),
      /** The length of each random code. */
      digits: z.int().min(4, 'From 4 to 8 digits.').max(8, 'From 4 to 8 digits.').optional(),
    }),
    needs: ['Fleet_Edit'],
    undoable: true,
    section: 'code',
    name: 'Change confirmation code',
    done: {
      one: 'Changed the confirmation code of {count} profile',
      other: 'Changed the confirmation codes of {count} profiles',
    },
    about:
      'The user enters this code on the device before the download. Previous codes no longer work. Each activation code says whether a confirmation code is needed: where that changes, send out new QR codes.',
    input: { control: 'confirmation' },
  },
  ATTEMPTS: {
    schema: z.object({ kind: z.literal('ATTEMPTS') }),
    needs: ['Fleet_Edit'],
    undoable: false,
    section: 'code',
    name: 'Reset download attempts',
    done: {
      one: 'Reset the download attempts of {count} profile',
      other: 'Reset the download attempts of {count} profiles',
    },
    about: 'Download attempts and wrong confirmation codes are counted from zero again.',
  },
  RECYCLE_TIME: {
    schema: z.object({ kind: z.literal('RECYCLE_TIME'), recycleAt: moment }),
    needs: ['Fleet_Edit'],
    undoable: true,
    approval: 'RECYCLE',
    undoNeedsApproval: true,
    section: 'recycling',
    name: 'Set recycle time',
    done: { one: 'Changed the recycle time of {count} profile', other: 'Changed the recycle time of {count} profiles' },
    doneNone: {
      one: 'Removed the recycle time of {count} profile',
      other: 'Removed the recycle time of {count} profiles',
    },
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
    approval: 'RECYCLE',
    section: 'recycling',
    name: 'Recycle now',
    done: { one: 'Recycled {count} profile', other: 'Recycled {count} profiles' },
    title: 'Recycle profiles now',
    about:
      'Their activation codes end, and profiles that are on no device are in stock at once. Nothing is deleted from a device: a profile on a device waits up to 7 days for the delete notification or the message of its Recycle applet. This cannot be undone.',
    proceed: { one: 'Recycle {count} profile', other: 'Recycle {count} profiles' },
    isDestructive: true,
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

type Done = { kind: OperationKind; given: string | null; undoes: unknown; count: number }

/** What an operation did, as a sentence: "Moved 40 profiles to Warehouse Oslo", "Undid "Delete" for 3 profiles". */
export function doneSentence({ kind, given, undoes, count }: Done): string {
  const { name, done, doneNone } = operationRow(kind)
  const forms = given === null ? (doneNone ?? done) : done
  const values = { count: count.toLocaleString('en'), given: given ?? '' }
  if (undoes) return `Undid "${name}" for ${values.count} ${count === 1 ? 'profile' : 'profiles'}`
  return fillText(count === 1 ? forms.one : forms.other, values)
}

/** The name of an operation that undoes one of this kind: "Undo of "Change notes"". */
export const undoName = (kind: OperationKind): string => `Undo of "${operationRow(kind).name}"`

/** All permissions that allow some kind of operation. */
export const operationPermissions: readonly PermissionId[] = [
  ...new Set(Object.values(operationTable).flatMap(({ needs }): readonly PermissionId[] => needs)),
]

/** Reasons why an operation does not change a profile: texts of the preview and the result file. */
export const leftTexts = {
  removed: 'Deleted in the portal.',
  held: 'Installed on a device.',
  inCampaign: 'In a campaign.',
  rotates: 'In a batch with rotation: each code of the batch opens all its profiles.',
  notWaiting: 'Its activation code is not waiting for a device.',
  bound: 'Already bound to a device: remove its EID binding first.',
  notBound: 'Not bound to a device.',
  inStock: 'In stock, without an activation code: generate it again first.',
  erased: 'Its keys were erased after the installation: it cannot be used again.',
  unknown: 'No profile has this ICCID.',
  iccidLost: 'Its ICCID is not available any more.',
  groupDeleted: 'The group was deleted in the meantime.',
  hasTag: 'Has this tag already.',
  lacksTag: 'Does not have this tag.',
  tagsFull: 'Has 20 tags already.',
  attributeDeleted: 'The attribute was deleted in the meantime, or has another type.',
  tagDeleted: 'The tag was deleted in the meantime.',
  changedAgain: 'Changed again in the meantime.',
  canceled: 'The operation was canceled.',
  gaveUp: 'Could not be changed. Please write to us and quote the time.',
} as const
export type LeftReason = keyof typeof leftTexts
