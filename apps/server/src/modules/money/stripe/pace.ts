const SECOND_MS = 1000

export type Pace = { perSecond: number; atOnce: number }

/**
 * Starts at most `perSecond` calls in any second, and has at most `atOnce` running. The others wait in order.
 * @param now milliseconds of a clock that never goes back
 */
export function openPace({ perSecond, atOnce }: Pace, now = () => performance.now()) {
  const waiting: (() => void)[] = []
  let starts: number[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const admit = () => {
    starts = starts.filter((start) => now() - start < SECOND_MS)
    while (waiting.length > 0 && running < atOnce && starts.length < perSecond) {
      running += 1
      starts.push(now())
      waiting.shift()?.()
    }
    const oldest = starts[0]
    if (waiting.length === 0 || running >= atOnce || timer || oldest === undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        admit()
      },
      SECOND_MS - (now() - oldest),
    )
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      waiting.push(start)
      admit()
    })
    try {
      return await work()
    } finally {
      running -= 1
      admit()
    }
  }
}
