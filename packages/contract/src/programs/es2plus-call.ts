import { isEid, readIccid } from '@simwright/ids'
import { z } from 'zod'
import { EidText } from '../notation.ts'
import { type SignedCall, signedCall } from './signed-call.ts'

/*
 * The calls of ES2+ (SGP.22, 5.3): on the operators' port with a registered client certificate, and on the portal's host
 * with the signed headers of the open API. Bodies are the same.
 */

const absent = (sent: unknown) => (sent === null ? undefined : sent)
const maybe = <S extends z.ZodType>(schema: S) => z.preprocess(absent, schema.optional())
const shortText = (max = 255) =>
  z
    .string()
    .max(max, `Up to ${max} characters.`)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Not a text.')

/** The caller and the call (SGP.22, 6.5.1.1). With the signed headers, both are optional. */
const header = maybe(
  z.object({
    /** The object identifier of the operator. */
    functionRequesterIdentifier: maybe(shortText()),
    /** A call with the same identifier and input gets the same answer again. */
    functionCallIdentifier: maybe(shortText()),
  }),
)

const eid = maybe(
  EidText.max(64, 'Up to 64 characters.').refine(isEid, '32 digits, of which the last two are check digits.'),
)
/** 19 or 20 digits in any notation, also with the padding F, blanks, or the digits of each pair swapped. */
const iccid = maybe(z.string().max(64, 'Up to 64 characters.').refine(isEs2plusIccid, '19 or 20 digits.'))

function isEs2plusIccid(text: string): boolean {
  try {
    return readIccid(text, { nineteenDigits: 'complete', notation: 'swapped' }).value.card.length > 18
  } catch {
    return false
  }
}
/** Some peers write a boolean as text. */
const flag = z.preprocess((sent) => (sent === 'true' ? true : sent === 'false' ? false : sent), z.boolean())
const matchingId = maybe(shortText())

/** Text of the standard's header for an answer. */
const answerHeader = z.object({
  functionExecutionStatus: z.object({ status: z.enum(['Executed-Success', 'Executed-WithWarning']) }),
})

const calls = {
  downloadOrder: {
    summary: 'Order a profile, by its ICCID or by the name of a profile configuration',
    input: z.object({ header, eid, iccid, profileType: maybe(shortText(64)) }),
    output: z.object({ header: answerHeader, iccid: z.string() }),
  },
  confirmOrder: {
    summary: 'Confirm an order, and release it if wanted',
    input: z.object({
      header,
      iccid,
      releaseFlag: flag,
      eid,
      /** Absent: one is generated. Empty: none, so an EID is needed. */
      matchingId,
      confirmationCode: maybe(shortText(64).min(1, 'Not empty.')),
      /** The SM-DS at which the event is registered. */
      smdsAddress: maybe(shortText()),
    }),
    output: z.object({
      header: answerHeader,
      matchingId: z.string(),
      eid: z.string().optional(),
      smdpAddress: z.string().optional(),
    }),
  },
  cancelOrder: {
    summary: 'Cancel an order that no device has downloaded',
    input: z.object({
      header,
      iccid,
      eid,
      matchingId,
      /** `Available`: the profile can be ordered again. `Unavailable`: it cannot. */
      finalProfileStatusIndicator: maybe(z.enum(['Available', 'Unavailable'])),
    }),
    output: z.object({ header: answerHeader }),
  },
  releaseProfile: {
    summary: 'Release a confirmed order, so that a device can download the profile',
    input: z.object({ header, iccid }),
    output: z.object({ header: answerHeader }),
  },
  expiredOrder: {
    summary: 'End a released order that no device has downloaded: its code expires now',
    input: z.object({ header, iccid, eid, matchingId }),
    output: z.object({ header: answerHeader }),
  },
} as const

export type Es2plusFunction = keyof typeof calls
export type Es2plusInput<F extends Es2plusFunction> = z.output<(typeof calls)[F]['input']>
export type Es2plusOutput<F extends Es2plusFunction> = z.output<(typeof calls)[F]['output']>

export const es2plusFunctions = Object.keys(calls) as Es2plusFunction[]

/** The path of a function, on both hosts (SGP.22, 6.5.2). */
export const es2plusPath = <F extends Es2plusFunction>(name: F) => `/gsma/rsp2/es2plus/${name}` as const

const signed = <F extends Es2plusFunction>(name: F) =>
  signedCall({
    path: es2plusPath(name),
    onHost: true,
    access: 'Generate_Ac_Create',
    summary: calls[name].summary,
    input: calls[name].input as (typeof calls)[F]['input'],
    output: calls[name].output as (typeof calls)[F]['output'],
  })

/** The calls of ES2+ with the signed headers. */
export const es2plusCalls = {
  downloadOrder: signed('downloadOrder'),
  confirmOrder: signed('confirmOrder'),
  cancelOrder: signed('cancelOrder'),
  releaseProfile: signed('releaseProfile'),
  expiredOrder: signed('expiredOrder'),
} satisfies Readonly<Record<Es2plusFunction, SignedCall>>
