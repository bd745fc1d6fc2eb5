/** ES9+ and ES11 as a device calls them: JSON over HTTPS (SGP.22 5.6, 5.8 and 6.5). */
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

export type Es9HttpRequest = {
  /** What stands in the activation code or a notification: a host, maybe with a port. */
  readonly address: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Es9HttpAnswer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Carries one request to the server, TLS verified; rejects if no answer comes. */
export type Es9Transport = (request: Es9HttpRequest) => Promise<Es9HttpAnswer>

/** The server said no, with a subject and a reason of SGP.22 5.2.6. */
export class Es9Refusal extends Error {
  readonly function: Es9Function
  readonly subjectCode: string
  readonly reasonCode: string
  /** What the server wants the user to read. */
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

/** The server could not be reached, or what it answered is not ES9+. */
export class Es9Failure extends Error {
  readonly function: Es9Function
  constructor(name: Es9Function, message: string, options?: ErrorOptions) {
    super(`${name}: ${message}`, options)
    this.name = 'Es9Failure'
    this.function = name
  }
}

const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'gsma-rsp-lpad',
  'x-admin-protocol': adminProtocol,
}

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

function parseBody(name: Es9Function, answer: Es9HttpAnswer): unknown {
  if (answer.status !== 200) throw new Es9Failure(name, `the server answered HTTP ${answer.status}`)
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new Es9Failure(name, 'the answer is not JSON', { cause })
  }
}

type Call<F extends Es9Function> = { address: string; request: Es9Request<F> }

/** @throws Es9Refusal if the server executed nothing, Es9Failure if it gave no proper answer */
export async function callEs9<F extends Exclude<Es9Function, 'handleNotification'>>(
  transport: Es9Transport,
  name: F,
  call: Call<F>,
): Promise<Es9Answer<F>> {
  return answered(name, readEs9Answer(name, parseBody(name, await send(transport, name, call))))
}

/** The SM-DS takes what an SM-DP+ takes, under the same paths, and answers something else. */
export async function callEs11<F extends Es11Function>(
  transport: Es9Transport,
  name: F,
  call: Call<F>,
): Promise<Es11Answer<F>> {
  return answered(name, readEs11Answer(name, parseBody(name, await send(transport, name, call))))
}

function answered<Answer>(
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

/** Delivers a notification; anything but HTTP 204 leaves it with the eUICC. @throws Es9Failure */
export async function deliverNotification(
  transport: Es9Transport,
  address: string,
  pendingNotification: Uint8Array,
): Promise<void> {
  const { status } = await send(transport, 'handleNotification', { address, request: { pendingNotification } })
  if (status !== 204) throw new Es9Failure('handleNotification', `the server answered HTTP ${status}`)
}
