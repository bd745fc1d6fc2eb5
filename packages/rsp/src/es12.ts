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

const eid: Member<string> = {
  rule: '32 digits, of which the last two are check digits',
  read: (json) => (typeof json === 'string' && isEid(json) ? json : undefined),
  write: (text) => text,
}

const eventId: Member<string> = {
  rule: 'up to 255 characters of A-Z, 0-9 and -',
  read: (json) => (typeof json === 'string' && /^[A-Z0-9-]{1,255}$/.test(json) ? json : undefined),
  write: (text) => text,
}

/** Some peers write it as text. */
const flag: Member<boolean> = {
  rule: 'true or false',
  read: (json) => (json === true || json === 'true' ? true : json === false || json === 'false' ? false : undefined),
  write: (value) => value,
}

/** The functions of ES12 (SGP.22 section 5.9), an SM-DP+ to an SM-DS. The EventID is the MatchingID of the order. */
const es12Functions = {
  registerEvent: {
    request: members({ eid, rspServerAddress: address, eventId, forwardingIndicator: flag }),
    answer: members({}),
  },
  deleteEvent: { request: members({ eid, eventId }), answer: members({}) },
} as const satisfies Record<string, JsonFunction>

export type Es12Function = keyof typeof es12Functions
export type Es12Request<F extends Es12Function> = RequestOf<(typeof es12Functions)[F]>

export const isEs12Function = (name: string): name is Es12Function => Object.hasOwn(es12Functions, name)

export const es12Path = (name: Es12Function) => `/gsma/rsp2/es12/${name}`

/** @throws RspRefusal request_malformed */
export function readEs12Request<F extends Es12Function>(name: F, json: unknown): Es12Request<F> {
  return readRequest(es12Functions[name], json) as Es12Request<F>
}

export type Es12Caller = {
  /** the SM-DP+'s object identifier */
  functionRequesterIdentifier: string
  functionCallIdentifier: string
}

/** The body that an SM-DP+ sends, who calls in its header (SGP.22 section 6.5.1.1). */
export function writeEs12Request<F extends Es12Function>(name: F, request: Es12Request<F>, header: Es12Caller): object {
  return { header, ...writeRequest<JsonFunction>(es12Functions[name], request) }
}

export function writeEs12Answer(name: Es12Function): object {
  return writeAnswer<JsonFunction>(es12Functions[name], {})
}

export function readEs12Answer(
  name: Es12Function,
  json: unknown,
): Outcome<AnswerOf<(typeof es12Functions)[Es12Function]>> {
  return readAnswer(es12Functions[name], json)
}
