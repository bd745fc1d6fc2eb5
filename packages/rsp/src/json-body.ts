import { RspRefusal } from './refusal.ts'

/** The version that both sides send in `X-Admin-Protocol`. */
export const adminProtocol = 'gsma/rsp/v2.5.0'

/** How one member of a JSON body is read and written. */
export interface Member<T> {
  /** The expected form, for error details. */
  readonly rule: string
  /** Undefined if the value does not have the expected form. */
  read(json: unknown): T | undefined
  write(value: T): unknown
}

/** The members of a JSON body by name. */
export type Members = Readonly<Record<string, Member<unknown>>>
/** The object that a list of members reads to. */
type Body<M> = { -readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never }

/** Bytes in base64 (SGP.22 section 6.5.2): standard alphabet, padding, no whitespace, so each value has one text. */
export const base64: Member<Uint8Array> = {
  rule: 'base64 in the standard alphabet, with padding',
  read: (json) => {
    if (typeof json !== 'string' || json.length === 0) return undefined
    const bytes = Buffer.from(json, 'base64')
    return bytes.toString('base64') === json ? bytes : undefined
  },
  write: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
}

/** A challenge of 16 bytes in base64. */
export const challenge: Member<Uint8Array> = {
  ...base64,
  rule: 'base64 of 16 bytes',
  read: (json) => {
    const bytes = base64.read(json)
    return bytes?.length === 16 ? bytes : undefined
  },
}

/** A transaction id in hexadecimal. Read in either case, written in upper case. */
export const transactionId: Member<Uint8Array> = {
  rule: '1 to 16 bytes in hexadecimal',
  read: (json) =>
    typeof json === 'string' && /^([0-9A-Fa-f]{2}){1,16}$/.test(json) ? Buffer.from(json, 'hex') : undefined,
  write: (bytes) => Buffer.from(bytes).toString('hex').toUpperCase(),
}

/** Text without NUL and unpaired surrogates. JSON permits both (RFC 8259, 7 and 8.2), PostgreSQL neither. */
const isText = (json: unknown): json is string =>
  typeof json === 'string' && !json.includes('\u0000') && json.isWellFormed()

/** Text of 1 to 255 characters. */
export const isShortText = (json: unknown): json is string => isText(json) && json.length > 0 && json.length <= 255

/** A server address: host name with an optional port. */
export const address: Member<string> = {
  rule: 'a server address of at most 255 characters',
  read: (json) => (isShortText(json) ? json : undefined),
  write: (text) => text,
}

/** Infers the type of a list of members. */
export const members = <M extends Members>(shape: M) => shape

/** A function of a JSON interface: the members of its request and of its successful answer, without headers. */
export interface JsonFunction {
  readonly request: Members
  readonly answer: Members
}
export type RequestOf<F extends JsonFunction> = Body<F['request']>
export type AnswerOf<F extends JsonFunction> = Body<F['answer']>

/**
 * Reads the body of a request. Unknown members are ignored.
 * @throws RspRefusal `request_malformed`, with the member and the rule as detail
 */
export function readRequest<F extends JsonFunction>(shape: F, json: unknown): RequestOf<F> {
  const { body, fault } = readMembers(shape.request, json)
  if (fault !== undefined) throw new RspRefusal('request_malformed', { detail: fault })
  return body as RequestOf<F>
}

/** The body of a request. */
export function writeRequest<F extends JsonFunction>(shape: F, request: RequestOf<F>): object {
  return writeMembers(shape.request, request)
}

/** The body of a successful answer, sent with HTTP status 200. */
export function writeAnswer<F extends JsonFunction>(shape: F, answer: AnswerOf<F>): object {
  const header = { functionExecutionStatus: { status: 'Executed-Success' } }
  return { header, ...writeMembers(shape.answer, answer) }
}

/** The result of reading an answer: the data, a failure reported by the server, or a body that cannot be read. */
export type Outcome<Answer> =
  | { kind: 'done'; status: ExecutionStatus; answer: Answer }
  | { kind: 'failed'; status: ExecutionStatus }
  | { kind: 'malformed'; fault: string }

/** Reads the body of an answer. A warning counts as success. */
export function readAnswer<F extends JsonFunction>(shape: F, json: unknown): Outcome<AnswerOf<F>> {
  const status = readExecutionStatus(json)
  if (!status) return { kind: 'malformed', fault: 'header.functionExecutionStatus is missing' }
  if (status.status === 'Failed' || status.status === 'Expired') return { kind: 'failed', status }
  const { body, fault } = readMembers(shape.answer, json)
  if (fault !== undefined) return { kind: 'malformed', fault }
  return { kind: 'done', status, answer: body as AnswerOf<F> }
}

/** The states of FunctionExecutionStatus (SGP.22 section 5.2.6). */
export type ExecutionState = 'Executed-Success' | 'Executed-WithWarning' | 'Failed' | 'Expired'

/** FunctionExecutionStatus (SGP.22 section 5.2.6) with its status code data. */
export interface ExecutionStatus {
  status: ExecutionState
  subjectCode?: string
  reasonCode?: string
  subjectIdentifier?: string
  message?: string
}

/** The body of a refusal, sent with HTTP status 200 too: a failed function is a successful request. */
export function writeFailure(refusal: Pick<RspRefusal, 'subjectCode' | 'reasonCode' | 'message'>): object {
  const statusCodeData = {
    subjectCode: refusal.subjectCode,
    reasonCode: refusal.reasonCode,
    message: refusal.message,
  }
  return { header: { functionExecutionStatus: { status: 'Failed', statusCodeData } } }
}

const states: readonly unknown[] = ['Executed-Success', 'Executed-WithWarning', 'Failed', 'Expired']

/** The status in a body's header. Undefined if it is missing or unknown; unreadable texts are omitted. */
export function readExecutionStatus(json: unknown): ExecutionStatus | undefined {
  const status = member(member(json, 'header'), 'functionExecutionStatus')
  const state = member(status, 'status')
  if (!states.includes(state)) return undefined
  const data = member(status, 'statusCodeData')
  const found: ExecutionStatus = { status: state as ExecutionState }
  for (const name of ['subjectCode', 'reasonCode', 'subjectIdentifier', 'message'] as const) {
    const text = member(data, name)
    if (isText(text)) found[name] = text
  }
  return found
}

/** An own property of an object. Inherited ones do not count, because JSON has none. */
export function member(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return undefined
  return (json as Record<string, unknown>)[name]
}

/** Reads all members, or names the first one that does not have the expected form. */
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

/** Writes the members in declared order. Other members of `body` are not sent. */
function writeMembers(shape: Members, body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(shape).map(([name, { write }]) => [name, write(body[name])]))
}
