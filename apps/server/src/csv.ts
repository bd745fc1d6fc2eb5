import { stringify } from 'csv-stringify/sync'

/**
 * Lines of CSV (RFC 4180) that a spreadsheet takes for data: a cell that would begin a formula gets an apostrophe in front
 * (OWASP, CSV injection).
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}
