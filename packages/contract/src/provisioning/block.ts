import { isEid } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time, version } from '../list.ts'

/** What a rule blocks: one eUICC, a range of EIDs by prefix, or a device type by TAC. */
export const blockKinds = ['EID', 'EID_RANGE', 'TAC'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Maximum number of values per call and per file, and length of a note. */
export const BLOCK_MAX = { typed: 1_000, file: 10_000, noteLength: 200 } as const

const forms: Record<BlockKind, { fits: (digits: string) => boolean; text: string }> = {
  EID: { fits: isEid, text: 'Invalid EID. 32 digits, of which the last two are check digits.' },
  EID_RANGE: {
    fits: (digits) => /^89\d{6,29}$/.test(digits),
    text: 'Invalid EID range. The first 8 to 31 digits of its EIDs, which begin with 89.',
  },
  TAC: { fits: (digits) => /^\d{8}$/.test(digits), text: 'Invalid TAC. The first 8 digits of an IMEI.' },
}

/** Removes the spaces and hyphens with which people group digits. */
export const plainDigits = (text: string) => text.replace(/[\s-]/g, '')

/** Why the digits are not a valid value of the kind; undefined when they are. */
export function blockFault(kind: BlockKind, digits: string): string | undefined {
  return forms[kind].fits(digits) ? undefined : forms[kind].text
}

/** Guesses the kind of digits without a type: an EID, a prefix of EIDs, or a TAC. */
export function blockKindOf(digits: string): BlockKind {
  if (digits.length === 32) return 'EID'
  return digits.startsWith('89') ? 'EID_RANGE' : 'TAC'
}

const textUpTo = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`).default('')

/**
 * What users write about a rule. Forms, list, CSV file and audit entry have these fields, and the table `block_rule` a column
 * of the same name for each.
 */
export const BlockFields = z.object({ note: textUpTo(BLOCK_MAX.noteLength) })
export type BlockFields = z.infer<typeof BlockFields>

export const blockFieldNames = Object.keys(BlockFields.shape) as readonly (keyof BlockFields)[]

export const noBlockFields: BlockFields = BlockFields.parse({})

export const Block = z.object({
  id,
  kind: z.enum(blockKinds),
  value: z.string(),
  ...BlockFields.shape,
  createdAt: time,
  createdBy: z.string(),
  /** How often the SM-DP+ refused a device because of this rule. */
  hits: z.int(),
  lastHitAt: time.nullable(),
  version,
})
export type Block = z.infer<typeof Block>

/** A refusal of a blocked device by the SM-DP+. */
export const BlockHit = z.object({
  id,
  kind: z.enum(blockKinds),
  value: z.string(),
  at: time,
  eid: z.string(),
  tac: z.string().nullable(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  /** The requested profile; null: a code of several profiles. */
  profileId: id.nullable(),
  iccid: z.string().nullable(),
})
export type BlockHit = z.infer<typeof BlockHit>

export const list = endpoint({
  method: 'POST',
  path: '/block/list',
  access: 'Block_View',
  allGroups: true,
  reads: true,
  summary: 'Blocked EIDs, EID ranges and TACs',
  input: listInput(
    {
      /** Prefix of the digits. */
      search: z.string().trim().max(40).transform(plainDigits),
      kind: z.array(z.enum(blockKinds)).max(3),
    },
    ['createdAt', 'value'],
  ),
  output: pageOf(Block),
})

const Added = z.object({
  added: z.int(),
  /** Already blocked. */
  existing: z.int(),
})

export const add = endpoint({
  method: 'POST',
  path: '/block/add',
  access: 'Block_Edit',
  allGroups: true,
  summary: 'Block devices from downloading',
  input: z
    .object({
      kind: z.enum(blockKinds),
      values: z
        .array(z.string().max(64).transform(plainDigits))
        .min(1, 'Required')
        .max(BLOCK_MAX.typed, `Up to ${BLOCK_MAX.typed} at once.`),
      ...BlockFields.shape,
    })
    .superRefine(({ kind, values }, ctx) => {
      for (const [index, value] of values.entries()) {
        const message = blockFault(kind, value)
        if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['values', index], message })
      }
    }),
  output: Added,
  dryRun: 'rolled back',
})

export const upload = endpoint({
  method: 'POST',
  path: '/block/upload',
  access: 'Block_Edit',
  allGroups: true,
  summary:
    'Block devices by a CSV file with the column VALUE and optionally TYPE and NOTE; faulty lines are skipped and reported',
  body: 'form-data',
  dryRun: 'rolled back',
  input: BlockFields,
  output: Added.extend({
    faulty: z.int(),
    /** The first faulty lines. */
    faults: z.array(z.object({ line: z.int(), value: z.string(), text: z.string() })),
  }),
})

export const device = endpoint({
  method: 'POST',
  path: '/block/device',
  access: 'Block_Edit',
  allGroups: true,
  summary: "Block a profile's device: only this one, or all of its type",
  input: z.object({ profileId: id, kind: z.enum(['EID', 'TAC']), ...BlockFields.shape }),
  output: Added.extend({ value: z.string() }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/block/edit',
  access: 'Block_Edit',
  allGroups: true,
  summary: 'Change the note',
  input: z.object({ id, version, fields: BlockFields }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/block/delete',
  access: 'Block_Edit',
  allGroups: true,
  summary: 'Unblock devices',
  input: z.object({ ids: z.array(id).min(1).max(200) }),
  output: z.object({ removed: z.int() }),
  dryRun: 'rolled back',
})

/** The rule that blocks the device of a profile. */
export const ProfileBlock = Block.pick({ id: true, kind: true, value: true, createdAt: true, createdBy: true }).extend({
  profileId: id,
})
export type ProfileBlock = z.infer<typeof ProfileBlock>

export const ofProfiles = endpoint({
  method: 'POST',
  path: '/block/ofProfiles',
  access: 'Fleet_View',
  reads: true,
  summary: 'Those of these profiles whose device is blocked, each with the rule that blocks it',
  input: z.object({ profileIds: z.array(id).min(1).max(200) }),
  output: z.object({ items: z.array(ProfileBlock) }),
})

/** How many profiles `profiles` returns. */
export const PROFILES_SHOWN = 100

export const profiles = endpoint({
  method: 'POST',
  path: '/block/profiles',
  access: 'Block_View',
  allGroups: true,
  reads: true,
  summary: 'The first 100 profiles on devices that a rule blocks',
  input: z.object({ id }),
  output: z.object({
    items: z.array(z.object({ id, iccid: z.string(), eid: z.string(), device: z.string() })),
    /** Whether there are more. */
    more: z.boolean(),
  }),
})

export const hits = endpoint({
  method: 'POST',
  path: '/block/hits',
  access: 'Block_View',
  allGroups: true,
  reads: true,
  summary: 'Refusals of blocked devices, newest first',
  input: listInput({ blockId: id, eid: z.string().trim().max(32), from: time, to: time }, ['at']),
  output: pageOf(BlockHit),
})
