/** Upper bounds of the latency buckets, in milliseconds. A last bucket has no bound. */
export const LATENCY_BOUNDS_MS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

const BUCKETS = LATENCY_BOUNDS_MS.length + 1

/** What tells the series of one family from each other, such as the function of a call. */
export type Labels = Readonly<Record<string, string>>

type Series = {
  readonly family: string
  readonly labels: Labels
  /** Family and values of the labels. */
  readonly name: string
  count: number
}

/** A count since the start of the process. */
export type Counter = Series

/** Calls since the start of the process, by latency. */
export type Timer = Series & { sumMs: number; readonly buckets: number[] }

/**
 * The counters of this process, in memory. Get a counter once and increment it where something happens: that is an
 * addition. The writer of the per-minute rows and the metrics port read them.
 */
export type Metrics = {
  counter(family: string, labels?: Labels): Counter
  timer(family: string, labels?: Labels): Timer
  /** All counters and timers. */
  all(): Iterable<Counter | Timer>
  /** What was counted since the last result whose `written` was called, without HTTP calls and runs of loops. */
  takeCounted(): { rows: Counted[]; written: () => void }
}

/** The family of HTTP calls by method, route and status: too many series for per-minute rows. */
export const HTTP_CALL = 'http call'

/** The family of calls in which PostgreSQL refused a row of another enterprise account. */
export const ROW_SECURITY_REFUSED = 'row security refused'

/** The family of ended calls of programs, by kind of program and outcome. */
export const PROGRAM_CALL = 'program call'

/** The family of calls of programs that did not fit into the memory of the request log. */
export const PROGRAM_CALL_NOT_LOGGED = 'program call not logged'

/** The family of attempts to deliver webhooks, by outcome. */
export const WEBHOOK_ATTEMPT = 'webhook attempt'

/** The family of attempts to redeem a voucher, by outcome. */
export const VOUCHER_REDEMPTION = 'voucher redemption'

/** The family of the runs of loops, by loop: too many series for per-minute rows. */
export const LOOP_RUN = 'loop run'

/** The family of the runs of loops that failed, by loop. */
export const LOOP_FAILED = 'sweep failed'

/** A difference between two readings; `buckets` only of a timer. */
export type Counted = { name: string; count: number; buckets: number[] | null }

export function openMetrics(): Metrics {
  const series = new Map<string, Counter | Timer>()
  const written = new Map<string, Counted>()
  return {
    counter(family, labels = {}) {
      const name = nameOf(family, labels)
      const known = series.get(name)
      if (known) return known
      const counter = { family, labels, name, count: 0 }
      series.set(name, counter)
      return counter
    },
    timer(family, labels = {}) {
      const name = nameOf(family, labels)
      const known = series.get(name)
      if (known && 'buckets' in known) return known
      if (known) throw new TypeError(`${name} is a counter`)
      const timer = { family, labels, name, count: 0, sumMs: 0, buckets: Array.from({ length: BUCKETS }, () => 0) }
      series.set(name, timer)
      return timer
    },
    all: () => series.values(),
    takeCounted() {
      const stored = [...series.values()].filter(({ family }) => family !== HTTP_CALL && family !== LOOP_RUN)
      const now = stored.map((one): Counted => {
        return { name: one.name, count: one.count, buckets: 'buckets' in one ? [...one.buckets] : null }
      })
      const rows = now.map((one) => differenceOf(one, written.get(one.name))).filter(({ count }) => count > 0)
      return {
        rows,
        written: () => {
          for (const one of now) written.set(one.name, one)
        },
      }
    },
  }
}

const nameOf = (family: string, labels: Labels) => [family, ...Object.values(labels)].join(' ')

function differenceOf({ name, count, buckets }: Counted, before: Counted | undefined): Counted {
  return {
    name,
    count: count - (before?.count ?? 0),
    buckets: buckets?.map((calls, index) => calls - (before?.buckets?.[index] ?? 0)) ?? null,
  }
}

/** Counts a call that took `ms`. */
export function countCall(timer: Timer, ms: number): void {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
  timer.count += 1
  timer.sumMs += ms
  timer.buckets[index === -1 ? BUCKETS - 1 : index]! += 1
}

/**
 * The latency in milliseconds that a share of the calls (0.95) does not exceed, interpolated within its bucket; at most
 * the last bound. Undefined without calls.
 */
export function latencyOf(buckets: readonly number[], share: number): number | undefined {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const wanted = share * total
  let before = 0
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && before + count >= wanted) {
      const low = LATENCY_BOUNDS_MS[index - 1] ?? 0
      const high = LATENCY_BOUNDS_MS[index] ?? low
      return low + (high - low) * ((wanted - before) / count)
    }
    before += count
  }
  return LATENCY_BOUNDS_MS.at(-1)
}
