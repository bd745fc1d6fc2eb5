import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirectoryInUse, type DataDirectoryLock } from './data-directory-lock.ts'
import { OtherPort, type Report } from './postmaster.ts'

export type Supervised = {
  lock: DataDirectoryLock
  /** Makes sure that PostgreSQL runs; restarts it if it died. */
  restart: (signal: AbortSignal) => Promise<void>
  relock: () => Promise<DataDirectoryLock>
  report: Report
  /** Called once when another server has taken the data directory: this server must stop. */
  onLost: (reason: Error) => void
}

export type Supervisor = {
  /** Whether another server has taken the data directory. */
  isLost(): boolean
  /** Ends the supervision; the lock is held until `release`. */
  stop(): Promise<void>
  release(): Promise<void>
}

const FIRST_PAUSE_MS = 50
/** Short, so that the lock is taken again within seconds after PostgreSQL accepts connections. */
const LONGEST_PAUSE_MS = 1_000

/**
 * Watches the session that holds the lock of the data directory. It ends when PostgreSQL dies; then PostgreSQL is
 * restarted, with growing pauses between failed attempts, and the lock is taken again.
 */
export function supervise({ lock, restart, relock, report, onLost }: Supervised): Supervisor {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let current: DataDirectoryLock | undefined = lock
  let lost = false

  async function recover(): Promise<DataDirectoryLock | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        await restart(signal)
        return signal.aborted ? undefined : await relock()
      } catch (error) {
        if (error instanceof DataDirectoryInUse || error instanceof OtherPort) throw error
        if (pauseMs >= LONGEST_PAUSE_MS) report(`The database is not back yet: ${(error as Error).message}`)
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  async function watch(): Promise<void> {
    while (!signal.aborted && current) {
      await Promise.race([current.ended, stopped])
      if (signal.aborted) return
      const since = performance.now()
      current = undefined
      current = await recover()
      if (current) report(`The database is back after ${Math.round(performance.now() - since)} ms`)
    }
  }

  const watching = watch().catch((error: Error) => {
    lost = true
    onLost(error)
  })
  return {
    isLost: () => lost,
    stop: async () => {
      stopping.abort()
      await watching
    },
    release: async () => await current?.release(),
  }
}
