const WINDOW_MS = 1_000

/** More than one process serves in a second. */
const MAX_KEYS = 50_000

export type Rate = { isAllowed: boolean; max: number; remaining: number; resetSeconds: number }

/** Counts calls per key and second, in this process. The second begins with the first call. */
export function perSecondLimiter(nowMs: () => number = () => performance.now()): (key: string, max: number) => Rate {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return (key, max) => {
    const at = nowMs()
    if (windows.size > MAX_KEYS) windows.clear()
    const running = windows.get(key)
    const window = running && running.endsAt > at ? running : { endsAt: at + WINDOW_MS, count: 0 }
    window.count += 1
    windows.set(key, window)
    const resetSeconds = Math.ceil((window.endsAt - at) / 1_000)
    return { isAllowed: window.count <= max, max, remaining: Math.max(0, max - window.count), resetSeconds }
  }
}

/** The header fields RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10). */
export const rateHeaders = (policy: string, { max, remaining, resetSeconds }: Rate) => ({
  'ratelimit-policy': `"${policy}";q=${max};w=${WINDOW_MS / 1_000}`,
  ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
})
