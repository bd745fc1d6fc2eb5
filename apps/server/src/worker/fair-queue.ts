import { Problem } from '@simwright/contract'
import type { Task } from './task.ts'

/** Tasks at a time: of all tenants, and of one. */
export const SLOTS = 3
const SLOTS_OF_ONE = 2
/** Long tasks at a time: one slot is left to short ones. */
const LONG_SLOTS = SLOTS - 1
const LONG_SLOTS_OF_ONE = 1

/** Tasks that wait: of all tenants, and of one. */
const WAITING_MAX = 1_000
const WAITING_MAX_OF_ONE = 100

/** How long a task waits for its turn at most. */
const WAIT_LIMIT_MS: Readonly<Record<Length, number>> = { short: 60_000, long: 300_000 }

type Length = Task<never, never>['length']

export type Turn = { tenant: string; length: Length }
type Waiting = Turn & { begin: () => void }

/** A fair queue: the tenant that was served longest ago is next. */
export class FairQueue {
  readonly #running = new Set<Turn>()
  /** In the order in which the tenants are served. */
  readonly #waiting = new Map<string, Waiting[]>()

  /** @throws Problem `busy` when too much work waits, and when the turn does not come in time */
  async inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const running = await this.#wait(turn)
    try {
      return await work()
    } finally {
      this.#running.delete(running)
      this.#admit()
    }
  }

  counts(): { running: number; waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return { running: this.#running.size, waiting }
  }

  async #wait({ tenant, length }: Turn): Promise<Turn> {
    const own = this.#waiting.get(tenant) ?? []
    if (own.length >= WAITING_MAX_OF_ONE || this.counts().waiting >= WAITING_MAX) throw new Problem('busy')
    const begin = Promise.withResolvers<void>()
    const waiting: Waiting = { tenant, length, begin: begin.resolve }
    this.#waiting.set(tenant, [...own, waiting])
    const timer = setTimeout(() => {
      this.#leave(waiting)
      begin.reject(new Problem('busy'))
    }, WAIT_LIMIT_MS[length])
    this.#admit()
    try {
      await begin.promise
      return waiting
    } finally {
      clearTimeout(timer)
    }
  }

  #leave(waiting: Waiting): void {
    const others = this.#waiting.get(waiting.tenant)?.filter((one) => one !== waiting) ?? []
    if (others.length > 0) this.#waiting.set(waiting.tenant, others)
    else this.#waiting.delete(waiting.tenant)
  }

  #admit(): void {
    for (const next of [...this.#waiting.values()].map((own) => own.find((one) => this.#mayRun(one)))) {
      if (!next || !this.#mayRun(next)) continue
      this.#leave(next)
      const others = this.#waiting.get(next.tenant)
      // served now, so the tenant is last from now on
      this.#waiting.delete(next.tenant)
      if (others) this.#waiting.set(next.tenant, others)
      this.#running.add(next)
      next.begin()
      this.#admit()
      return
    }
  }

  #mayRun({ tenant, length }: Turn): boolean {
    const own = [...this.#running].filter((one) => one.tenant === tenant)
    if (this.#running.size >= SLOTS || own.length >= SLOTS_OF_ONE) return false
    return length === 'short' || (count(this.#running) < LONG_SLOTS && count(own) < LONG_SLOTS_OF_ONE)
  }
}

const count = (turns: Iterable<Turn>) => [...turns].filter(({ length }) => length === 'long').length
