import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'

/** What a file may hold. */
export const tacLimits = { records: 500_000, fileBytes: 32 * 1024 * 1024, brandLength: 64, modelLength: 100 } as const

/** Lines that a preview names; the others are in its file. */
export const TAC_LINES_SHOWN = 100

const Tac = z.string().regex(/^\d{8}$/, 'Invalid TAC. The first 8 digits of an IMEI.')

export const TacFields = z.object({
  brand: z.string().trim().min(1, 'Required').max(tacLimits.brandLength, `Up to ${tacLimits.brandLength} characters.`),
  model: z.string().trim().min(1, 'Required').max(tacLimits.modelLength, `Up to ${tacLimits.modelLength} characters.`),
})
export type TacFields = z.infer<typeof TacFields>

export const TacRow = TacFields.extend({
  tac: z.string(),
  version,
  /** Null: it came with the portal. */
  updatedAt: time.nullable(),
})
export type TacRow = z.infer<typeof TacRow>

const filter = {
  /** Beginning of the TAC, or of the brand or the model. */
  search: z.string().trim().max(100),
}

export const list = endpoint({
  method: 'POST',
  path: '/admin/tac/list',
  access: 'Admin_Tac_View',
  summary: 'The TAC table: which brand and model the devices of a TAC are',
  input: listInput(filter, ['tac']),
  output: pageOf(TacRow).extend({
    /** Devices that were seen under a TAC that was not known are given their brand at the moment. */
    naming: z.boolean(),
  }),
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/tac/add',
  access: 'Admin_Tac_Edit',
  summary: 'Add one TAC',
  input: z.object({ tac: Tac, fields: TacFields }),
  output: done,
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/tac/edit',
  access: 'Admin_Tac_Edit',
  summary: 'Change brand and model of one TAC',
  input: z.object({ tac: Tac, version, fields: TacFields }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/admin/tac/delete',
  access: 'Admin_Tac_Edit',
  summary: 'Delete one TAC; devices that were named by it keep their names',
  input: z.object({ tac: Tac }),
  output: done,
})

const Name = z.object({ brand: z.string(), model: z.string() })

/** What an import would do. */
export const TacPreview = z.object({
  id,
  fileName: z.string(),
  /** Of the table, as compared with. */
  version,
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  /** Lines that are left out. */
  faulty: z.int(),
  /** Columns that are left aside. */
  ignored: z.array(z.string()),
  /** The first lines that are left out. */
  faults: z.array(z.object({ line: z.int(), tac: z.string(), text: z.string() })),
  /** The first of those that change. */
  changes: z.array(z.object({ tac: z.string(), before: Name, after: Name })),
})
export type TacPreview = z.infer<typeof TacPreview>

export const upload = endpoint({
  method: 'POST',
  path: '/admin/tac/upload',
  access: 'Admin_Tac_Edit',
  summary: 'Read a CSV file with the columns TAC, BRAND and MODEL; nothing changes before it is applied',
  body: 'form-data',
  input: nothing,
  output: TacPreview,
})

export const preview = endpoint({
  method: 'POST',
  path: '/admin/tac/preview',
  access: 'Admin_Tac_Edit',
  summary: 'What an import would do, compared anew',
  input: z.object({ id }),
  output: TacPreview,
})

export const faults = endpoint({
  method: 'POST',
  path: '/admin/tac/faults',
  access: 'Admin_Tac_Edit',
  summary: 'The lines that an import leaves out, each with the reason, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const apply = endpoint({
  method: 'POST',
  path: '/admin/tac/apply',
  access: 'Admin_Tac_Edit',
  summary: 'Apply an import in one go; refused when the table has changed since the preview',
  input: z.object({ id, version }),
  output: z.object({ added: z.int(), changed: z.int() }),
  once: true,
})

export const discard = endpoint({
  method: 'POST',
  path: '/admin/tac/discard',
  access: 'Admin_Tac_Edit',
  summary: 'Throw an import away',
  input: z.object({ id }),
  output: done,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/admin/tac/export',
  access: 'Admin_Tac_View',
  summary: 'The table as CSV, as an import takes it',
  input: z.object({ filter: z.object(filter).partial().default({}) }),
  output: nothing,
  answer: 'file',
})
