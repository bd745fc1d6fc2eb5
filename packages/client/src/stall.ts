/** A signal that aborts when `restart` was not called for `ms`; `end` stops it. */
export function stallSignal(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const stalled = new AbortController()
  const arm = () => setTimeout(() => stalled.abort(), ms)
  let timer = arm()
  const end = () => clearTimeout(timer)
  return {
    signal: stalled.signal,
    restart: () => {
      end()
      timer = arm()
    },
    end,
  }
}
