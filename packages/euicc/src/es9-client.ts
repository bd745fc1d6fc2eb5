/** ES9+ and ES11 for a device: JSON over HTTPS (SGP.22 5.6, 5.8 and 6.5). */
import {
  adminProtocol,
  type Es9Answer,
  type Es9Function,
  type Es9Outcome,
  type Es9Request,
  type Es11Answer,
  type Es11Function,
  es9Path,
  readEs9Answer,
  readEs11Answer,
  writeEs9Request,
} from '@simwright/rsp'

/** A POST request to a server. */
export type Es9HttpRequest = {
  /** The address in the activation code or notification: a host, optionally with a port. */
  readonly address: string
  /** Path of the function (SGP.22 v2.5 6.5.2). */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer to a POST request. */
export type Es9HttpAnswer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends one request over verified TLS. Rejects if there is no answer. */
export type Es9Transport = (request: Es9HttpRequest) => Promise<Es9HttpAnswer>

/** The server refused the function with a subject code and a reason code (SGP.22 5.2.6). */
export class Es9Refusal extends Error {
  readonly function: Es9Function
  readonly subjectCode: string
  readonly reasonCode: string
  /** The message of the server for the user. */
  readonly serverMessage: string | undefined
  constructor(name: Es9Function, status: { subjectCode: string; reasonCode: string; message?: string | undefined }) {
    super(`${name} was refused with ${status.subjectCode}/${status.reasonCode}`)
    this.name = 'Es9Refusal'
    this.function = name
    this.subjectCode = status.subjectCode
    this.reasonCode = status.reasonCode
    this.serverMessage = status.message
  }
}

/** The server could not be reached, or its answer is not valid ES9+. */
export class Es9Failure extends Error {
  readonly function: Es9Function
  constructor(name: Es9Function, message: string, options?: ErrorOptions) {
    super(`${name}: ${message}`, options)
    this.name = 'Es9Failure'
    this.function = name
  }
}

/** HTTP headers of an LPA (SGP.22 v2.5 6.5). */
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'gsma-rsp-lpad',
  'x-admin-protocol': adminProtocol,
}

/** Sends a request and returns the HTTP answer. @throws Es9Failure if the transport rejects */
async function send<F extends Es9Function>(
  transport: Es9Transport,
  name: F,
  call: { address: string; request: Es9Request<F> },
): Promise<Es9HttpAnswer> {
  const body = JSON.stringify(writeEs9Request(name, call.request))
  try {
    return await transport({ address: call.address, path: es9Path(name), headers: HEADERS, body })
  } catch (cause) {
    throw new Es9Failure(name, 'the server could not be reached', { cause })
  }
}

/** The JSON value in the body. @throws Es9Failure if the status is not 200 or the body is not JSON */
function parseBody(name: Es9Function, answer: Es9HttpAnswer): unknown {
  if (answer.status !== 200) throw new Es9Failure(name, `the server answered HTTP ${answer.status}`)
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new Es9Failure(name, 'the answer is not JSON', { cause })
  }
}

/** The host and the members of a request. */
type Call<F extends Es9Function> = { address: string; request: Es9Request<F> }

/**
 * Calls a function of ES9+ (SGP.22 v2.5 5.6).
 * @throws Es9Refusal if the server refuses the function
 * @throws Es9Failure if the server cannot be reached or its answer is malformed
 */
export async function callEs9<F extends Exclude<Es9Function, 'handleNotification'>>(
  transport: Es9Transport,
  name: F,
  call: Call<F>,
): Promise<Es9Answer<F>> {
  return answerOrThrow(name, readEs9Answer(name, parseBody(name, await send(transport, name, call))))
}

/**
 * Calls a function of ES11 (SGP.22 v2.5 5.8). Requests and paths are those of ES9+; the answers differ.
 * @throws Es9Refusal if the server refuses the function
 * @throws Es9Failure if the server cannot be reached or its answer is malformed
 */
export async function callEs11<F extends Es11Function>(
  transport: Es9Transport,
  name: F,
  call: Call<F>,
): Promise<Es11Answer<F>> {
  return answerOrThrow(name, readEs11Answer(name, parseBody(name, await send(transport, name, call))))
}

/** The answer of a successful call. @throws Es9Refusal, Es9Failure as for `callEs9` */
function answerOrThrow<Answer>(
  name: Es9Function,
  outcome: { kind: 'done'; answer: Answer } | Exclude<Es9Outcome<Es9Function>, { kind: 'done' }>,
): Answer {
  if (outcome.kind === 'done') return outcome.answer
  if (outcome.kind === 'malformed') throw new Es9Failure(name, outcome.fault)
  const { subjectCode, reasonCode, message } = outcome.status
  if (subjectCode === undefined || reasonCode === undefined) {
    throw new Es9Failure(name, `the function ended ${outcome.status.status} without a status code`)
  }
  throw new Es9Refusal(name, { subjectCode, reasonCode, message })
}

/**
 * ES9+.HandleNotification (SGP.22 v2.5 5.6.4). The notification is delivered only if the server answers HTTP 204.
 * @throws Es9Failure for any other answer
 */
export async function deliverNotification(
  transport: Es9Transport,
  address: string,
  pendingNotification: Uint8Array,
): Promise<void> {
  const { status } = await send(transport, 'handleNotification', { address, request: { pendingNotification } })
  if (status !== 204) throw new Es9Failure('handleNotification', `the server answered HTTP ${status}`)
}
