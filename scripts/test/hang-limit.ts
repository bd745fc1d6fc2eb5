const MS_PER_SECOND = 1_000

/** `TEST_HANG_SECONDS=10 npm test -- PATH` lets what is broken fail sooner, on a machine with nothing else to do. */
const seconds = Number(process.env.TEST_HANG_SECONDS ?? 300)

/**
 * How long a test may wait for one thing, by runner. The limit is for what hangs: a busy machine is many times slower
 * than an idle one, and a limit that it can reach makes a test fail without a fault. `npm run check` finds shorter ones.
 */
export const HANG_MS = { vitest: seconds * MS_PER_SECOND, playwright: seconds * MS_PER_SECOND } as const

/** A test waits for many things; its own limit is longer, so that what hangs is named. */
export const TEST_MS = { vitest: 3 * HANG_MS.vitest, playwright: 6 * HANG_MS.playwright } as const
