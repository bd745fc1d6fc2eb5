import { brotliDecompressSync } from 'node:zlib'
import { Reader } from './reader.ts'

/** A point of an outline; those that are not on it bend it (quadratic curves). */
export type Point = { x: number; y: number; on: boolean }

/** The contours of a glyph; none for a blank. */
export type Outline = readonly (readonly Point[])[]

/** What of a font is needed to draw with it. */
export type Face = {
  tables: ReadonlyMap<string, Buffer>
  outlines: readonly Outline[]
}

/** The tags that the directory names by their number (WOFF2, 4.1), as far as they come in a font with outlines. */
const KNOWN_TAGS: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  4: 'maxp',
  10: 'glyf',
  11: 'loca',
}
const HEADER_BYTES = 48
const SIGNATURE = 0x774f4632

/** Reads a WOFF2 file (W3C WOFF File Format 2.0) whose glyphs are TrueType outlines. @throws TypeError for another */
export function readWoff2(file: Buffer): Face {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new TypeError('this is no WOFF2 file')
  const directory = new Reader(file, HEADER_BYTES)
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => readEntry(directory))
  const data = brotliDecompressSync(file.subarray(directory.at, directory.at + file.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let at = 0
  for (const { tag, length } of entries) {
    tables.set(tag, data.subarray(at, at + length))
    at += length
  }
  const glyf = tables.get('glyf')
  if (!glyf || !entries.some(({ tag, isTransformed }) => tag === 'glyf' && isTransformed))
    throw new TypeError('this font has no transformed outlines')
  return { tables, outlines: readOutlines(glyf) }
}

function readEntry(directory: Reader): { tag: string; length: number; isTransformed: boolean } {
  const flags = directory.u8()
  const number = flags & 0x3f
  const tag = number === 0x3f ? directory.bytes(4).toString('latin1') : (KNOWN_TAGS[number] ?? `table ${number}`)
  const isOutline = tag === 'glyf' || tag === 'loca'
  const isTransformed = isOutline ? flags >> 6 === 0 : flags >> 6 !== 0
  const plain = directory.base128()
  return { tag, length: isTransformed ? directory.base128() : plain, isTransformed }
}

/** The streams of a transformed table `glyf` (WOFF2, 5.1). */
type Streams = { contours: Reader; points: Reader; flags: Reader; glyphs: Reader; composites: Reader }

type Component = { glyph: number; place: (point: Point) => Point }

function readOutlines(glyf: Buffer): Outline[] {
  const head = new Reader(glyf, 4)
  const count = head.u16()
  head.u16()
  const sizes = Array.from({ length: 7 }, () => head.u32())
  let at = head.at
  const [contours, points, flags, glyphs, composites] = sizes.map((size) => {
    at += size
    return new Reader(glyf, at - size)
  }) as [Reader, Reader, Reader, Reader, Reader]
  const streams = { contours, points, flags, glyphs, composites }
  const read = Array.from({ length: count }, () => readGlyph(streams))
  const resolve = (glyph: Outline | Component[]): Outline =>
    isComposite(glyph)
      ? glyph.flatMap(({ glyph: index, place }) => resolve(read[index] ?? []).map((contour) => contour.map(place)))
      : glyph
  return read.map(resolve)
}

const isComposite = (glyph: Outline | Component[]): glyph is Component[] => glyph.length > 0 && !Array.isArray(glyph[0])

function readGlyph(streams: Streams): Outline | Component[] {
  const contours = streams.contours.i16()
  if (contours === 0) return []
  if (contours < 0) return readComponents(streams)
  const lengths = Array.from({ length: contours }, () => streams.points.short255())
  let [x, y] = [0, 0]
  const outline = lengths.map((length) =>
    Array.from({ length }, () => {
      const { dx, dy, on } = readStep(streams)
      x += dx
      y += dy
      return { x, y, on }
    }),
  )
  // what a rasterizer would run
  streams.glyphs.short255()
  return outline
}

/** One step of an outline: a flag and up to four bytes (WOFF2, 5.2). */
function readStep({ flags, glyphs }: Streams): { dx: number; dy: number; on: boolean } {
  const flag = flags.u8()
  const on = flag >> 7 === 0
  const kind = flag & 0x7f
  const signed = (sign: number, value: number) => ((sign & 1) === 1 ? value : -value)
  if (kind < 10) return { dx: 0, dy: signed(kind, ((kind & 14) << 7) + glyphs.u8()), on }
  if (kind < 20) return { dx: signed(kind, (((kind - 10) & 14) << 7) + glyphs.u8()), dy: 0, on }
  if (kind < 84) {
    const base = kind - 20
    const byte = glyphs.u8()
    const dx = signed(kind, 1 + (base & 0x30) + (byte >> 4))
    return { dx, dy: signed(kind >> 1, 1 + ((base & 0x0c) << 2) + (byte & 0x0f)), on }
  }
  if (kind < 120) {
    const base = kind - 84
    const dx = signed(kind, 1 + (Math.floor(base / 12) << 8) + glyphs.u8())
    return { dx, dy: signed(kind >> 1, 1 + (((base % 12) >> 2) << 8) + glyphs.u8()), on }
  }
  if (kind < 124) {
    const [first, second, third] = glyphs.bytes(3) as unknown as [number, number, number]
    const dx = signed(kind, (first << 4) + (second >> 4))
    return { dx, dy: signed(kind >> 1, ((second & 0x0f) << 8) + third), on }
  }
  const dx = signed(kind, glyphs.u16())
  return { dx, dy: signed(kind >> 1, glyphs.u16()), on }
}

/** Flags of a part of a composite glyph (OpenType, table glyf). */
const WORDS = 0x1
const OFFSETS = 0x2
const SCALE = 0x8
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80
const INSTRUCTIONS = 0x100

function readComponents({ composites, glyphs }: Streams): Component[] {
  const components: Component[] = []
  let hasInstructions = false
  for (let flags = MORE; flags & MORE; ) {
    flags = composites.u16()
    const glyph = composites.u16()
    const [x, y] = flags & WORDS ? [composites.i16(), composites.i16()] : [composites.i8(), composites.i8()]
    const [xx, xy, yx, yy] = readMatrix(composites, flags)
    const [dx, dy] = flags & OFFSETS ? [x, y] : [0, 0]
    const place = (point: Point) => ({
      x: Math.round(point.x * xx + point.y * yx + dx),
      y: Math.round(point.x * xy + point.y * yy + dy),
      on: point.on,
    })
    components.push({ glyph, place })
    hasInstructions ||= (flags & INSTRUCTIONS) !== 0
  }
  if (hasInstructions) glyphs.short255()
  return components
}

/** Numbers with 14 bits behind the point. */
function readMatrix(composites: Reader, flags: number): [number, number, number, number] {
  const next = () => composites.i16() / 0x4000
  if (flags & SCALE) {
    const scale = next()
    return [scale, 0, 0, scale]
  }
  if (flags & TWO_SCALES) return [next(), 0, 0, next()]
  return flags & MATRIX ? [next(), next(), next(), next()] : [1, 0, 0, 1]
}
