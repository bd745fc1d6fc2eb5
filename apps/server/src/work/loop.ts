import type { RawBuilder } from 'kysely'
import { isUnreachable } from '../db/unreachable.ts'
import type { Logger } from '../runtime/log.ts'
import { countCall, LOOP_FAILED, LOOP_RUN, type Metrics } from '../runtime/metrics.ts'

/** Work that a process repeats. */
export type LoopWork = {
  /** Names the loop in the log and in the metrics. */
  readonly name: string
  /** The time between two runs if nothing wakes the loop. */
  readonly everyMs: number
  /** The least time between two runs, however often the loop is woken. */
  readonly restMs?: number
  /** The longest pause after failures in a row; 30 s by default, 5 s while the database is unreachable. */
  readonly longestBackOffMs?: number
  /** How long after its start the loop runs first if nothing wakes it; 0 by default. */
  readonly firstMs?: number
  /** `signal` is aborted when the loop stops: a run that takes long ends at the next safe point. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** A loop of the server's background work. */
export type BackgroundLoop = LoopWork & {
  /**
   * True if there may be something to do. One statement asks for all loops, once a second and across all enterprise
   * accounts, so each must need few rows of an index. The loop is woken if it is true; `everyMs` is for what it misses.
   *
   * PostgreSQL plans the statement once, without the time. So a condition compares the earliest time of an index
   * (`(select min(ends_at) from ...) <= at`): for `exists (select from ... where ends_at <= at)` it would expect a third of all
   * rows, and read the whole table each second.
   */
  readonly due?: (at: Date) => RawBuilder<boolean>
  /** Called after the last run. */
  readonly end?: () => Promise<unknown>
}

/** The period of a loop that is woken when there is something to do. */
export const SELDOM_MS = 5 * 60_000

export type Loop = {
  /** Ends the pause between two runs. It does not shorten a rest, nor the pause after a failure. */
  wake(): void
  /** Ends the pause, and waits until the current run has ended. */
  stop(): Promise<void>
}

/** Calls `onEnd` after this time. @returns a function that cancels it */
export type Timer = (ms: number, onEnd: () => void) => () => void

export type LoopNeeds = {
  readonly log: Logger
  readonly metrics: Metrics
  /** Replaced by tests. */
  readonly timer?: Timer
}

const FIRST_BACK_OFF_MS = 1_000
const LONGEST_BACK_OFF_MS = 30_000
/** An outage ends for all loops at once, and what waits then begins soon. */
const LONGEST_OUTAGE_PAUSE_MS = 5_000

const systemTimer: Timer = (ms, onEnd) => {
  const timer = setTimeout(onEnd, ms).unref()
  return () => clearTimeout(timer)
}

/**
 * Repeats work until stopped. Its runs never overlap; several loops run side by side. A run that fails is logged and
 * counted, and after each failure in a row the pause doubles.
 */
export function loop(work: LoopWork, { log, metrics, timer = systemTimer }: LoopNeeds): Loop {
  const { name, everyMs, restMs = 0, firstMs = 0 } = work
  const runs = metrics.timer(LOOP_RUN, { loop: name })
  const failures = metrics.counter(LOOP_FAILED, { loop: name })
  const stopping = new AbortController()
  const { signal } = stopping
  const { pause, endPause } = openPauses(timer, signal)
  let isWoken = false
  let isIdle = false

  const idle = async (ms: number) => {
    isIdle = true
    if (!isWoken) await pause(ms)
    isIdle = false
  }

  /** @returns the error of a failed run */
  const runOnce = async (failedBefore: number): Promise<unknown> => {
    const begun = performance.now()
    try {
      await work.run(signal)
    } catch (err) {
      if (signal.aborted) return undefined
      failures.count += 1
      const failed = failedBefore + 1
      log.warn({ err, loop: name, failed, retryMs: backOffMs(work, failed, err) }, 'background work failed')
      return err ?? new Error('background work failed without an error')
    } finally {
      countCall(runs, performance.now() - begun)
    }
    return undefined
  }

  const repeat = async () => {
    if (firstMs > 0) await idle(firstMs)
    for (let failed = 0; !signal.aborted; ) {
      isWoken = false
      const error = await runOnce(failed)
      failed = error === undefined ? 0 : failed + 1
      await pause(error === undefined ? restMs : backOffMs(work, failed, error))
      if (error === undefined) await idle(everyMs - restMs)
    }
  }

  const running = repeat()
  return {
    wake() {
      isWoken = true
      if (isIdle) endPause()
    },
    async stop() {
      stopping.abort()
      endPause()
      await running
    },
  }
}

/** Pauses, one at a time: `endPause` ends the current one. Once the signal is aborted there are none. */
function openPauses(timer: Timer, signal: AbortSignal) {
  let end = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (signal.aborted || ms <= 0) return resolve()
      const cancel = timer(ms, resolve)
      end = () => {
        cancel()
        resolve()
      }
    })
  return { pause, endPause: () => end() }
}

/** The pause after this many failures in a row. */
function backOffMs({ restMs = 0, longestBackOffMs = LONGEST_BACK_OFF_MS }: LoopWork, failed: number, error: unknown) {
  const longestMs = isUnreachable(error) ? Math.min(longestBackOffMs, LONGEST_OUTAGE_PAUSE_MS) : longestBackOffMs
  return Math.max(restMs, Math.min(FIRST_BACK_OFF_MS * 2 ** (failed - 1), longestMs))
}
