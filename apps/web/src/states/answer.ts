import { type Endpoint, type Envelope, type InputOf, type OutputOf, SUCCESS_CODE } from '@simwright/contract/endpoint'
import { fillText } from '@simwright/contract/fill-text'
import { type Fault, type ProblemName, problems } from '@simwright/contract/problem'
import type { Step } from './step.ts'

/** The server's answer to one endpoint while a state is shown. */
export type Answer = {
  readonly endpoint: Endpoint
  /** Returns the response for an input; a promise that never settles keeps the page loading. */
  readonly respond: (sent: unknown) => Response | Promise<Response>
}

/** Answers with a value, or with the result of a function of the input. @throws if the contract's schema rejects it */
export function answer<E extends Endpoint>(
  endpoint: E,
  value: OutputOf<E> | ((sent: InputOf<E>) => OutputOf<E>),
): Answer {
  const isComputed = (one: typeof value): one is (sent: InputOf<E>) => OutputOf<E> => typeof one === 'function'
  return {
    endpoint,
    respond: (sent) => success(endpoint.output.parse(isComputed(value) ? value(sent as InputOf<E>) : value)),
  }
}

/** An answer of a newer server, with values that the contract of this version does not have. */
export function answerOfNewerServer(endpoint: Endpoint, value: unknown): Answer {
  return { endpoint, respond: () => success(value) }
}

/** Never answers, so the page keeps loading. */
export function wait(endpoint: Endpoint): Answer {
  return { endpoint, respond: () => new Promise<Response>(() => {}) }
}

type Refusal = {
  values?: Record<string, string | number>
  faults?: readonly Fault[]
  /** Facts for the page beyond the text. */
  detail?: Readonly<Record<string, unknown>>
}

/** Refuses with a problem of the contract's table. */
export function refuse(endpoint: Endpoint, name: ProblemName, { values = {}, faults, detail }: Refusal = {}): Answer {
  const { code, status, text } = problems[name]
  const obj = faults || detail ? { ...detail, ...(faults ? { faults } : {}) } : null
  const msg = fillText(text, { requestId: 'req-7f3a', ...values })
  return { endpoint, respond: () => enveloped({ success: false, code, msg, obj }, status) }
}

/** Fails with an internal error of the server. */
export function fail(endpoint: Endpoint): Answer {
  return refuse(endpoint, 'internal')
}

/** Answers with a stream of these events, which then ends. */
export function events<E extends Endpoint>(endpoint: E, ...sent: OutputOf<E>[]): Answer {
  const all = sent.map((event) => `data: ${JSON.stringify(endpoint.output.parse(event))}\n\n`)
  const body = `${all.join('')}event: end\ndata: \n\n`
  return { endpoint, respond: () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }) }
}

function success(obj: unknown): Response {
  return enveloped({ success: true, code: SUCCESS_CODE, msg: '', obj }, 200)
}

function enveloped(envelope: Envelope<unknown>, status: number): Response {
  return new Response(JSON.stringify(envelope), { status, headers: { 'Content-Type': 'application/json' } })
}

/** The answer of a list endpoint with these items on its only page. */
export function pageOf<Item>(items: Item[]): { items: Item[]; next: null; total: number; capped: boolean } {
  return { items, next: null, total: items.length, capped: false }
}

/** An answer that comes only with the step `arrive`. */
export function late(given: Answer): Answer & { arrive: Step } {
  const waiting: (() => void)[] = []
  return {
    endpoint: given.endpoint,
    respond: (sent) => new Promise((resolve) => waiting.push(() => resolve(given.respond(sent)))),
    arrive: async () => {
      for (const arrive of waiting.splice(0)) arrive()
    },
  }
}
