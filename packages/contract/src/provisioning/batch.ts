import { z } from 'zod'
import { codeField } from '../code-field.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf } from '../list.ts'
import { notationLength } from '../notation.ts'
import { PACKAGE_TOO_LONG, PackageText } from '../profiles/package-text.ts'
import {
  NineteenDigitIccids,
  NineteenDigits,
  PlanOutlook,
  protections,
  get as readSource,
  sourceLimits,
} from '../profiles/source.ts'
import { TAGS_PER_PROFILE } from '../profiles/tag.ts'

export const batchTypes = [
  'GENERATE_AC',
  'BATCH_GENERATE',
  'RE_GENERATE',
  'SINGLE_GENERATE',
  'OPEN_BATCH_GENERATE',
] as const
export const batchProcesses = ['PROCESSING', 'COMPLETE'] as const

/** The most profiles of a batch of the open API. */
export const OPEN_BATCH_MAX = 10_000

/** Core networks whose subscriber file formats are supported, and plain CSV. */
export const coreFormats = ['OPEN5GS', 'FREE5GC', 'MAGMA', 'SRSRAN', 'CSV'] as const
export type CoreFormat = (typeof coreFormats)[number]

/** Hours after the generation of a range in which its core-network file can be downloaded, once. */
export const CORE_FILE_HOURS = 24

export const Batch = z.object({
  id,
  /** `B` and 12 digits. */
  code: z.string(),
  type: z.enum(batchTypes),
  process: z.enum(batchProcesses),
  /** Null when profiles were generated again, because each has its own configuration. */
  configurationId: id.nullable(),
  configurationName: z.string().nullable(),
  configurationVersion: z.int().nullable(),
  protection: z.enum(protections).nullable(),
  fileName: z.string().nullable(),
  /** The first and last numbers of a generated range. */
  range: z
    .object({ firstIccid: z.string(), lastIccid: z.string(), firstImsi: z.string(), lastImsi: z.string() })
    .nullable(),
  /**
   * `none`: this batch has no file; `open`: not downloaded yet; `taken`: downloaded; `over`: not downloaded in time.
   */
  coreFile: z.enum(['none', 'open', 'taken', 'over']),
  /** Formats of the core-network file that have the algorithm of the range's keys; empty without such a file. */
  coreFormats: z.array(z.enum(coreFormats)),
  total: z.int(),
  processed: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /** Faulty rows of the file that were left out; not part of `total`. */
  leftOut: z.int(),
  /** Until when the file of the rows left out can be downloaded; null: there is none. */
  leftOutUntil: z.string().nullable(),
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
  activationCode: codeField(z.string()).nullable(),
})

export const start = endpoint({
  method: 'POST',
  path: '/generate/start',
  access: 'Generate_Ac_Create',
  summary: 'Confirm a staged upload: generates an activation code for each valid row, in the background',
  input: z.object({
    sourceId: id,
    /** Skips faulty rows; otherwise a single faulty row refuses the whole upload. */
    leaveOutFaulty: z.boolean().default(false),
    /** An existing ICCID of this enterprise account gets a new activation code, and the old one becomes invalid. */
    generateAgain: z.boolean().default(false),
    /** What ICCIDs of 19 digits are. Needed if `nineteenDigits.isAsked` of the upload is true. */
    nineteenDigits: NineteenDigits.optional(),
  }),
  output: z.object({ batchId: id, code: z.string() }),
  once: true,
  dryRun: { preview: readSource, from: ({ sourceId }: { sourceId: string }) => ({ id: sourceId }) },
})

const networks = z.array(z.string().max(7)).max(10_000, 'Up to 10,000 networks.').optional()

/** A field of the open API that is refused by its name unless it is absent, null or an empty list. */
export const unsupported = (text: string) =>
  z
    .unknown()
    .optional()
    .refine(
      (sent) => sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0),
      text,
    )

/** A value of up to `max` digits in any notation that is read. */
const notation = (max: number) => z.string().max(notationLength(max))

/** Values of one profile that replace those of its configuration. A network is MCC and MNC together. */
const ownValues = {
  profileName: z.string().max(64).optional(),
  spn: z.string().max(32).optional(),
  /** The full name of the home network. */
  pnn: z.string().max(32).optional(),
  gid1: notation(40).optional(),
  gid2: notation(40).optional(),
  smsp: notation(16).optional(),
  hplmnList: networks,
  ehplmnList: networks,
  oplmnList: networks,
  fplmnList: networks,
  /** The certificate hash of the only access rule, and which hash it is: in the ARA applet, or for a supplied package in the metadata. */
  ara: z.string().max(95).optional(),
  araType: z.enum(['SHA1', 'SHA256']).optional(),
}

/** Absent: the default of the group. */
const configurationId = id.optional()

/** Tags and attributes of generated profiles. */
const traits = {
  /** Names. A missing tag is created. */
  tags: z.array(z.string().max(40)).max(TAGS_PER_PROFILE, `Up to ${TAGS_PER_PROFILE} tags.`).optional(),
  /** Values by the words of attributes. */
  attributes: z.record(z.string().max(32), z.string().max(500)).optional(),
}

export const single = endpoint({
  method: 'POST',
  path: '/generate/single',
  access: 'Generate_Ac_Create',
  summary: 'Generate one activation code immediately',
  input: z.object({
    configurationId,
    iccid: z.string().max(32),
    imsi: z.string().max(32),
    /** 32 hex digits, or 64 for TUAK with keys of 256 bits; absent with `makeKeys`. */
    ki: notation(64).optional(),
    /** The operator key, in one of its forms: OPc or OP for MILENAGE, TOPc or TOP for TUAK. */
    opc: notation(64).optional(),
    op: notation(64).optional(),
    topc: notation(64).optional(),
    top: notation(64).optional(),
    makeKeys: z.boolean().default(false),
    /** The profile package, for a configuration of the type UPP, which takes no keys. */
    upp: PackageText.optional(),
    msisdn: notation(16).optional(),
    /** Identities of the ISIM, for a configuration with IMS. Absent: derived from the IMSI. */
    impi: z.string().max(126).optional(),
    impu: z.array(z.string().max(126)).max(10).optional(),
    confirmationCode: notation(8).optional(),
    eid: notation(32).optional(),
    /** Codes of the card. Absent: random ones. */
    pin1: notation(8).optional(),
    pin2: notation(8).optional(),
    puk1: notation(8).optional(),
    puk2: notation(8).optional(),
    adm1: notation(8).optional(),
    /** Install parameters of the Customize applet, in hexadecimal. */
    c9: notation(254).optional(),
    /** `yyyy-MM-dd HH:mm:ss`, in UTC, or ISO 8601: when the code expires, or when a profile with a Recycle applet is recycled. */
    expireTime: z.string().max(35).optional(),
    notes: z.string().max(500).optional(),
    group: z.string().max(64).optional(),
    ...traits,
    ...ownValues,
    /** Refused: a profile has one IMSI. */
    multiImsiDataList: unsupported('Several IMSIs in one profile are not supported.'),
    /** Refused: the index of the key that a package is encrypted with. */
    tk: unsupported(
      'Encrypted packages are not supported. Send the package as it is: it is encrypted when it is stored.',
    ),
    /** Refused: devices check that the address in the code is that of the SM-DP+ (SGP.22, 3.0.1). */
    customAcAddress: unsupported('Activation codes have the address of this SM-DP+. Devices refuse another one.'),
  }),
  output: z.object({ batchId: id, code: z.string(), profileId: id, iccid: z.string(), activationCode: z.string() }),
  once: true,
  longest: { path: 'upp', text: PACKAGE_TOO_LONG },
})

/** ICCID and IMSI are incremented together; Ki and OPc are generated. */
const Range = z.object({
  configurationId,
  /** The group of the new profiles; created if it does not exist. */
  group: z.string().trim().min(1).max(64).optional(),
  firstIccid: z.string().max(32),
  firstImsi: z.string().max(32),
  count: z
    .int('Invalid count.')
    .min(1, 'At least 1.')
    .max(sourceLimits.records, `Up to ${sourceLimits.records.toLocaleString('en')} at once.`),
  /** What a first ICCID of 19 digits is. Needed if `nineteenDigits.isAsked` of the preview is true. */
  nineteenDigits: NineteenDigits.optional(),
  ...traits,
})

export const previewRange = endpoint({
  method: 'POST',
  path: '/generate/rangePreview',
  access: 'Generate_Ac_Create',
  reads: true,
  summary: 'Preview of a range: its last numbers, and how many of them are in use. Generates nothing',
  input: Range,
  output: z.object({
    firstIccid: z.string(),
    lastIccid: z.string(),
    firstImsi: z.string(),
    lastImsi: z.string(),
    total: z.int(),
    /** ICCIDs of this enterprise account: their rows fail unless "generate again" is ticked. */
    existing: z.int(),
    /** Of the existing ones, those whose card has another number of ICCID digits; generated again, it has those of the range. */
    otherDigits: z.int(),
    /** Removed ICCIDs of this enterprise account: they are generated again. */
    deleted: z.int(),
    /** Unavailable ICCIDs: their rows fail. */
    taken: z.int(),
    /** IMSIs that other profiles of this enterprise account also have. */
    doubledImsis: z.int(),
    /** Null: the first ICCID does not have 19 digits, or has padding. */
    nineteenDigits: NineteenDigitIccids.nullable(),
    plan: PlanOutlook,
  }),
})

/** The maximum count of numbers in one call. */
export const RANGE_USE_MAX = 1_000_000

export const rangeUse = endpoint({
  method: 'POST',
  path: '/generate/rangeUse',
  access: 'Generate_Ac_View',
  reads: true,
  summary: 'Which parts of a range of ICCIDs or IMSIs are used, free or used twice',
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
    /** ICCIDs of other enterprise accounts. */
    taken: z.int(),
    /** IMSIs of more than one profile. */
    doubled: z.int(),
    free: z.int(),
    /** Whether the result was cut at `last`, because there are too many runs. */
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
  summary: 'Generate a range in the background: consecutive ICCIDs and IMSIs, generated Ki and OPc',
  input: Range.extend({
    /**
     * An existing ICCID of this enterprise account gets a new activation code and keys; the old code becomes invalid.
     */
    generateAgain: z.boolean().default(false),
  }),
  output: z.object({ batchId: id, code: z.string() }),
  once: true,
  dryRun: { preview: previewRange },
})

export const coreFile = endpoint({
  method: 'POST',
  path: '/generate/coreFile',
  access: 'Generate_Ac_Create',
  summary: 'The subscribers of a generated range, with Ki and OPc, for a core network; once, within 24 h',
  input: z.object({
    id,
    format: z.enum(coreFormats),
    /** The data network (APN) of the subscribers. */
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
  /** Only batches with failed rows, or only those without. */
  failures: z.boolean(),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
}

export const list = endpoint({
  method: 'POST',
  path: '/log/batches',
  access: 'Generate_AC_Log_View',
  reads: true,
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
  reads: true,
  summary: 'One batch',
  input: z.object({ id }),
  output: Batch,
})

export const rows = endpoint({
  method: 'POST',
  path: '/log/batchRows',
  access: 'Generate_AC_Log_View',
  reads: true,
  summary: 'The result of each row of a batch',
  input: z.object({
    id,
    only: z.enum(['all', 'failed']).default('all'),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(BatchRow), next: z.string().nullable() }),
})

export const leftOut = endpoint({
  method: 'POST',
  path: '/log/leftOut',
  access: 'Generate_Ac_Create',
  reads: true,
  summary: 'The rows of the file that the batch left out, with their faults, as CSV; secret columns are blank',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const progress = endpoint({
  method: 'GET',
  path: '/log/progress',
  access: ['Generate_AC_Log_View', 'Generate_Ac_Create'],
  reads: true,
  summary: 'Progress of the running batches (or of one), as events; the stream ends when they are complete',
  input: z.object({ id: id.optional() }),
  output: Batch,
  answer: 'events',
})

export const cancel = endpoint({
  method: 'POST',
  path: '/generate/cancel',
  access: 'Generate_Ac_Create',
  summary: 'Cancel a running batch: finished rows remain, the others are reported as canceled',
  input: z.object({ id }),
  output: done,
})

export const result = endpoint({
  method: 'POST',
  path: '/log/result',
  access: 'Generate_AC_Log_View',
  summary: 'The result file of a batch as CSV: ICCID, activation code and link, or the reason of a failure',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})
