import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../list.ts'
import { type SourceColumn, sourceColumns } from './source-file.ts'

export { type SourceColumn, sourceColumns, sourceLimits } from './source-file.ts'

/** Columns whose values go in and never come out again. */
export const secretColumns: readonly SourceColumn[] = [
  'KI',
  'OPC',
  'OP',
  'TOPC',
  'PIN1',
  'PIN2',
  'PUK1',
  'PUK2',
  'ADM1',
  'CONFIRMATION_CODE',
]

export const protections = ['PLAIN', 'PGP'] as const

export const CellFault = z.object({ column: z.string(), rule: z.string(), text: z.string() })

/** A staged row. Values of secret columns are left out: `secret` lists which of them are filled. */
export const SourceRow = z.object({
  /** Line of the file; the header is line 1. */
  line: z.int(),
  values: z.record(z.string(), z.string()),
  secret: z.array(z.string()),
  faults: z.array(CellFault),
  /** The ICCID exists in this enterprise account: the row fails unless "generate again" is ticked. */
  exists: z.boolean(),
})
export type SourceRow = z.infer<typeof SourceRow>

/** What the plan has left for codes: each takes one download. */
export const PlanOutlook = z.object({
  name: z.string(),
  /** Null: no limit. */
  downloads: z.int().nullable(),
  left: z.int().nullable(),
  /** What each download beyond costs; null: there are none beyond. */
  extraDownloadCents: z.int().nullable(),
})
export type PlanOutlook = z.infer<typeof PlanOutlook>

export const Source = z.object({
  id,
  fileName: z.string(),
  protection: z.enum(protections),
  configurationId: id,
  configurationName: z.string(),
  columns: z.array(z.string()),
  /** What the header called them, where it was another name; those that were not read have an empty column. */
  renamed: z.array(z.object({ name: z.string(), column: z.string() })),
  total: z.int(),
  faulty: z.int(),
  /** Rows without a fault whose ICCID exists in this enterprise account. */
  existing: z.int(),
  /** How often each rule is broken. */
  faultCounts: z.array(z.object({ column: z.string(), rule: z.string(), text: z.string(), count: z.int() })),
  plan: PlanOutlook,
  expiresAt: z.string(),
})
export type Source = z.infer<typeof Source>

const ColumnNames = z.record(z.string().min(1).max(200), z.enum([...sourceColumns, '']))

function readNames(text: string, context: z.RefinementCtx): Record<string, SourceColumn | ''> {
  try {
    return ColumnNames.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'Invalid columns.' })
    return z.NEVER
  }
}

export const pgpKey = endpoint({
  method: 'POST',
  path: '/source/pgpKey',
  access: 'Generate_Ac_View',
  summary: "The enterprise account's OpenPGP public key for source data, made at the first call",
  input: nothing,
  output: z.object({ armored: z.string(), fingerprint: z.string(), userId: z.string(), createdAt: z.string() }),
})

export const template = endpoint({
  method: 'POST',
  path: '/source/template',
  access: 'Generate_Ac_View',
  summary: 'A CSV or XLSX file with just the columns of a configuration and an example row; columns of XLSX are text',
  input: z.object({ configurationId: id, format: z.enum(['csv', 'xlsx']).default('csv') }),
  output: nothing,
  answer: 'file',
})

export const upload = endpoint({
  method: 'POST',
  path: '/source/upload',
  access: 'Generate_Ac_Create',
  summary:
    'Read a file of subscriber data, CSV or XLSX, plain or PGP-encrypted; stages its rows for 24 h, generates nothing',
  input: z.object({
    configurationId: id,
    /** How the file is meant to come. One that should be encrypted and is not is refused. */
    protection: z.enum(protections).optional(),
    /** JSON: what names of the header mean; an empty column is not read. Remembered for the files that follow. */
    columns: z.string().max(20_000).transform(readNames).optional(),
  }),
  output: Source,
  body: 'form-data',
})

export const get = endpoint({
  method: 'POST',
  path: '/source/get',
  access: 'Generate_Ac_Create',
  summary: 'A staged upload',
  input: z.object({ id }),
  output: Source,
})

export const rows = endpoint({
  method: 'POST',
  path: '/source/rows',
  access: 'Generate_Ac_Create',
  summary: 'Rows of a staged upload with their faults; values of secret columns are left out',
  input: z.object({
    id,
    only: z.enum(['all', 'faulty', 'existing']).default('all'),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(SourceRow), next: z.string().nullable() }),
})

export const faults = endpoint({
  method: 'POST',
  path: '/source/faults',
  access: 'Generate_Ac_Create',
  summary: 'The faulty rows with their reasons as CSV; secret columns are blank',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const mend = endpoint({
  method: 'POST',
  path: '/source/mend',
  access: 'Generate_Ac_Create',
  summary: 'Put other values into cells of a faulty row of a staged upload; it is held to all rules again',
  input: z.object({ id, line: z.int().min(1), values: z.partialRecord(z.enum(sourceColumns), z.string().max(4096)) }),
  output: z.object({ row: SourceRow, source: Source }),
})

export const forgetColumns = endpoint({
  method: 'POST',
  path: '/source/forgetColumns',
  access: 'Generate_Ac_Create',
  summary: 'Forget how files of this enterprise account call their columns',
  input: nothing,
  output: done,
})

export const discard = endpoint({
  method: 'POST',
  path: '/source/discard',
  access: 'Generate_Ac_Create',
  summary: 'Forget a staged upload',
  input: z.object({ id }),
  output: done,
})
