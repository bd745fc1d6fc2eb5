const WINDOW_MS = 60_000
const MAX_KEYS = 50_000

/** Counts calls per key and minute, in this process. The returned function is false for calls beyond the limit. */
export function perMinuteLimiter(limit: number): (key: string) => boolean {
  let counts = new Map<string, number>()
  let windowStart = performance.now()
  return (key) => {
    const at = performance.now()
    if (at - windowStart > WINDOW_MS || counts.size > MAX_KEYS) {
      counts = new Map()
      windowStart = at
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= limit
  }
}
