/** One of several followers of a key. */
export type Follower<T> = {
  /** The value, which another follower of the key may have read within the interval. */
  read(work: () => Promise<T>): Promise<T>
  /** How long to wait before the next read. */
  intervalMs(): number
  end(): void
}

type Followed<T> = { followers: number; readAtMs: number; reading: Promise<T> | undefined }

export type SharedReads<T> = {
  /** @returns undefined when the key has as many followers as it may have */
  follow(key: string): Follower<T> | undefined
}

type Options = {
  /** Between two reads of a key while few keys are followed. */
  intervalMs: number
  /** Of all keys together: with more keys, each is read less often. */
  readsPerSecond: number
  followersPerKey: number
  nowMs: () => number
}

/** Reads of values that many follow: each key is read once for all its followers, and all keys within a fixed rate. */
export function openSharedReads<T>(options: Options): SharedReads<T> {
  const { readsPerSecond, followersPerKey, nowMs } = options
  const keys = new Map<string, Followed<T>>()
  const intervalMs = () => Math.max(options.intervalMs, (keys.size / readsPerSecond) * 1000)
  return {
    follow(key) {
      const followed = keys.get(key) ?? { followers: 0, readAtMs: Number.NEGATIVE_INFINITY, reading: undefined }
      if (followed.followers >= followersPerKey) return undefined
      followed.followers += 1
      keys.set(key, followed)
      return {
        read: async (work) => {
          const isOld = nowMs() - followed.readAtMs >= intervalMs()
          if (isOld || !followed.reading) {
            followed.readAtMs = nowMs()
            followed.reading = work()
          }
          return await followed.reading
        },
        intervalMs,
        end: () => {
          followed.followers -= 1
          if (followed.followers === 0) keys.delete(key)
        },
      }
    },
  }
}
