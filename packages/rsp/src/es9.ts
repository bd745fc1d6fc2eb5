import type { Es9Function } from './refusal.ts'
import { RspRefusal } from './refusal.ts'

/** Sent in `X-Admin-Protocol` on both sides. */
export const adminProtocol = 'gsma/rsp/v2.5.0'

/** One member of a JSON body. */
interface Member<T> {
  readonly rule: string
  read(json: unknown): T | undefined
  write(value: T): unknown
}

type Members = Readonly<Record<string, Member<unknown>>>
type Body<M> = { -readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never }

/** Standard alphabet with padding and nothing else, so that there is one text for one value. */
const base64: Member<Uint8Array> = {
  rule: 'base64 in the standard alphabet, with padding',
  read: (json) => {
    if (typeof json !== 'string' || json.length === 0) return undefined
    const bytes = Buffer.from(json, 'base64')
    return bytes.toString('base64') === json ? bytes : undefined
  },
  write: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
}

const challenge: Member<Uint8Array> = {
  ...base64,
  rule: 'base64 of 16 bytes',
  read: (json) => {
    const bytes = base64.read(json)
    return bytes?.length === 16 ? bytes : undefined
  },
}

/** Read in either case, written in upper case. */
const transactionId: Member<Uint8Array> = {
  rule: '1 to 16 bytes in hexadecimal',
  read: (json) =>
    typeof json === 'string' && /^([0-9A-Fa-f]{2}){1,16}$/.test(json) ? Buffer.from(json, 'hex') : undefined,
  write: (bytes) => Buffer.from(bytes).toString('hex').toUpperCase(),
}

const address: Member<string> = {
  rule: 'a server address of at most 255 characters',
  read: (json) => (typeof json === 'string' && json.length > 0 && json.length <= 255 ? json : undefined),
  write: (text) => text,
}

const members = <M extends Members>(shape: M) => shape

/** Members of each function's request and answer (SGP.22 section 6.5.2); all of them are mandatory. */
export const es9Functions = {
  initiateAuthentication: {
    request: members({ euiccChallenge: challenge, euiccInfo1: base64, smdpAddress: address }),
    answer: members({
      transactionId,
      serverSigned1: base64,
      serverSignature1: base64,
      euiccCiPKIdToBeUsed: base64,
      serverCertificate: base64,
    }),
  },
  authenticateClient: {
    request: members({ transactionId, authenticateServerResponse: base64 }),
    answer: members({
      transactionId,
      profileMetadata: base64,
      smdpSigned2: base64,
      smdpSignature2: base64,
      smdpCertificate: base64,
    }),
  },
  getBoundProfilePackage: {
    request: members({ transactionId, prepareDownloadResponse: base64 }),
    answer: members({ transactionId, boundProfilePackage: base64 }),
  },
  cancelSession: {
    request: members({ transactionId, cancelSessionResponse: base64 }),
    answer: members({}),
  },
  handleNotification: { request: members({ pendingNotification: base64 }), answer: members({}) },
} as const satisfies Record<Es9Function, { request: Members; answer: Members }>

/** What an LPA sends. Byte members are whole TLVs, but for the challenge and the transaction id. */
export type Es9Request<F extends Es9Function> = Body<(typeof es9Functions)[F]['request']>
/** What the server answers on success, without its header. */
export type Es9Answer<F extends Es9Function> = Body<(typeof es9Functions)[F]['answer']>

export function es9Path(es9Function: Es9Function): string {
  return `/gsma/rsp2/es9plus/${es9Function}`
}

/**
 * Reads a request's body; unknown members are passed over.
 * @throws RspRefusal `request_malformed`, its detail naming the member and the rule
 */
export function readEs9Request<F extends Es9Function>(es9Function: F, json: unknown): Es9Request<F> {
  const { body, fault } = readMembers(es9Functions[es9Function].request, json)
  if (fault !== undefined) throw new RspRefusal('request_malformed', { detail: fault })
  return body as Es9Request<F>
}

/** The body that an LPA sends. */
export function writeEs9Request<F extends Es9Function>(es9Function: F, request: Es9Request<F>): object {
  return writeMembers(es9Functions[es9Function].request, request)
}

export type ExecutionState = 'Executed-Success' | 'Executed-WithWarning' | 'Failed' | 'Expired'

/** FunctionExecutionStatus with the status code that says why. */
export interface ExecutionStatus {
  status: ExecutionState
  subjectCode?: string
  reasonCode?: string
  subjectIdentifier?: string
  message?: string
}

/** The body of a successful answer, for HTTP status 200 (handleNotification is answered 204 without a body). */
export function writeEs9Answer<F extends Es9Function>(es9Function: F, answer: Es9Answer<F>): object {
  const header = { functionExecutionStatus: { status: 'Executed-Success' } }
  return { header, ...writeMembers(es9Functions[es9Function].answer, answer) }
}

/** The body of a refusal, for HTTP status 200 as well: a failed function is not a failed request. */
export function writeEs9Failure(refusal: Pick<RspRefusal, 'subjectCode' | 'reasonCode' | 'message'>): object {
  const statusCodeData = {
    subjectCode: refusal.subjectCode,
    reasonCode: refusal.reasonCode,
    message: refusal.message,
  }
  return { header: { functionExecutionStatus: { status: 'Failed', statusCodeData } } }
}

/** What an LPA makes of an answer. */
export type Es9Outcome<F extends Es9Function> =
  | { kind: 'done'; status: ExecutionStatus; answer: Es9Answer<F> }
  | { kind: 'failed'; status: ExecutionStatus }
  | { kind: 'malformed'; fault: string }

export function readEs9Answer<F extends Es9Function>(es9Function: F, json: unknown): Es9Outcome<F> {
  const status = readExecutionStatus(json)
  if (!status) return { kind: 'malformed', fault: 'header.functionExecutionStatus is missing' }
  if (status.status === 'Failed' || status.status === 'Expired') return { kind: 'failed', status }
  const { body, fault } = readMembers(es9Functions[es9Function].answer, json)
  if (fault !== undefined) return { kind: 'malformed', fault }
  return { kind: 'done', status, answer: body as Es9Answer<F> }
}

const states: readonly unknown[] = ['Executed-Success', 'Executed-WithWarning', 'Failed', 'Expired']

/** The status in a body's header, if it is there and well-formed. */
export function readExecutionStatus(json: unknown): ExecutionStatus | undefined {
  const status = member(member(json, 'header'), 'functionExecutionStatus')
  const state = member(status, 'status')
  if (!states.includes(state)) return undefined
  const data = member(status, 'statusCodeData')
  const found: ExecutionStatus = { status: state as ExecutionState }
  for (const name of ['subjectCode', 'reasonCode', 'subjectIdentifier', 'message'] as const) {
    const text = member(data, name)
    if (typeof text === 'string') found[name] = text
  }
  return found
}

function member(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return undefined
  return (json as Record<string, unknown>)[name]
}

function readMembers(shape: Members, json: unknown): { body: object; fault?: string } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { body: {}, fault: 'the body is not a JSON object' }
  }
  const body: Record<string, unknown> = {}
  for (const [name, { read, rule }] of Object.entries(shape)) {
    const value = read(member(json, name))
    if (value === undefined) return { body, fault: `${name}: ${rule} is expected` }
    body[name] = value
  }
  return { body }
}

function writeMembers(shape: Members, body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(shape).map(([name, { write }]) => [name, write(body[name])]))
}
