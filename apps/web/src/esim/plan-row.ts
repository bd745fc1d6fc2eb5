import { isIccid } from '@simwright/ids'

/** A line of a plan, as the API takes it. */
export type PlanRow = { email: string | null; iccid?: string; at?: string; timeZone?: string; language?: string }

const TIME = /\b(\d{4}-\d{2}-\d{2})[T ,;\t]+(\d{2}:\d{2})(?::\d{2})?\b/
const ZONE = /^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+|[+-]\d{2}:\d{2})$/
const LANGUAGE = /^[a-z]{2}$/i

/**
 * Parses lines with an address, and the ICCID, date and time, time zone and language of the recipient in any order. The
 * server checks the values. `fault` is the first line with something else, from 1; a header is skipped.
 */
export function planRowsIn(text: string): { rows: PlanRow[]; fault: number | undefined } {
  const rows: PlanRow[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const time = TIME.exec(line)
    const rest = time ? line.replace(time[0], ' ') : line
    const joined = rest.replace(/(?<=[0-9]) (?=[0-9]+F{0,2}\b)/gi, '')
    const words = joined
      .split(/[,;\t ]+/)
      .map(unquoted)
      .filter((word) => word !== '')
    if (words.length === 0 && !time) continue
    const row = rowOf(words)
    if (row) rows.push(time ? { ...row, at: `${time[1]}T${time[2]}` } : row)
    else if (index > 0 || line.includes('@')) return { rows: [], fault: index + 1 }
  }
  return { rows, fault: undefined }
}

const unquoted = (word: string) => word.replace(/^"|"$/g, '')

/** Undefined when there is an unknown word, or neither an address nor an ICCID. */
function rowOf(words: readonly string[]): PlanRow | undefined {
  const row: PlanRow = { email: null }
  for (const word of words)
    if (word.includes('@') && row.email === null) row.email = word
    else if (isIccid(word) && row.iccid === undefined) row.iccid = word
    else if (ZONE.test(word) && row.timeZone === undefined) row.timeZone = word
    else if (LANGUAGE.test(word) && row.language === undefined) row.language = word
    else return undefined
  return row.email === null && row.iccid === undefined ? undefined : row
}
