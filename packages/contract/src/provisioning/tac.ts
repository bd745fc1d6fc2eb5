import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'

/** Limits of an import file and its values. */
export const tacLimits = { records: 500_000, fileBytes: 32 * 1024 * 1024, brandLength: 64, modelLength: 100 } as const

/** Maximum number of lines listed in a preview; all are in its file. */
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
  /** Null: never edited. */
  updatedAt: time.nullable(),
})
export type TacRow = z.infer<typeof TacRow>

const filter = {
  /** Prefix of the TAC, the brand or the model. */
  search: z.string().trim().max(100),
}

export const list = endpoint({
  method: 'POST',
  path: '/admin/tac/list',
  access: 'Admin_Tac_View',
  reads: true,
  summary: 'The TAC table: brand and model of each TAC',
  input: listInput(filter, ['tac']),
  output: pageOf(TacRow).extend({
    /** Whether a job is setting the brand of devices whose TAC was unknown before. */
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
  summary: 'Delete one TAC; devices keep the brand and model that it gave them',
  input: z.object({ tac: Tac }),
  output: done,
})

const Name = z.object({ brand: z.string(), model: z.string() })

/** The preview of an import. */
export const TacPreview = z.object({
  id,
  fileName: z.string(),
  /** The version of the table with which the file was compared. */
  version,
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  /** The number of skipped lines. */
  faulty: z.int(),
  /** Ignored columns. */
  ignored: z.array(z.string()),
  /** The first skipped lines. */
  faults: z.array(z.object({ line: z.int(), tac: z.string(), text: z.string() })),
  /** The first changes. */
  changes: z.array(z.object({ tac: z.string(), before: Name, after: Name })),
})
export type TacPreview = z.infer<typeof TacPreview>

export const upload = endpoint({
  method: 'POST',
  path: '/admin/tac/upload',
  access: 'Admin_Tac_Edit',
  summary: 'Upload a CSV file with the columns TAC, BRAND and MODEL; nothing changes until it is applied',
  body: 'form-data',
  input: nothing,
  output: TacPreview,
})

export const preview = endpoint({
  method: 'POST',
  path: '/admin/tac/preview',
  access: 'Admin_Tac_Edit',
  reads: true,
  summary: 'Preview of an import, compared with the current table',
  input: z.object({ id }),
  output: TacPreview,
})

export const faults = endpoint({
  method: 'POST',
  path: '/admin/tac/faults',
  access: 'Admin_Tac_Edit',
  reads: true,
  summary: 'The lines that an import skips, with reasons, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const apply = endpoint({
  method: 'POST',
  path: '/admin/tac/apply',
  access: 'Admin_Tac_Edit',
  summary: 'Apply an import; refused when the table has changed since the preview',
  input: z.object({ id, version }),
  output: z.object({ added: z.int(), changed: z.int() }),
  once: true,
})

export const discard = endpoint({
  method: 'POST',
  path: '/admin/tac/discard',
  access: 'Admin_Tac_Edit',
  summary: 'Discard an import',
  input: z.object({ id }),
  output: done,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/admin/tac/export',
  access: 'Admin_Tac_View',
  summary: 'The table as CSV, in the format of an import',
  input: z.object({ filter: z.object(filter).partial().default({}) }),
  output: nothing,
  answer: 'file',
})
