import { readXml } from './xml.ts'

/** Built-in number formats that show a date or a time (ECMA-376, 18.8.30). */
const builtInDates: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** How the cells of a style show a number. */
export type NumberStyle = { isDate: boolean; pad: (digits: string) => string }

const asStored = (digits: string) => digits

/** The styles (`s`) of cells, by their index. */
export async function readNumberStyles(content: AsyncIterable<Buffer>): Promise<NumberStyle[]> {
  const codes = new Map<number, string>()
  const styles: NumberStyle[] = []
  let inCells = false
  await readXml(content, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const format = Number(attributes.numFmtId ?? 0)
      const code = (codes.get(format) ?? '').slice(0, FORMAT_MAX)
      styles.push({ isDate: builtInDates.has(format) || isDateFormat(code), pad: paddingOf(code) })
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Longer formats do not exist in spreadsheets. */
const FORMAT_MAX = 255

/** Texts in quotes, escaped characters, colors and conditions, widths and fillers of a format (ECMA-376, 18.8.31). */
const NOT_PLACEHOLDERS = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./g

/** A format is for dates when it has a date letter that is not quoted, escaped or in brackets. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(NOT_PLACEHOLDERS, ''))
}

/** A text, an escaped character, a bracket, a width or filler, or a single character. */
const FORMAT_TOKEN = /"([^"]*)"|\\(.)|(\[[^\]]*\])|[_*].|(.)/gs

/**
 * The digits of a whole number that its format shows and the cell does not store: zeros for placeholders (`00000000`)
 * and digits of a text before them (`"0"0000000`, `"+44 "0000000000`). A format with a condition, and one that shows
 * something else than the digits (percent, exponent, fraction, decimals, thousands), leaves them as they are stored.
 */
function paddingOf(code: string): NumberStyle['pad'] {
  let prefix = ''
  let placeholders = ''
  for (const [, quoted, escaped, bracket, sign] of code.matchAll(FORMAT_TOKEN)) {
    if (sign === ';') break
    if (bracket && /^\[[<>=]/.test(bracket)) return asStored
    if (sign && /[0#?,]/.test(sign)) placeholders += sign
    else if (sign && !/[\s()+-]/.test(sign)) return asStored
    else if (placeholders === '') prefix += quoted ?? escaped ?? sign ?? ''
  }
  if (placeholders.endsWith(',')) return asStored
  const zeros = placeholders.replace(/[^0]/g, '').length
  const digitsBefore = prefix.replace(/[\s().,/'\u2019-]/g, '')
  const shownBefore = /^\+?\d*$/.test(digitsBefore) ? digitsBefore : ''
  return (digits) => shownBefore + digits.padStart(zeros, '0')
}

/** Significant digits that a spreadsheet stores of a number. */
const DIGITS_MAX = 15
/** Day 0 of the two date systems; the 1900 system counts a 29 February 1900 that did not exist. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/**
 * A number as text: a date as `yyyy-MM-dd HH:mm:ss`; a whole number with the leading zeros that the sheet shows; an
 * integer with more digits than a spreadsheet stores in exponential form (`8.98E+18`), which the rule of the column
 * refuses.
 */
export function numberCell(
  value: string,
  { style, is1904 }: { style: NumberStyle | undefined; is1904: boolean },
): string {
  const { isDate, pad } = style ?? { isDate: false, pad: asStored }
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (isDate && number >= 0 && number < 3_000_000) {
    const at = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(number * 86_400) * 1000
    return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  }
  if (Number.isInteger(number) && Math.abs(number) < 10 ** DIGITS_MAX)
    return number < 0 ? String(number) : pad(String(number))
  return Number.isInteger(number) ? number.toExponential().toUpperCase() : value
}
