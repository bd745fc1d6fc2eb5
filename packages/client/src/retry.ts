import { SimwrightError } from './error.ts'

/** When a call is repeated. Times in milliseconds. */
export type RetryRule = { readonly retries: number; readonly firstMs: number; readonly mostMs: number }

export const DEFAULT_RETRY: RetryRule = { retries: 4, firstMs: 250, mostMs: 8_000 }

/** The longest wait that the portal can ask for; after a longer one the call fails. */
const RETRY_AFTER_MOST_MS = 60_000

export type RetriedCall = {
  /** Whether a repetition cannot do the work twice. */
  isRepeatable: boolean
  rule: RetryRule
  signal: AbortSignal | undefined
}

/** Runs the attempts of a call. A refusal because of too many calls is repeated for every call: it did nothing. */
export async function withRetries<T>(call: RetriedCall, attempt: () => Promise<T>): Promise<T> {
  const { isRepeatable, rule, signal } = call
  let wasLost = false
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SimwrightError) || error.kind === 'aborted') throw error
      const isLost = mayHaveRun(error)
      error.outcomeUnknown = isLost && !isRepeatable
      const isWorthIt = error.status === 429 || (isRepeatable && (isLost || (wasLost && stillRuns(error))))
      if (!isWorthIt || failed >= rule.retries || (error.retryAfterMs ?? 0) > RETRY_AFTER_MOST_MS) throw error
      wasLost ||= isLost
      await pause(Math.max(error.retryAfterMs ?? 0, backoffMs(rule, failed)), { signal, error })
    }
  }
}

/** No answer of the portal, or one that says that it failed. */
const mayHaveRun = ({ kind, status = 0 }: SimwrightError) => kind !== 'refused' || status >= 500

/** The first attempt, whose answer was lost, still runs. */
const stillRuns = ({ problem }: SimwrightError) => problem === 'conflict'

/** Doubles with each attempt. The random half keeps clients that failed together from returning together. */
const backoffMs = ({ firstMs, mostMs }: RetryRule, failed: number) => {
  const longest = Math.min(mostMs, firstMs * 2 ** failed)
  return longest / 2 + (Math.random() * longest) / 2
}

async function pause(ms: number, { signal, error }: { signal: AbortSignal | undefined; error: SimwrightError }) {
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      const { requestId } = error
      reject(new SimwrightError('The call was aborted.', { kind: 'aborted', requestId, cause: signal?.reason }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
