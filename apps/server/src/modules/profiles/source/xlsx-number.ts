import { readXml } from './xml.ts'

/** Built-in number formats that show a date or a time (ECMA-376, 18.8.30). */
const builtInDates: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** The cell styles (`s`) that format a number as a date. */
export async function readDateStyles(content: AsyncIterable<Buffer>): Promise<Set<number>> {
  const ownDates = new Set<number>()
  const styles = new Set<number>()
  let inCells = false
  let count = 0
  await readXml(content, {
    open: (name, attributes) => {
      if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) ownDates.add(Number(attributes.numFmtId))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const format = Number(attributes.numFmtId ?? 0)
      if (builtInDates.has(format) || ownDates.has(format)) styles.add(count)
      count += 1
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** A format is for dates when it has a date letter that is not quoted, escaped or in brackets. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
}

/** Significant digits that a spreadsheet stores of a number. */
const DIGITS_MAX = 15
/** Day 0 of the two date systems; the 1900 system counts a 29 February 1900 that did not exist. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/**
 * A number as text: a date as `yyyy-MM-dd HH:mm:ss`; an integer with more digits than a spreadsheet stores in
 * exponential form (`8.98E+18`), which the rule of the column refuses.
 */
export function numberCell(value: string, { isDate, is1904 }: { isDate: boolean; is1904: boolean }): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (isDate && number >= 0 && number < 3_000_000) {
    const at = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(number * 86_400) * 1000
    return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  }
  if (Number.isInteger(number) && Math.abs(number) < 10 ** DIGITS_MAX) return String(number)
  return Number.isInteger(number) ? number.toExponential().toUpperCase() : value
}
