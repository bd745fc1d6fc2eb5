/** All ids from one to the other, both included, in the order of the list; only the second when the first is not there. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [one, other] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (one < 0 || other < 0) return [to]
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** What is ticked after a range is ticked, or unticked: ticks on other pages stay. */
export function tickedWith(ticked: readonly string[], range: readonly string[], how: 'tick' | 'untick'): string[] {
  const others = ticked.filter((id) => !range.includes(id))
  return how === 'tick' ? [...others, ...range] : others
}
