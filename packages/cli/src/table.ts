import { printable } from './terminal.ts'

export type Cell = string | number | null | undefined

/** Rows under their headers, as wide as their longest value. */
export function tableText(headers: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => printable(String(cell ?? '–')).replaceAll('\n', ' ')))
  const widths = headers.map((header, at) => Math.max(header.length, ...texts.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd()
  return [headers, ...texts].map(line).join('\n')
}

/** Names and values, one pair a line. */
export function factsText(facts: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value ?? '–'))}`).join('\n')
}
