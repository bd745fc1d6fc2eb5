/** Round steps for an axis from zero to at least `top`: its end and its ticks. */
export function axisFor(top: number, wanted = 4): { end: number; ticks: number[] } {
  const rough = Math.max(top, 1) / wanted
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((m) => m * magnitude).find((m) => m >= rough && Number.isInteger(m)) ?? rough,
  )
  const end = Math.ceil(Math.max(top, 1) / step) * step
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step)
  return { end, ticks }
}

/** Which of `count` labels fit when at most `most` may stand: evenly spread, the last one always. */
export function labelsShown(count: number, most: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return new Set(Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % every === 0))
}

const DIGIT_PX = 7
const GAP_PX = 8

/** Pixels at the left of a chart that the longest number of its axis takes, with the gap beside it. */
export function roomOfAxis(ticks: readonly number[]): number {
  return GAP_PX + DIGIT_PX * Math.max(3, ...ticks.map((tick) => shortNumber(tick).length))
}

/** "1.2k", "3.4M": for axes. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: value < 10_000 ? 'standard' : 'compact' }).format(value)
}
