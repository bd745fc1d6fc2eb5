import { type Endpoint, type Envelope, type InputOf, type OutputOf, SUCCESS_CODE } from '@simwright/contract/endpoint'
import { fillText } from '@simwright/contract/fill-text'
import { type Fault, type ProblemName, problems } from '@simwright/contract/problem'

/** What the server answers to one endpoint while a state is shown. */
export type Answer = {
  readonly endpoint: Endpoint
  /** Returns the response to what was sent; a promise that never settles keeps the page waiting. */
  readonly respond: (sent: unknown) => Response | Promise<Response>
}

/** Answers with a value that the contract's schema accepts; a function computes it from what was sent. */
export function answer<E extends Endpoint>(
  endpoint: E,
  value: OutputOf<E> | ((sent: InputOf<E>) => OutputOf<E>),
): Answer {
  const isComputed = (given: typeof value): given is (sent: InputOf<E>) => OutputOf<E> => typeof given === 'function'
  return {
    endpoint,
    respond: (sent) => success(endpoint.output.parse(isComputed(value) ? value(sent as InputOf<E>) : value)),
  }
}

/** Never answers: the page stays as it is while it loads. */
export function wait(endpoint: Endpoint): Answer {
  return { endpoint, respond: () => new Promise<Response>(() => {}) }
}

type Refusal = { values?: Record<string, string | number>; faults?: readonly Fault[] }

/** Refuses with a problem of the contract's table. */
export function refuse(endpoint: Endpoint, name: ProblemName, { values = {}, faults }: Refusal = {}): Answer {
  const { code, status, text } = problems[name]
  const obj = faults ? { faults } : null
  const msg = fillText(text, { requestId: 'req-7f3a', ...values })
  return { endpoint, respond: () => enveloped({ success: false, code, msg, obj }, status) }
}

/** Fails by a fault of the server's own. */
export function fail(endpoint: Endpoint): Answer {
  return refuse(endpoint, 'internal')
}

/** Answers a stream of events that ends after the last of these. */
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

/** A list that has these items on its only page. */
export function pageOf<Item>(items: Item[]): { items: Item[]; next: null; total: number; capped: boolean } {
  return { items, next: null, total: items.length, capped: false }
}
