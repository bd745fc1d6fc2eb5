import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time } from '../list.ts'

/** Limits of the request log. */
export const CALL_LOG_LIMITS = {
  days: 30,
  /** Of a body, in characters. */
  bodyLength: 4 * 1024,
  /** Of one text in a body, in characters. */
  textLength: 500,
} as const

/** What replaces a secret in a stored body. */
export const HIDDEN_VALUE = '***'

/** Replaces the rest of a stored body that is shortened. */
export const CUT_MARK = '…'

/** `KEY`: an API key. `CREDENTIAL`: a credential of the open API, which signs its calls. */
export const programKinds = ['KEY', 'CREDENTIAL'] as const
export type ProgramKind = (typeof programKinds)[number]

/** `REFUSED`: the program sent something wrong or may not do it. `FAILED`: an error of the server. */
export const callOutcomes = ['OK', 'REFUSED', 'FAILED'] as const
export type CallOutcome = (typeof callOutcomes)[number]

const ProgramCall = z.object({
  id,
  at: time,
  program: z.object({
    id,
    kind: z.enum(programKinds),
    /** At the time of the call. */
    name: z.string(),
  }),
  method: z.string(),
  /** The template of the path, without ids and query. */
  path: z.string(),
  outcome: z.enum(callOutcomes),
  status: z.int(),
  /** Of the problem; null: the call was answered, or the answer was no JSON. */
  code: z.string().nullable(),
  ms: z.int(),
  address: z.string(),
  requestId: z.string(),
})
export type ProgramCall = z.infer<typeof ProgramCall>

export const list = endpoint({
  method: 'POST',
  path: '/developer/call/list',
  access: 'Developer_View',
  allGroups: true,
  reads: true,
  summary: 'Calls of the last 30 days by API keys and by credentials of the open API, newest first',
  input: listInput(
    {
      /** An API key or a credential. */
      programId: id,
      outcome: z.array(z.enum(callOutcomes)).max(callOutcomes.length),
      status: z.int().min(100).max(599),
      /** Prefix. */
      path: z.string().trim().max(200),
      /** Exact. */
      requestId: z.string().trim().max(36),
      from: time,
      to: time,
    },
    ['at'],
  ),
  output: pageOf(ProgramCall),
})

const ProgramCallDetail = ProgramCall.extend({
  /**
   * What was sent: JSON, of a GET call the query, of a form its fields. Secrets and activation codes are `***`; what is
   * too long is cut, with `…`. Null: nothing that could be read, or the signature was wrong.
   */
  request: z.string().nullable(),
  /** Whether a file was sent, which is not stored, with the fields in `request`. */
  form: z.boolean(),
  /** What was answered, like `request`; null: a file or a stream. */
  answer: z.string().nullable(),
  /** Whether parts of the bodies were left out. */
  cut: z.boolean(),
})
export type ProgramCallDetail = z.infer<typeof ProgramCallDetail>

export const read = endpoint({
  method: 'POST',
  path: '/developer/call/read',
  access: 'Developer_Edit',
  allGroups: true,
  reads: true,
  summary: 'A call of a program with what was sent and answered, without secrets',
  input: z.object({ id }),
  output: ProgramCallDetail,
})
