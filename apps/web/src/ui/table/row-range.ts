/** All ids between `from` and `to`, both included, in list order; only `to` if `from` is not in the list. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [one, other] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (one < 0 || other < 0) return [to]
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The ticked ids after ticking or unticking a range; ticks outside the range stay. */
export function tickedWith(ticked: readonly string[], range: readonly string[], how: 'tick' | 'untick'): string[] {
  const others = ticked.filter((id) => !range.includes(id))
  return how === 'tick' ? [...others, ...range] : others
}
