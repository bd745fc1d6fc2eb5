type Named = { id: string }

/** Sorts the columns by the chosen order; columns that it does not name keep their positions. */
export function orderedBy<Column extends Named>(
  columns: readonly Column[],
  order: readonly string[] | undefined,
): readonly Column[] {
  if (order === undefined) return columns
  const named = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  let next = 0
  return columns.map((column) => (order.includes(column.id) ? named[next++]! : column))
}

/** The order after moving a column past `neighbor`, the next visible column in either direction. */
export function movedPast(ids: readonly string[], id: string, neighbor: string): string[] {
  const others = ids.filter((one) => one !== id)
  const isDown = ids.indexOf(id) < ids.indexOf(neighbor)
  others.splice(others.indexOf(neighbor) + (isDown ? 1 : 0), 0, id)
  return others
}
