/** What a change does to the source. */
export const CHANGE_KINDS = [
  'condition inverted',
  'condition never true',
  'operand dropped',
  'limit moved',
  'comparison moved',
  'operator changed',
  'boolean flipped',
  'where clause dropped',
  'statement dropped',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** A change of one line: `[start, end)` of the file, in UTF-16 units, becomes `text`. */
export type Change = {
  file: string
  /** Counted from 1. */
  line: number
  kind: ChangeKind
  start: number
  end: number
  text: string
  /** Whether the line runs when its module is loaded, not when a function is called. */
  atLoad: boolean
}

/** The source with a change made. */
export function applyChange(source: string, { start, end, text }: Pick<Change, 'start' | 'end' | 'text'>): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** `nth`: how many earlier lines of the file are equal. */
export type ChangedLine = { before: string; after: string; nth: number }

/** The line of a change before and after it. */
export function beforeAfter(source: string, change: Change): ChangedLine {
  const from = source.lastIndexOf('\n', change.start - 1) + 1
  const to = source.indexOf('\n', change.end)
  const line = source.slice(from, to < 0 ? undefined : to)
  const edit = { start: change.start - from, end: change.end - from, text: change.text }
  const earlier = source.slice(0, Math.max(from - 1, 0)).split('\n')
  const nth = earlier.filter((one) => one.trim() === line.trim()).length
  return { before: line.trim(), after: applyChange(line, edit).trim(), nth }
}
