import { readFileSync } from 'node:fs'

/** Ticks of all processors so far, by state (Linux, proc(5)); the last is time taken by the machine's host. */
function ticks(): number[] {
  try {
    return readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/).slice(1, 9).map(Number)
  } catch {
    return []
  }
}

/** Returns a function that returns the share of processor time that the machine's host has taken since. */
export function watchStolen(): () => string {
  const before = ticks()
  return () => {
    const spent = ticks().map((now, place) => now - before[place]!)
    const all = spent.reduce((sum, one) => sum + one, 0)
    return all > 0 ? `${Math.round((100 * spent.at(-1)!) / all)} %` : 'an unknown share'
  }
}

export type Times = {
  /** Undisturbed measurements, in ms. */
  kept: number[]
  /** Measurements during which the machine's host took processor time; they were repeated. */
  disturbed: number[]
}

/** Measures `count` times; repeats disturbed measurements, at most as often again. */
export async function measure(rounds: number, once: (round: number) => Promise<number>): Promise<Times> {
  const kept: number[] = []
  const disturbed: number[] = []
  while (kept.length < rounds) {
    const before = ticks().at(-1)
    const ms = await once(kept.length)
    if (ticks().at(-1) !== before && disturbed.length < rounds) disturbed.push(ms)
    else kept.push(ms)
  }
  return { kept, disturbed }
}
