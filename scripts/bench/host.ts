import { readFileSync } from 'node:fs'

/** Ticks of all processors so far, by what they went into (Linux, proc(5)); the last is what the machine's host took. */
function ticks(): number[] {
  try {
    return readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/).slice(1, 9).map(Number)
  } catch {
    return []
  }
}

/** Which share of the processors the machine's host has taken since. */
export function watchStolen(): () => string {
  const before = ticks()
  return () => {
    const spent = ticks().map((now, place) => now - before[place]!)
    const all = spent.reduce((sum, one) => sum + one, 0)
    return all > 0 ? `${Math.round((100 * spent.at(-1)!) / all)} %` : 'an unknown share'
  }
}

export type Times = {
  /** In ms. */
  kept: number[]
  /** Of what the machine's host took the processor from: they say something of its other guests, and were done again. */
  disturbed: number[]
}

/** Measures so often; what is disturbed is done again, as many times at most. */
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
