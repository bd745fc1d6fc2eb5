import type { Outline, Point } from './woff2.ts'

/** A glyph of a font that is written. */
export type Glyph = { outline: Outline; advance: number }

type Table = { tag: string; data: Buffer }

/**
 * A TrueType font (OpenType) of these glyphs, the first of which stands for what is missing: what a PDF file embeds.
 * `head` and `hhea` are those of the font that they come from.
 */
export function writeTrueType(glyphs: readonly Glyph[], source: { head: Buffer; hhea: Buffer }): Buffer {
  const shapes = glyphs.map(({ outline }) => writeOutline(outline))
  const loca = Buffer.alloc(4 * (glyphs.length + 1))
  let at = 0
  for (const [index, shape] of shapes.entries()) {
    at += shape.length
    loca.writeUInt32BE(at, 4 * (index + 1))
  }
  const hmtx = Buffer.alloc(4 * glyphs.length)
  for (const [index, { outline, advance }] of glyphs.entries()) {
    hmtx.writeUInt16BE(advance, 4 * index)
    hmtx.writeInt16BE(boxOf(outline).xMin, 4 * index + 2)
  }
  const head = Buffer.from(source.head)
  head.writeUInt32BE(0, 8)
  // offsets of glyphs are long
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(source.hhea)
  hhea.writeUInt16BE(glyphs.length, 34)
  return writeTables([
    { tag: 'glyf', data: Buffer.concat(shapes) },
    { tag: 'head', data: head },
    { tag: 'hhea', data: hhea },
    { tag: 'hmtx', data: hmtx },
    { tag: 'loca', data: loca },
    { tag: 'maxp', data: maxpOf(glyphs) },
  ])
}

function maxpOf(glyphs: readonly Glyph[]): Buffer {
  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x00010000, 0)
  maxp.writeUInt16BE(glyphs.length, 4)
  maxp.writeUInt16BE(Math.max(...glyphs.map(({ outline }) => outline.flat().length)), 6)
  maxp.writeUInt16BE(Math.max(...glyphs.map(({ outline }) => outline.length)), 8)
  // zones
  maxp.writeUInt16BE(1, 14)
  return maxp
}

const HEAD_MAGIC = 0xb1b0afba

function writeTables(tables: readonly Table[]): Buffer {
  const power = Math.floor(Math.log2(tables.length))
  const header = Buffer.alloc(12 + 16 * tables.length)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tables.length, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  let at = header.length
  const pieces = tables.map(({ tag, data }, index) => {
    const entry = 12 + 16 * index
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(sumOf(data), entry + 4)
    header.writeUInt32BE(at, entry + 8)
    header.writeUInt32BE(data.length, entry + 12)
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    at += padded.length
    return padded
  })
  const font = Buffer.concat([header, ...pieces])
  const head = tables.findIndex(({ tag }) => tag === 'head')
  const place = font.readUInt32BE(12 + 16 * head + 8) + 8
  font.writeUInt32BE((HEAD_MAGIC - sumOf(font)) >>> 0, place)
  return font
}

function sumOf(data: Buffer): number {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

function boxOf(outline: Outline) {
  const points = outline.flat()
  if (points.length === 0) return { xMin: 0, yMin: 0, xMax: 0, yMax: 0 }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { xMin: Math.min(...xs), yMin: Math.min(...ys), xMax: Math.max(...xs), yMax: Math.max(...ys) }
}

/** A glyph of table `glyf`, to full words of four bytes; nothing for a blank. */
function writeOutline(outline: Outline): Buffer {
  if (outline.length === 0) return Buffer.alloc(0)
  const { xMin, yMin, xMax, yMax } = boxOf(outline)
  const head = Buffer.alloc(12 + 2 * outline.length)
  for (const [index, value] of [outline.length, xMin, yMin, xMax, yMax].entries()) head.writeInt16BE(value, 2 * index)
  let last = -1
  for (const [index, contour] of outline.entries()) {
    last += contour.length
    head.writeUInt16BE(last, 10 + 2 * index)
  }
  const { flags, xs, ys } = stepsOf(outline.flat())
  const data = Buffer.concat([head, Buffer.from(flags), Buffer.from(xs), Buffer.from(ys)])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

const ON_CURVE = 0x01

function stepsOf(points: readonly Point[]): { flags: number[]; xs: number[]; ys: number[] } {
  const [flags, xs, ys]: [number[], number[], number[]] = [[], [], []]
  let [x, y] = [0, 0]
  for (const point of points) {
    const across = stepOf(point.x - x, { short: 0x02, same: 0x10 })
    const up = stepOf(point.y - y, { short: 0x04, same: 0x20 })
    flags.push((point.on ? ON_CURVE : 0) | across.flag | up.flag)
    xs.push(...across.bytes)
    ys.push(...up.bytes)
    x = point.x
    y = point.y
  }
  return { flags, xs, ys }
}

/** None, one or two bytes; with a short one the other flag is its sign. */
function stepOf(step: number, { short, same }: { short: number; same: number }): { flag: number; bytes: number[] } {
  if (step === 0) return { flag: same, bytes: [] }
  if (Math.abs(step) < 256) return { flag: short | (step > 0 ? same : 0), bytes: [Math.abs(step)] }
  return { flag: 0, bytes: [(step >> 8) & 0xff, step & 0xff] }
}
