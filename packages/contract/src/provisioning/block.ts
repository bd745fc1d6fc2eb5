import { isEid } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time, version } from '../list.ts'

/** What may be kept from downloading: one eUICC, all whose EID begins alike, all devices of a type (by its TAC). */
export const blockKinds = ['EID', 'EID_RANGE', 'TAC'] as const
export type BlockKind = (typeof blockKinds)[number]

/** How many can be blocked at once. */
export const BLOCK_MAX = { typed: 1_000, file: 10_000, noteLength: 200 } as const

const forms: Record<BlockKind, { fits: (digits: string) => boolean; text: string }> = {
  EID: { fits: isEid, text: 'Invalid EID. 32 digits, of which the last two are check digits.' },
  EID_RANGE: {
    fits: (digits) => /^89\d{6,29}$/.test(digits),
    text: 'Invalid EID range. The first 8 to 31 digits of its EIDs, which begin with 89.',
  },
  TAC: { fits: (digits) => /^\d{8}$/.test(digits), text: 'Invalid TAC. The first 8 digits of an IMEI.' },
}

/** Digits as people write them, in groups. */
export const plainDigits = (text: string) => text.replace(/[\s-]/g, '')

/** Why this cannot be blocked as that; undefined when it can. */
export function blockFault(kind: BlockKind, digits: string): string | undefined {
  return forms[kind].fits(digits) ? undefined : forms[kind].text
}

/** What digits without a word beside them are: an EID, the beginning of EIDs, or a TAC. */
export function blockKindOf(digits: string): BlockKind {
  if (digits.length === 32) return 'EID'
  return digits.startsWith('89') ? 'EID_RANGE' : 'TAC'
}

const Note = z.string().trim().max(BLOCK_MAX.noteLength, `Up to ${BLOCK_MAX.noteLength} characters.`).default('')

export const Block = z.object({
  id,
  kind: z.enum(blockKinds),
  value: z.string(),
  note: z.string(),
  createdAt: time,
  createdBy: z.string(),
  /** How often the SM-DP+ refused a device because of it. */
  hits: z.int(),
  lastHitAt: time.nullable(),
  version,
})
export type Block = z.infer<typeof Block>

/** A device that the SM-DP+ refused. */
export const BlockHit = z.object({
  id,
  kind: z.enum(blockKinds),
  value: z.string(),
  at: time,
  eid: z.string(),
  tac: z.string().nullable(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  /** What it asked for; null: a code of many profiles. */
  iccid: z.string().nullable(),
})
export type BlockHit = z.infer<typeof BlockHit>

export const list = endpoint({
  method: 'POST',
  path: '/block/list',
  access: 'Block_View',
  summary: 'EIDs, EID ranges and TACs that may not download',
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
  /** Were blocked before. */
  existing: z.int(),
})

export const add = endpoint({
  method: 'POST',
  path: '/block/add',
  access: 'Block_Edit',
  summary: 'Keep devices from downloading',
  input: z
    .object({
      kind: z.enum(blockKinds),
      values: z
        .array(z.string().max(64).transform(plainDigits))
        .min(1, 'Required')
        .max(BLOCK_MAX.typed, `Up to ${BLOCK_MAX.typed} at once.`),
      note: Note,
    })
    .superRefine(({ kind, values }, ctx) => {
      for (const [index, value] of values.entries()) {
        const message = blockFault(kind, value)
        if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['values', index], message })
      }
    }),
  output: Added,
})

export const upload = endpoint({
  method: 'POST',
  path: '/block/upload',
  access: 'Block_Edit',
  summary:
    'The same by a CSV file with the columns VALUE, and, if wished, TYPE and NOTE; faulty lines are left out and named',
  body: 'form-data',
  input: z.object({ note: Note }),
  output: Added.extend({
    faulty: z.int(),
    /** The first of them. */
    faults: z.array(z.object({ line: z.int(), value: z.string(), text: z.string() })),
  }),
})

export const device = endpoint({
  method: 'POST',
  path: '/block/device',
  access: 'Block_Edit',
  summary: "Block a profile's device: this one, or all of its type",
  input: z.object({ profileId: id, kind: z.enum(['EID', 'TAC']), note: Note }),
  output: Added.extend({ value: z.string() }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/block/edit',
  access: 'Block_Edit',
  summary: 'Change the note',
  input: z.object({ id, version, fields: z.object({ note: Note }) }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/block/delete',
  access: 'Block_Edit',
  summary: 'Let them download again',
  input: z.object({ ids: z.array(id).min(1).max(200) }),
  output: done,
})

export const hits = endpoint({
  method: 'POST',
  path: '/block/hits',
  access: 'Block_View',
  summary: 'Devices that were refused because they are blocked, newest first',
  input: listInput({ blockId: id, eid: z.string().trim().max(32), from: time, to: time }, ['at']),
  output: pageOf(BlockHit),
})
