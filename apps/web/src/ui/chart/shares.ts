/** A percentage in tenths or whole numbers, as text without the sign. */
export type Shares = readonly string[]

/**
 * The shares of counts in percent, which add up to exactly 100 (largest remainder). They are whole numbers, or tenths if a
 * whole number would show a count above zero as 0. A count above zero has at least one tenth.
 */
export function sharesOf(counts: readonly number[]): Shares {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => '0')
  const whole = unitsOf(counts, total, 100)
  if (counts.every((count, i) => count === 0 || whole[i]! > 0)) return whole.map(String)
  const tenths = unitsOf(counts, total, 1000)
  // a positive count that rounds to nothing takes its tenth from the largest share
  for (const [i, count] of counts.entries()) {
    if (count === 0 || tenths[i]! > 0) continue
    tenths[i] = 1
    tenths[tenths.indexOf(Math.max(...tenths))]! -= 1
  }
  return tenths.map((units) => (units / 10).toFixed(1))
}

/** Distributes `units` in proportion to counts: each gets its whole part, the largest remainders get one more. */
function unitsOf(counts: readonly number[], total: number, units: number): number[] {
  const exact = counts.map((count) => (count * units) / total)
  const given = exact.map(Math.floor)
  const left = units - given.reduce((sum, unit) => sum + unit, 0)
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - given[i]! }))
    .sort((a, b) => b.remainder - a.remainder || counts[b.i]! - counts[a.i]!)
  for (const { i } of byRemainder.slice(0, left)) given[i]! += 1
  return given
}
