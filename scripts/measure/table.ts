import type { Figure } from './figures.ts'

/** The figures of one checkout. */
type Column = { title: string; figures: readonly Figure[] }

/** Longer values, such as lists of names, are below the table. */
const LONGEST_CELL = 24

/**
 * A Markdown table with a column for each checkout; a figure that a checkout lacks is `-`. Values that are too long for a
 * cell follow as lines.
 */
export function tableLines(columns: readonly Column[]): string[] {
  const names = [...new Set(columns.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  const all = names.map((name) => [
    name,
    ...columns.map(({ figures }) => figures.find((one) => one.name === name)?.value ?? '-'),
  ])
  const isLong = (row: readonly string[]) => row.slice(1).some((cell) => cell.length > LONGEST_CELL)
  const rows = all.filter((row) => !isLong(row))
  const long = all
    .filter(isLong)
    .flatMap(([name, ...cells]) => cells.map((cell, at) => `${name} (${columns[at]!.title}): ${cell}`))
  const table = [['figure', ...columns.map(({ title }) => title)], ...rows]
  const widths = table[0]!.map((_, at) => Math.max(...table.map((row) => row[at]!.length)))
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [lineOf(table[0]!), rule, ...table.slice(1).map(lineOf), ...(long.length > 0 ? ['', ...long] : [])]
}
