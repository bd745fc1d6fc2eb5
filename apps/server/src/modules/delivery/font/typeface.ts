import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Face, type Outline, readWoff2 } from './woff2.ts'

/** The files of the portal's own typeface, each with other letters; the first that has one counts. */
const PARTS = [
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-greek-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-greek-ext-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2'),
] as const

type Letters = { face: Face; glyphs: ReadonlyMap<number, number>; metrics: number }

const read = new Map<string, Letters>()

function lettersOf(part: string): Letters {
  const known = read.get(part)
  if (known) return known
  const face = readWoff2(readFileSync(fileURLToPath(part)))
  const letters = {
    face,
    glyphs: readCmap(face.tables.get('cmap')!),
    metrics: face.tables.get('hhea')!.readUInt16BE(34),
  }
  read.set(part, letters)
  return letters
}

/** A letter as the typeface draws it, in units of {@link unitsPerEm}. */
export type Letter = { outline: Outline; advance: number }

/** Undefined where the typeface has no such letter. */
export function letterOf(codePoint: number): Letter | undefined {
  for (const part of PARTS) {
    const letters = lettersOf(part)
    const glyph = letters.glyphs.get(codePoint)
    if (glyph !== undefined) return drawn(letters, glyph)
  }
  return undefined
}

/** Without the letters that the typeface lacks. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')].filter((letter) => letterOf(letter.codePointAt(0)!) !== undefined).join('')

/** What stands for a letter that is missing. */
export const missingLetter = (): Letter => drawn(lettersOf(PARTS[0]), 0)

function drawn({ face, metrics }: Letters, glyph: number): Letter {
  const hmtx = face.tables.get('hmtx')!
  const advance = hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1))
  return { outline: face.outlines[glyph] ?? [], advance }
}

/** What is the same for all its letters. */
export function typefaceFacts() {
  const { tables } = lettersOf(PARTS[0]).face
  const [head, hhea] = [tables.get('head')!, tables.get('hhea')!]
  return { head, hhea, unitsPerEm: head.readUInt16BE(18), ascent: hhea.readInt16BE(4), descent: hhea.readInt16BE(6) }
}

/** Which glyph a code point has (OpenType, table cmap): formats 4 and 12. */
function readCmap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, glyphs)
    else if (format === 12) readGroups(table, glyphs)
  }
  return glyphs
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const segments = table.readUInt16BE(6) / 2
  const column = (number: number, segment: number) => 14 + (number === 0 ? 0 : 2) + 2 * (number * segments + segment)
  for (let segment = 0; segment < segments; segment += 1) {
    const last = table.readUInt16BE(column(0, segment))
    const first = table.readUInt16BE(column(1, segment))
    const delta = table.readUInt16BE(column(2, segment))
    const place = column(3, segment)
    const offset = table.readUInt16BE(place)
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : table.readUInt16BE(place + offset + 2 * (code - first))
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}

function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const at = 16 + 12 * group
    const [first, last, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)]
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first)
  }
}
