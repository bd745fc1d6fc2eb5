import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** An event as a webhook delivers it. */
export type SimulatedEvent = { id: string; type: string; body: string }

/** What happens to the events: `hold` keeps them until `release`. */
export type WebhookMode = {
  mode: 'send' | 'hold' | 'drop'
  delayMs: number
  /** How often each event is delivered. */
  times: number
}

const RETRIES_MS = [500, 2_000, 8_000]

/** Signs a body as Stripe does. @param at seconds */
export function signatureOf(body: string | Uint8Array, secret: string, at = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  return `t=${at},v1=${signature}`
}

/** Delivers events to the portal, and repeats those that it does not accept. */
export class WebhookSender {
  readonly setting: WebhookMode = { mode: 'send', delayMs: 0, times: 1 }
  /** Every event so far, whether delivered or not. */
  readonly events: SimulatedEvent[] = []
  readonly #held: SimulatedEvent[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  readonly #secret: string
  readonly #url: () => string

  constructor(secret: string, url: () => string) {
    this.#secret = secret
    this.#url = url
  }

  add(event: SimulatedEvent): void {
    this.events.push(event)
    if (this.setting.mode === 'hold') this.#held.push(event)
    if (this.setting.mode === 'send') this.#start(event)
  }

  /** Delivers the held events, `times` each, in a random order if `shuffled`, and waits until all were delivered. */
  async release({ times = 1, shuffled = false } = {}): Promise<void> {
    const all = Array.from({ length: times }, () => this.#held).flat()
    this.#held.length = 0
    if (shuffled) for (let at = all.length - 1; at > 0; at -= 1) swap(all, at, Math.floor(Math.random() * (at + 1)))
    for (const event of all) this.#start(event)
    await this.settled()
  }

  /** Delivers one event again. */
  async repeat(event: SimulatedEvent): Promise<void> {
    await this.#deliver(event)
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  close(): void {
    this.#stop.abort()
  }

  #start(event: SimulatedEvent): void {
    for (let time = 0; time < this.setting.times; time += 1) {
      const delivery = this.#deliver(event).finally(() => this.#running.delete(delivery))
      this.#running.add(delivery)
    }
  }

  async #deliver({ body }: SimulatedEvent): Promise<void> {
    const { signal } = this.#stop
    for (const waitMs of [this.setting.delayMs, ...RETRIES_MS]) {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, this.#secret) }
      const answer = await fetch(this.#url(), { method: 'POST', headers, body, signal }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.ok) return
    }
  }
}

function swap<T>(all: T[], a: number, b: number): void {
  ;[all[a], all[b]] = [all[b]!, all[a]!]
}
