/** End and ticks of an axis from zero to at least `top`, with about `steps` round steps. */
export function axisFor(top: number, steps = 4): { end: number; ticks: number[] } {
  const rough = Math.max(top, 1) / steps
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((m) => m * magnitude).find((m) => m >= rough && Number.isInteger(m)) ?? rough,
  )
  const end = Math.ceil(Math.max(top, 1) / step) * step
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step)
  return { end, ticks }
}

/** Indexes of at most `max` of `count` labels, evenly spaced and always including the last one. */
export function labelsShown(count: number, max: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / Math.max(1, max)))
  return new Set(Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % every === 0))
}

const DIGIT_PX = 7
const GAP_PX = 8

/** Width in pixels of the labels of a vertical axis, with the gap next to them. */
export function axisWidth(ticks: readonly number[]): number {
  return GAP_PX + DIGIT_PX * Math.max(3, ...ticks.map((tick) => shortNumber(tick).length))
}

const standard = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact' })

/** A number for an axis: "9,900", "12K", "3.4M". */
export function shortNumber(value: number): string {
  return (value < 10_000 ? standard : compact).format(value)
}
