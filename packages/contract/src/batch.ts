import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, listInput, nothing, pageOf } from './list.ts'
import { protections } from './source.ts'

export const batchTypes = [
  'GENERATE_AC',
  'BATCH_GENERATE',
  'RE_GENERATE',
  'SINGLE_GENERATE',
  'OPEN_BATCH_GENERATE',
] as const
export const batchProcesses = ['PROCESSING', 'COMPLETE'] as const

export const Batch = z.object({
  id,
  /** `B` and 12 digits. */
  code: z.string(),
  type: z.enum(batchTypes),
  process: z.enum(batchProcesses),
  configurationId: id,
  configurationName: z.string(),
  configurationVersion: z.int(),
  protection: z.enum(protections).nullable(),
  fileName: z.string().nullable(),
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

export const list = endpoint({
  method: 'POST',
  path: '/log/batches',
  access: 'Generate_AC_Log_View',
  summary: 'Batches, newest first',
  input: listInput({ process: z.enum(batchProcesses), type: z.enum(batchTypes), code: z.string().max(13) }, [
    'createdAt',
  ]),
  output: pageOf(Batch),
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
