import { isEid } from '@simwright/ids'
import {
  type AnswerOf,
  address,
  type JsonFunction,
  type Member,
  members,
  type Outcome,
  type RequestOf,
  readAnswer,
  readRequest,
  writeAnswer,
  writeRequest,
} from './json-body.ts'

/** An EID with correct check digits. */
const eid: Member<string> = {
  rule: '32 digits, of which the last two are check digits',
  read: (json) => (typeof json === 'string' && isEid(json) ? json : undefined),
  write: (text) => text,
}

/** An EventID. It has the characters of a MatchingID. */
const eventId: Member<string> = {
  rule: 'up to 255 characters of A-Z, 0-9 and -',
  read: (json) => (typeof json === 'string' && /^[A-Z0-9-]{1,255}$/.test(json) ? json : undefined),
  write: (text) => text,
}

/** A boolean. Some peers write it as text. */
const flag: Member<boolean> = {
  rule: 'true or false',
  read: (json) => (json === true || json === 'true' ? true : json === false || json === 'false' ? false : undefined),
  write: (value) => value,
}

/** The functions of ES12 (SGP.22 section 5.9), SM-DP+ to SM-DS. The EventID is the MatchingID of the order. */
const es12Functions = {
  registerEvent: {
    request: members({ eid, rspServerAddress: address, eventId, forwardingIndicator: flag }),
    answer: members({}),
  },
  deleteEvent: { request: members({ eid, eventId }), answer: members({}) },
} as const satisfies Record<string, JsonFunction>

/** A function of ES12 with its request. */
export type Es12Function = keyof typeof es12Functions
export type Es12Request<F extends Es12Function> = RequestOf<(typeof es12Functions)[F]>

/** Whether a path segment names a function of ES12. */
export const isEs12Function = (name: string): name is Es12Function => Object.hasOwn(es12Functions, name)

/** The path of a function (SGP.22 section 6.5.2). */
export const es12Path = (name: Es12Function) => `/gsma/rsp2/es12/${name}`

/** Reads the body of a request. @throws RspRefusal request_malformed */
export function readEs12Request<F extends Es12Function>(name: F, json: unknown): Es12Request<F> {
  return readRequest(es12Functions[name], json) as Es12Request<F>
}

/** The header members that identify the caller and the call (SGP.22 section 6.5.1.1). */
export type Es12Caller = {
  /** The SM-DP+ OID. */
  functionRequesterIdentifier: string
  functionCallIdentifier: string
}

/** The body of a request, with the caller in its header. */
export function writeEs12Request<F extends Es12Function>(name: F, request: Es12Request<F>, header: Es12Caller): object {
  return { header, ...writeRequest<JsonFunction>(es12Functions[name], request) }
}

/** The body of a successful answer; both functions return no data. */
export function writeEs12Answer(name: Es12Function): object {
  return writeAnswer<JsonFunction>(es12Functions[name], {})
}

/** Reads the body of an answer, as an SM-DP+ does. */
export function readEs12Answer(
  name: Es12Function,
  json: unknown,
): Outcome<AnswerOf<(typeof es12Functions)[Es12Function]>> {
  return readAnswer(es12Functions[name], json)
}
