import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRoute } from './api.ts'
import { ApiError } from './api-error.ts'
import { type CheckoutStep, choose } from './checkout.ts'
import { parseParams, textAt } from './form.ts'
import { Ledger } from './ledger.ts'
import { checkoutPage } from './page.ts'
import { WebhookSender } from './webhook.ts'

export { signatureOf } from './webhook.ts'

/** A failure of the next calls whose path contains `path`. */
export type Failure = {
  path: string
  /** `before`: nothing is done. `after`: it is done, and the connection is cut. `error`: nothing is done, status 500. */
  when: 'before' | 'after' | 'error'
  times: number
}

/** A call as it arrived. */
export type SeenCall = { method: string; path: string; idempotencyKey: string | undefined }

export type SimulationOptions = {
  /** The portal's address of the webhook, which is known late. */
  webhookUrl?: () => string
  now?: () => Date
  port?: number
}

type Answer = { status: number; body: object }
type Saved = { hash: string; answer: Answer | undefined }

/**
 * A simulation of Stripe on this machine: its API with idempotency keys, its webhooks with signatures, and the page on
 * which a customer chooses a test card. The state is in memory.
 */
export class StripeSimulation {
  readonly secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  readonly url: string
  readonly ledger: Ledger
  readonly webhooks: WebhookSender
  readonly calls: SeenCall[] = []
  readonly failures: Failure[] = []
  /** The time that answers of the API took, without that delay. */
  answeringMs = 0
  /** Each answer of the API waits for this long after the work was done. */
  answerDelayMs = 0
  readonly #saved = new Map<string, Saved>()
  readonly #http: HttpServer

  constructor(http: HttpServer, { webhookUrl, now = () => new Date() }: SimulationOptions) {
    this.#http = http
    this.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    this.webhooks = new WebhookSender(this.webhookSecret, webhookUrl ?? (() => `${this.url}/no-webhook`))
    this.ledger = new Ledger((type, object) => this.webhooks.add(this.#eventOf(type, object)), now)
    http.on('request', (request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  /** The settings with which a portal uses this simulation. */
  get settings(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_URL: this.url,
      CALL_LOOPBACK: 'on',
    }
  }

  /** Pays on the page of a session, as a customer in a browser does. @returns the address that the browser opens next */
  async pay(pageUrl: string, digits: string, authentication?: 'confirmed' | 'failed'): Promise<string | undefined> {
    const body = new URLSearchParams({ card: digits, ...(authentication ? { authentication } : {}) })
    const answer = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.headers.get('location') ?? undefined
  }

  async close(): Promise<void> {
    this.webhooks.close()
    this.#http.closeAllConnections()
    await new Promise((done) => this.#http.close(done))
  }

  #eventOf(type: string, object: object) {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const created = Math.floor(Date.now() / 1000)
    const event = { id, object: 'event', api_version: '2026-10-28.endive', created, livemode: false, type }
    return { id, type, body: JSON.stringify({ ...event, pending_webhooks: 1, data: { object }, request: null }) }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.url)
    const body = await textOf(request)
    if (pathname.startsWith('/c/pay/')) return this.#servePage(request, response, body)
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const method = request.method ?? 'GET'
    this.calls.push({ method, path: pathname, idempotencyKey })
    const failure = this.#failureAt(pathname)
    if (failure === 'before') return void request.socket.destroy()
    const call: ApiCall = { method, path: pathname, params: method === 'GET' ? search.slice(1) : body, idempotencyKey }
    const failed: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } }
    const begin = performance.now()
    const answer = failure === 'error' ? failed : this.#answer(request, call)
    this.answeringMs += performance.now() - begin
    if (this.answerDelayMs > 0) await sleep(this.answerDelayMs)
    if (failure === 'after') return void request.socket.destroy()
    const requestId = `req_${randomBytes(6).toString('hex')}`
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': requestId })
    response.end(JSON.stringify(answer.body))
  }

  #failureAt(path: string): Failure['when'] | undefined {
    const failure = this.failures.find((one) => one.times > 0 && path.includes(one.path))
    if (failure) failure.times -= 1
    return failure?.when
  }

  #answer(request: IncomingMessage, call: ApiCall): Answer {
    if (request.headers.authorization !== `Bearer ${this.secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    const { idempotencyKey, method } = call
    if (idempotencyKey === undefined || method !== 'POST') return this.#work(call)
    const hash = createHash('sha256').update(`${call.path}\n${call.params}`).digest('hex')
    const saved = this.#saved.get(idempotencyKey)
    if (saved && saved.hash !== hash) return { status: 400, body: { error: OTHER_PARAMETERS } }
    if (saved?.answer) return saved.answer
    const answer = this.#work(call)
    // a call that is refused before it begins can be repeated with other parameters
    if (answer.status !== 400) this.#saved.set(idempotencyKey, { hash, answer: structuredClone(answer) })
    return answer
  }

  #work({ method, path, params }: ApiCall): Answer {
    try {
      const answer = findRoute(method, path)
      if (!answer)
        throw new ApiError(404, { type: 'invalid_request_error', message: `Unrecognized: ${method} ${path}` })
      return { status: 200, body: answer({ ledger: this.ledger, params: parseParams(params), base: this.url }) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, body: { error: error.error } }
    }
  }

  #servePage(request: IncomingMessage, response: ServerResponse, body: string): void {
    const session = this.ledger.session(new URL(request.url ?? '/', this.url).pathname.split('/').at(-1) ?? '')
    const params = parseParams(body)
    const authentication = textAt(params, 'authentication') === 'confirmed' ? 'confirmed' : 'failed'
    const step: CheckoutStep =
      request.method === 'POST'
        ? choose(this.ledger, session, {
            card: textAt(params, 'card') ?? '',
            ...(textAt(params, 'authentication') === undefined ? {} : { authentication }),
          })
        : { step: session.status === 'open' ? 'choose' : 'closed' }
    if (step.step === 'done') return void response.writeHead(303, { location: step.url }).end()
    const title = this.ledger.drafts.get(session.id)?.title ?? ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(checkoutPage(session, title, step))
  }
}

type ApiCall = { method: string; path: string; params: string; idempotencyKey: string | undefined }

const OTHER_PARAMETERS = {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Opens a simulation on a free port of this machine, or on `port`. */
export async function openStripeSimulation(options: SimulationOptions = {}): Promise<StripeSimulation> {
  // no connection is closed at the moment of its reuse
  const http = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((done) => http.listen(options.port ?? 0, '127.0.0.1', done))
  return new StripeSimulation(http, options)
}
