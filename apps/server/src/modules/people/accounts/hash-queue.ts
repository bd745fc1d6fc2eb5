import { availableParallelism } from 'node:os'
import { Problem } from '@simwright/contract'

/**
 * Threads of libuv's pool by default; UV_THREADPOOL_SIZE is not read. Hashing shares them with file access, DNS, compression
 * and asynchronous cryptography.
 */
const POOL_THREADS = 4

/** One thread stays free, and more hashes than cores would only slow each other down. */
const CONCURRENT_MAX = Math.max(1, Math.min(POOL_THREADS - 1, availableParallelism()))

/** Hashes that wait: at about 25 ms each, the last one starts after a second or two. */
const WAITING_MAX = 100

/** Who waits for a hash: a device that has signed in to the account before, or a signed-in user, is served first. */
export type HashPriority = 'known' | 'unknown'

type Limits = { concurrentMax: number; waitingMax: number }

/**
 * Opens a queue for work on the thread pool. Work of `known` starts before waiting work of `unknown`; when the queue is
 * full, an `unknown` gives up its slot to a `known`.
 */
export function openHashQueue({ concurrentMax, waitingMax }: Limits) {
  const waiting: Record<HashPriority, PromiseWithResolvers<void>[]> = { known: [], unknown: [] }
  let running = 0
  const enter = async (priority: HashPriority) => {
    if (running < concurrentMax) {
      running += 1
      return
    }
    if (waiting.known.length + waiting.unknown.length >= waitingMax) {
      const displaced = priority === 'known' ? waiting.unknown.pop() : undefined
      if (!displaced) throw new Problem('busy')
      displaced.reject(new Problem('busy'))
    }
    const turn = Promise.withResolvers<void>()
    waiting[priority].push(turn)
    await turn.promise
  }
  // the turn of one that ends passes to the next
  const leave = () => {
    const next = waiting.known.shift() ?? waiting.unknown.shift()
    if (next) next.resolve()
    else running -= 1
  }
  /** Runs the work when it has a turn. @throws Problem busy when too many wait */
  return async <T>(priority: HashPriority, work: () => Promise<T>): Promise<T> => {
    await enter(priority)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** The queue of this process, whose thread pool all servers in it share. */
export const inHashQueue = openHashQueue({ concurrentMax: CONCURRENT_MAX, waitingMax: WAITING_MAX })
