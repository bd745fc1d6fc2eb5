import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf } from '../list.ts'
import { PlanOutlook, protections, sourceLimits } from '../profiles/source.ts'

export const batchTypes = [
  'GENERATE_AC',
  'BATCH_GENERATE',
  'RE_GENERATE',
  'SINGLE_GENERATE',
  'OPEN_BATCH_GENERATE',
] as const
export const batchProcesses = ['PROCESSING', 'COMPLETE'] as const

/** The projects whose subscriber files can be written, and plain CSV. */
export const coreFormats = ['OPEN5GS', 'FREE5GC', 'MAGMA', 'SRSRAN', 'CSV'] as const
export type CoreFormat = (typeof coreFormats)[number]

/** For so long after a range was made its core-network file can be fetched, once. */
export const CORE_FILE_HOURS = 24

export const Batch = z.object({
  id,
  /** `B` and 12 digits. */
  code: z.string(),
  type: z.enum(batchTypes),
  process: z.enum(batchProcesses),
  /** Null when profiles were generated again: each has its own. */
  configurationId: id.nullable(),
  configurationName: z.string().nullable(),
  configurationVersion: z.int().nullable(),
  protection: z.enum(protections).nullable(),
  fileName: z.string().nullable(),
  /** The first and last numbers of a range that was made here. */
  range: z
    .object({ firstIccid: z.string(), lastIccid: z.string(), firstImsi: z.string(), lastImsi: z.string() })
    .nullable(),
  /** `none`: there is none for this batch; `open`: it waits; `taken`: it went out; `over`: nobody fetched it in time. */
  coreFile: z.enum(['none', 'open', 'taken', 'over']),
  total: z.int(),
  processed: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  createdBy: z.string(),
  sample: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

export const BatchRow = z.object({
  line: z.int(),
  iccid: z.string(),
  success: z.boolean(),
  reason: z.string().nullable(),
  profileId: id.nullable(),
  activationCode: z.string().nullable(),
})

export const start = endpoint({
  method: 'POST',
  path: '/generate/start',
  access: 'Generate_Ac_Create',
  summary: 'Confirm a staged upload: generates an activation code for each good row, in the background',
  input: z.object({
    sourceId: id,
    /** Rows with faults are left out; without it, one faulty row refuses the whole. */
    leaveOutFaulty: z.boolean().default(false),
    /** An ICCID of this enterprise account gets a new activation code, and the old one dies. */
    generateAgain: z.boolean().default(false),
  }),
  output: z.object({ batchId: id, code: z.string() }),
  once: true,
})

export const single = endpoint({
  method: 'POST',
  path: '/generate/single',
  access: 'Generate_Ac_Create',
  summary: 'Quick generate: one activation code at once',
  input: z.object({
    configurationId: id,
    iccid: z.string().max(32),
    imsi: z.string().max(32),
    /** 32 hex digits; absent with `makeKeys`. */
    ki: z.string().max(64).optional(),
    opc: z.string().max(64).optional(),
    makeKeys: z.boolean().default(false),
    msisdn: z.string().max(16).optional(),
    confirmationCode: z.string().max(8).optional(),
    eid: z.string().max(32).optional(),
  }),
  output: z.object({ batchId: id, code: z.string(), profileId: id, iccid: z.string(), activationCode: z.string() }),
  once: true,
})

/** ICCID and IMSI count upwards together; Ki and OPc are made here. */
const Range = z.object({
  configurationId: id,
  firstIccid: z.string().max(32),
  firstImsi: z.string().max(32),
  count: z
    .int('Invalid count.')
    .min(1, 'At least 1.')
    .max(sourceLimits.records, `Up to ${sourceLimits.records.toLocaleString('en')} at once.`),
})

export const previewRange = endpoint({
  method: 'POST',
  path: '/generate/rangePreview',
  access: 'Generate_Ac_Create',
  summary: 'What generating a range would come to: its last numbers, and what of it is in use. Nothing is generated',
  input: Range,
  output: z.object({
    firstIccid: z.string(),
    lastIccid: z.string(),
    firstImsi: z.string(),
    lastImsi: z.string(),
    total: z.int(),
    /** ICCIDs that this enterprise account has: their rows fail unless "generate again" is ticked. */
    existing: z.int(),
    /** ICCIDs that were deleted here: they are made anew. */
    deleted: z.int(),
    /** ICCIDs that are not available: their rows fail. */
    taken: z.int(),
    /** IMSIs that other profiles of this enterprise account have, too. */
    doubledImsis: z.int(),
    plan: PlanOutlook,
  }),
})

/** So many numbers are looked at together. */
export const RANGE_USE_MAX = 1_000_000

export const rangeUse = endpoint({
  method: 'POST',
  path: '/generate/rangeUse',
  access: 'Generate_Ac_View',
  summary: 'What of a range of ICCIDs or IMSIs is used, free or doubled, stretch by stretch',
  input: z.object({
    kind: z.enum(['ICCID', 'IMSI']),
    first: z.string().max(32),
    count: z
      .int('Invalid count.')
      .min(1, 'At least 1.')
      .max(RANGE_USE_MAX, `Up to ${RANGE_USE_MAX.toLocaleString('en')} at once.`),
  }),
  output: z.object({
    first: z.string(),
    last: z.string(),
    total: z.int(),
    used: z.int(),
    /** ICCIDs that others have: not available. */
    taken: z.int(),
    /** IMSIs that more than one profile has. */
    doubled: z.int(),
    free: z.int(),
    /** There are too many stretches to show: it ends at `last`. */
    isCut: z.boolean(),
    runs: z.array(
      z.object({
        state: z.enum(['used', 'taken', 'doubled', 'free']),
        first: z.string(),
        last: z.string(),
        count: z.int(),
      }),
    ),
  }),
})

export const startRange = endpoint({
  method: 'POST',
  path: '/generate/range',
  access: 'Generate_Ac_Create',
  summary: 'Generate a range in the background: ICCIDs and IMSIs in a row, Ki and OPc made here',
  input: Range.extend({
    /** An ICCID of this enterprise account gets a new activation code and new keys, and the old code dies. */
    generateAgain: z.boolean().default(false),
  }),
  output: z.object({ batchId: id, code: z.string() }),
  once: true,
})

export const coreFile = endpoint({
  method: 'POST',
  path: '/generate/coreFile',
  access: 'Generate_Ac_Create',
  summary: 'The subscribers of a range that was made here, with Ki and OPc, for a core network; once, within 24 h',
  input: z.object({
    id,
    format: z.enum(coreFormats),
    /** The data network (APN) that they may use. */
    dnn: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/,
        'Invalid data network. Letters, digits, dots and hyphens.',
      )
      .default('internet'),
  }),
  output: nothing,
  answer: 'file',
  stepUp: true,
})

const logFilter = {
  process: z.enum(batchProcesses),
  type: z.enum(batchTypes),
  /** Prefix. */
  code: z.string().trim().max(13),
  configurationId: id,
  protection: z.enum(protections),
  /** With rows that failed, or without. */
  failures: z.boolean(),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
}

export const list = endpoint({
  method: 'POST',
  path: '/log/batches',
  access: 'Generate_AC_Log_View',
  summary: 'Batches, newest first',
  input: listInput(logFilter, ['createdAt']),
  output: pageOf(Batch),
})

export const exportLog = endpoint({
  method: 'POST',
  path: '/log/batches/export',
  access: 'Generate_AC_Log_View',
  summary: 'The same as CSV',
  input: z.object({ filter: z.object(logFilter).partial().default({}) }),
  output: nothing,
  answer: 'file',
})

export const get = endpoint({
  method: 'POST',
  path: '/log/batch',
  access: ['Generate_AC_Log_View', 'Generate_Ac_Create'],
  summary: 'One batch',
  input: z.object({ id }),
  output: Batch,
})

export const rows = endpoint({
  method: 'POST',
  path: '/log/batchRows',
  access: 'Generate_AC_Log_View',
  summary: 'What became of each row of a batch',
  input: z.object({
    id,
    only: z.enum(['all', 'failed']).default('all'),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(BatchRow), next: z.string().nullable() }),
})

export const progress = endpoint({
  method: 'GET',
  path: '/log/progress',
  access: ['Generate_AC_Log_View', 'Generate_Ac_Create'],
  summary: 'Progress of the running batches (or of one), as events; the stream ends when they are complete',
  input: z.object({ id: id.optional() }),
  output: Batch,
  answer: 'events',
})

export const cancel = endpoint({
  method: 'POST',
  path: '/generate/cancel',
  access: 'Generate_Ac_Create',
  summary: 'Stop a running batch: rows done stay, the others are reported as cancelled',
  input: z.object({ id }),
  output: done,
})

export const result = endpoint({
  method: 'POST',
  path: '/log/result',
  access: 'Generate_AC_Log_View',
  summary: 'The result file of a batch as CSV: ICCID, activation code, link, or the reason',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})
