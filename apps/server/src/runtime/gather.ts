/** Does the work of several calls at once. @returns the outcome of each, in their order */
export type GatheredWork<I, O> = (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>

type Waiting<I, O> = { item: I } & PromiseWithResolvers<O>
type Lane<I, O> = { running: number; waiting: Waiting<I, O>[] }

/**
 * Gathers calls with the same key: one that comes while `atOnce` works of its key run waits, and the next work takes up to
 * `max` of those that wait. A call that finds none running starts at once, so nothing waits for company. A work never
 * takes a call that came after it began.
 */
export function gather<I, O>(
  work: GatheredWork<I, O>,
  { atOnce, max }: { atOnce: number; max: number },
): (key: string, item: I) => Promise<O> {
  const lanes = new Map<string, Lane<I, O>>()
  const run = async (key: string, lane: Lane<I, O>) => {
    const taken = lane.waiting.splice(0, max)
    lane.running += 1
    try {
      const outcomes = await work(taken.map(({ item }) => item))
      taken.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!
        if (outcome.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome.reason)
      })
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    lane.running -= 1
    if (lane.waiting.length > 0) void run(key, lane)
    else if (lane.running === 0) lanes.delete(key)
  }
  return (key, item) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    const waiting = { item, ...Promise.withResolvers<O>() }
    lane.waiting.push(waiting)
    if (lane.running < atOnce) void run(key, lane)
    return waiting.promise
  }
}
