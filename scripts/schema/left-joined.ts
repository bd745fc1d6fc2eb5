/**
 * The tables on the right side of a left join, whose columns are null where nothing is joined; `any` where the SQL has another
 * outer join, or joins what is no table. A table that the SQL also reads elsewhere counts as joined.
 */
export function leftJoined(sql: string): ReadonlySet<string> | 'any' {
  if (/\b(right|full)\s+(outer\s+)?join\b/i.test(sql)) return 'any'
  const commonTables = new Set(
    [...sql.matchAll(/(?:\bwith(?:\s+recursive)?|,)\s+"?(\w+)"?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(
      ([, name]) => name!,
    ),
  )
  const joined = new Set<string>()
  for (const { index, 0: join } of sql.matchAll(/\bleft\s+(?:outer\s+)?join\s+(?:lateral\s+)?/gi)) {
    const rest = sql.slice(index + join.length)
    const names = rest.startsWith('(') ? namesIn(enclosed(rest)) : [/^"?(\w+)"?/.exec(rest)?.[1] ?? '']
    if (names.some((name) => commonTables.has(name))) return 'any'
    for (const name of names) joined.add(name)
  }
  return joined
}

/** The text to the parenthesis that closes the first one. */
function enclosed(text: string): string {
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return text.slice(0, index)
  }
  return text
}

const namesIn = (sql: string) => [...sql.matchAll(/\w+/g)].map(([name]) => name)
