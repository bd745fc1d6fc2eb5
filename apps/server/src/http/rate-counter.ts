const WINDOW_MS = 60_000
const ADDRESSES_AT_MOST = 50_000

/** Whether an address may call once more in this minute, in this process. */
export function tallyPerMinute(limit: number): (address: string) => boolean {
  let tally = new Map<string, number>()
  let windowStart = performance.now()
  return (address) => {
    const at = performance.now()
    if (at - windowStart > WINDOW_MS || tally.size > ADDRESSES_AT_MOST) {
      tally = new Map()
      windowStart = at
    }
    const count = (tally.get(address) ?? 0) + 1
    tally.set(address, count)
    return count <= limit
  }
}
