import { nineteenDigitRules } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'
import { changesDirection } from '../text-direction.ts'
import { type SourceColumn, sourceColumns, sourceLimits } from './source-file.ts'

export { type SourceColumn, type SourceValues, secretColumns, sourceColumns, sourceLimits } from './source-file.ts'

export const protections = ['PLAIN', 'PGP'] as const

export const CellFault = z.object({ column: z.string(), rule: z.string(), text: z.string() })

/** A staged row without values of secret columns; `secret` lists which of those are filled. */
export const SourceRow = z.object({
  /** Line of the file; the header is line 1. */
  line: z.int(),
  values: z.record(z.string(), z.string()),
  secret: z.array(z.string()),
  faults: z.array(CellFault),
  /** What is probably wrong, such as an IMSI that another row or profile has. The row can be generated. */
  warnings: z.array(CellFault),
  /** The ICCID exists in this enterprise account: the row fails unless "generate again" is ticked. */
  exists: z.boolean(),
})
export type SourceRow = z.infer<typeof SourceRow>

/** What the plan has left for new codes: each needs a download and, if its ICCID is new, room for that. */
export const PlanOutlook = z.object({
  name: z.string(),
  /** Null: no limit. */
  downloads: z.int().nullable(),
  left: z.int().nullable(),
  /** Price of each further download; null: not possible. */
  extraDownloadCents: z.int().nullable(),
  /** How many new ICCIDs there is room for; null: no limit. */
  iccidsLeft: z.int().nullable(),
})
export type PlanOutlook = z.infer<typeof PlanOutlook>

/** What ICCIDs of 19 digits without padding are: complete, or numbers of 20 digits whose check digit is missing. */
export const NineteenDigits = z.enum(nineteenDigitRules)

export const NineteenDigitIccids = z.object({
  total: z.int(),
  /** Those that end in the check digit of their other digits. By chance it is one in ten. */
  ownCheckDigit: z.int(),
  /** What they are taken for: the setting of the profile configuration, or the answer. */
  setting: NineteenDigits,
  /** The numbers speak against the setting: nothing is generated without an answer. */
  isAsked: z.boolean(),
})
export type NineteenDigitIccids = z.infer<typeof NineteenDigitIccids>

export const Source = z.object({
  id,
  fileName: z.string(),
  protection: z.enum(protections),
  configurationId: id,
  configurationName: z.string(),
  columns: z.array(z.string()),
  /** Header names that were mapped to columns; ignored ones have an empty column. */
  renamed: z.array(z.object({ name: z.string(), column: z.string() })),
  total: z.int(),
  faulty: z.int(),
  /** Rows without a fault whose ICCID exists in this enterprise account. */
  existing: z.int(),
  /** Rows with a warning. */
  warned: z.int(),
  /** How many rows have each warning. */
  warningCounts: z.array(z.object({ column: z.string(), rule: z.string(), text: z.string(), count: z.int() })),
  /** How often each rule is violated. */
  faultCounts: z.array(z.object({ column: z.string(), rule: z.string(), text: z.string(), count: z.int() })),
  /** What was changed in cells to read them, such as "F removed", and in how many. */
  changes: z.array(z.object({ column: z.string(), text: z.string(), count: z.int() })),
  /** The ICCIDs of 19 digits without padding; null: there is none. */
  nineteenDigits: NineteenDigitIccids.nullable(),
  plan: PlanOutlook,
  expiresAt: z.string(),
})
export type Source = z.infer<typeof Source>

const AttributeColumnName = z.templateLiteral(['ATTR.', z.string().regex(/[A-Z][A-Z0-9_]{0,31}/)])
const columnName = z.union([z.enum(sourceColumns), AttributeColumnName])
const columnChoice = z.union([z.enum([...sourceColumns, '']), AttributeColumnName])

/**
 * The first value of a column, so that the user recognizes it. `text` is null for what may be a secret, and for an empty
 * column, whose `length` is 0.
 */
export const ColumnSample = z.object({ text: z.string().nullable(), length: z.int() })
export type ColumnSample = z.infer<typeof ColumnSample>

/** In the refusal of a file with unknown column names: what the user needs to map them to columns. */
export const ColumnMapping = z.object({
  /** The names as the file spells them. */
  header: z.array(z.string()),
  /** One for each name. */
  samples: z.array(ColumnSample),
  /** The columns that the file can have. */
  columns: z.array(columnName),
  /** The columns that it must have; of each list one. */
  required: z.array(z.array(columnName)),
  /** The column of each name of the header that is known; an ignored one has an empty column. */
  known: z.record(z.string(), columnChoice),
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

const ColumnName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !changesDirection(name))
const ColumnNames = z.record(ColumnName, columnChoice)

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
  summary: "The enterprise account's OpenPGP public key for source data, generated at the first call",
  input: nothing,
  output: z.object({
    armored: z.string(),
    fingerprint: z.string(),
    userId: z.string(),
    createdAt: z.string(),
    /** Replaced keys, newest first. Files that are encrypted to one can be uploaded until `readableUntil`. */
    previous: z.array(z.object({ fingerprint: z.string(), createdAt: time, replacedAt: time, readableUntil: time })),
  }),
})

/** How many days a replaced key can decrypt files. */
export const pgpReadableDays = [0, 7, 30, 90] as const

export const rotatePgpKey = endpoint({
  method: 'POST',
  path: '/source/rotatePgpKey',
  access: 'Developer_Edit',
  allGroups: true,
  stepUp: true,
  summary:
    'Replace the OpenPGP key for source data. Files that are encrypted to the previous key are readable for some days',
  input: z.object({
    /** Of the current key, so that a key is not replaced twice. */
    fingerprint: z.string().max(64, 'Up to 64 characters.'),
    days: z.literal(pgpReadableDays),
  }),
  output: z.object({ fingerprint: z.string() }),
})

export const template = endpoint({
  method: 'POST',
  path: '/source/template',
  access: 'Generate_Ac_View',
  reads: true,
  summary: 'A CSV or XLSX file with the columns of a configuration and an example row; XLSX columns are text',
  input: z.object({ configurationId: id, format: z.enum(['csv', 'xlsx']).default('csv') }),
  output: nothing,
  answer: 'file',
})

export const upload = endpoint({
  method: 'POST',
  path: '/source/upload',
  access: 'Generate_Ac_Create',
  summary:
    'Upload a file of subscriber data, CSV or XLSX, plain or PGP-encrypted; stages its rows for 24 h, generates nothing',
  input: z.object({
    configurationId: id,
    /** The required protection. With PGP, a file that is not encrypted is refused. */
    protection: z.enum(protections).optional(),
    /** JSON: column by header name; an empty column is ignored. Stored for later files. */
    columns: z.string().max(20_000).transform(readNames).optional(),
  }),
  output: Source,
  body: 'form-data',
  fileBytes: sourceLimits.fileBytes,
})

export const get = endpoint({
  method: 'POST',
  path: '/source/get',
  access: 'Generate_Ac_Create',
  reads: true,
  summary: 'A staged upload',
  input: z.object({ id }),
  output: Source,
})

export const rows = endpoint({
  method: 'POST',
  path: '/source/rows',
  access: 'Generate_Ac_Create',
  reads: true,
  summary: 'Rows of a staged upload with their faults; values of secret columns are left out',
  input: z.object({
    id,
    only: z.enum(['all', 'faulty', 'warned', 'existing']).default('all'),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(SourceRow), next: z.string().nullable() }),
})

export const faults = endpoint({
  method: 'POST',
  path: '/source/faults',
  access: 'Generate_Ac_Create',
  reads: true,
  summary: 'The faulty rows with their reasons as CSV; secret columns are blank',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const mend = endpoint({
  method: 'POST',
  path: '/source/mend',
  access: 'Generate_Ac_Create',
  summary: 'Correct cells of a faulty row of a staged upload, and check the row again',
  input: z.object({ id, line: z.int().min(1), values: z.partialRecord(columnName, z.string().max(4096)) }),
  output: z.object({ row: SourceRow, source: Source }),
})

export const forgetColumns = endpoint({
  method: 'POST',
  path: '/source/forgetColumns',
  access: 'Generate_Ac_Create',
  summary: 'Delete the stored column names of this enterprise account',
  input: nothing,
  output: done,
})

export const discard = endpoint({
  method: 'POST',
  path: '/source/discard',
  access: 'Generate_Ac_Create',
  summary: 'Discard a staged upload',
  input: z.object({ id }),
  output: done,
})
