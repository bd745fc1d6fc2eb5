/** Two neighbors of the width `pair` share a row; everything else has its own. */
export function rowsOf<T extends { field: { width?: string } }>(shown: readonly T[]): T[][] {
  const rows: T[][] = []
  for (const one of shown) {
    const last = rows.at(-1)
    const isSecond = last?.length === 1 && last[0]?.field.width === 'pair' && one.field.width === 'pair'
    if (isSecond) last.push(one)
    else rows.push([one])
  }
  return rows
}
