/** How a CSV file separates its cells. `head`: its first line, if it only names the separator, with the line break. */
export type CsvDialect = { delimiter: string; head: string }

const DELIMITERS = [',', ';', '\t'] as const

/** A line for spreadsheet programs that names the separator: `sep=;`. */
const SEPARATOR_LINE = /^\uFEFF?(?:sep=([^\w" \r\n])|"sep=([^\w" \r\n])") *(?:\r\n|\r|\n|$)/i

/**
 * The separator that the line `sep=` names, else the one of comma, semicolon and tab that is most frequent in the first
 * line. `start`: the beginning of the text, with at least two lines.
 */
export function csvDialect(start: string): CsvDialect {
  const named = SEPARATOR_LINE.exec(start)
  if (named) return { delimiter: (named[1] ?? named[2])!, head: named[0] }
  const [header = ''] = start.split(/[\r\n]/, 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length)
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))]!, head: '' }
}

const QUOTE = 0x22
const EQUALS = 0x3d
const LINE_BREAKS: readonly number[] = [0x0a, 0x0d]

/**
 * Quotes unquoted cells of the form `="0123"`, by which spreadsheet exports keep digits, as RFC 4180 requires. Other
 * cells stay as they are.
 */
export function quoteTextFormulas(text: Buffer, delimiter: string): Buffer {
  if (!text.includes('="')) return text
  const ends: readonly (number | undefined)[] = [...LINE_BREAKS, delimiter.charCodeAt(0), undefined]
  const pieces: Buffer[] = []
  let copied = 0
  for (let open = text.indexOf(QUOTE); open !== -1; ) {
    const close = text.indexOf(QUOTE, open + 1)
    if (close === -1) break
    const isFormula = text[open - 1] === EQUALS && ends.includes(text[open - 2]) && ends.includes(text[close + 1])
    const content = text.subarray(open + 1, close)
    if (isFormula && !LINE_BREAKS.some((byte) => content.includes(byte))) {
      pieces.push(text.subarray(copied, open - 1), Buffer.from('"=""'), content, Buffer.from('"""'))
      copied = close + 1
    }
    open = text.indexOf(QUOTE, close + 1)
  }
  return Buffer.concat([...pieces, text.subarray(copied)])
}

const TEXT_FORMULA = /^="(.*)"$/s

/** A sign that begins a formula in a spreadsheet (Apple Numbers also takes full-width signs), after apostrophes or not. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * The text of a cell of a CSV file without what spreadsheets and our own files add so that it stays text: `="..."`, and
 * an apostrophe before a sign that begins a formula. The inverse of `escapedCell`.
 */
export function plainCell(cell: string): string {
  const text = TEXT_FORMULA.exec(cell)?.[1]
  if (text !== undefined) return text.replaceAll('""', '"')
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** Adds an apostrophe to a cell that a spreadsheet would read as a formula (OWASP, CSV injection). */
export const escapedCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)
