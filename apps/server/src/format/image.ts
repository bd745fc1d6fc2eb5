import type { Readable } from 'node:stream'
import { IMAGE_KIB, IMAGE_PIXELS } from '@simwright/contract/platform/platforms'
import { fault } from '../http/input.ts'
import { jpegSize, webpSize, withoutRemarks } from './image-metadata.ts'

/** The kinds of pictures that are taken somewhere; SVG always is. */
const KINDS = {
  PNG: { type: 'image/png', is: (content: Buffer) => content.subarray(0, 8).equals(PNG_SIGNATURE), check: checkPng },
  ICO: {
    type: 'image/x-icon',
    is: (content: Buffer) => content.length >= 22 && content.readUInt32LE(0) === ICO_HEAD,
    check: checkIco,
  },
  JPEG: { type: 'image/jpeg', is: (content: Buffer) => content.readUIntBE(0, 3) === JPEG_HEAD, check: checkJpeg },
  WebP: { type: 'image/webp', is: (content: Buffer) => content.toString('latin1', 8, 12) === 'WEBP', check: checkWebp },
} as const

type Kind = keyof typeof KINDS
type TypeOf<K extends Kind> = (typeof KINDS)[K]['type'] | 'image/svg+xml'

/** A picture as it may be given to browsers. */
export type Image<K extends Kind = Kind> = { type: TypeOf<K>; content: Buffer }

/** An SVG or one of the other kinds. @throws Problem that says what is wrong with it */
export async function readImage<const K extends Kind>(stream: Readable, kinds: readonly K[]): Promise<Image<K>> {
  const content = await readWhole(stream)
  const known = content.length > 12 ? kinds.find((kind) => KINDS[kind].is(content)) : undefined
  if (known) return { type: KINDS[known].type, content: KINDS[known].check(content) }
  checkSvg(content, `${[...kinds, 'SVG'].join(', ')} only.`)
  return { type: 'image/svg+xml', content }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > IMAGE_KIB * 1024) throw refused(`Up to ${IMAGE_KIB} KiB.`)
    chunks.push(chunk)
  }
  if (length === 0) throw refused('The file is empty.')
  return Buffer.concat(chunks)
}

const refused = (text: string) => fault('file', 'image', text)

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** The header says the size, and the file is whole (PNG, 5.3 and 11.2.2). */
function checkPng(content: Buffer): Buffer {
  const isHeader = content.length > 45 && content.toString('latin1', 12, 16) === 'IHDR'
  const isWhole = content.toString('latin1', content.length - 8, content.length - 4) === 'IEND'
  if (!isHeader || !isWhole) throw refused('This PNG file is damaged.')
  checkSize({ width: content.readUInt32BE(16), height: content.readUInt32BE(20) })
  return content
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > IMAGE_PIXELS) throw refused(`Up to ${IMAGE_PIXELS} pixels each way.`)
}

const JPEG_HEAD = 0xff_d8_ff

function checkJpeg(content: Buffer): Buffer {
  const size = jpegSize(content)
  if (!size) throw refused('This JPEG file is damaged.')
  checkSize(size)
  return withoutRemarks(content)
}

function checkWebp(content: Buffer): Buffer {
  const size = webpSize(content)
  if (!size) throw refused('This WebP file is damaged.')
  checkSize(size)
  return content
}

/** Reserved 0, type 1: an icon, not a cursor. */
const ICO_HEAD = 0x0001_0000

function checkIco(content: Buffer): Buffer {
  const count = content.readUInt16LE(4)
  const entries = Array.from({ length: Math.min(count, 64) }, (_, index) => 6 + 16 * index)
  const isInside = (at: number) =>
    at + 16 <= content.length && content.readUInt32LE(at + 8) + content.readUInt32LE(at + 12) <= content.length
  if (count === 0 || count > 64 || !entries.every(isInside)) throw refused('This ICO file is damaged.')
  return content
}

/** What an SVG may be made of: shapes, text and paint. Whatever runs, loads, links or nests documents is not among it. */
const SVG_ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath
   linearGradient radialGradient stop clipPath mask pattern marker filter feGaussianBlur feOffset feBlend feColorMatrix
   feComposite feFlood feMerge feMergeNode feMorphology feDropShadow feComponentTransfer feFuncA feFuncR feFuncG feFuncB
   switch style`.split(/\s+/),
)

function checkSvg(content: Buffer, taken: string): void {
  const text = decodeUtf8(content, taken)
  if (!/^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) throw refused(taken)
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[|<\?(?!xml\s)/i.test(text)) {
    throw refused('This SVG file brings declarations of its own, which are not taken.')
  }
  const bare = text.replace(/<!--[\s\S]*?-->/g, '')
  for (const [, name = ''] of bare.matchAll(/<\/?\s*([^\s/>!?]*)/g)) {
    if (name !== '' && !SVG_ELEMENTS.has(name) && !/^(sodipodi|inkscape|rdf|cc|dc):/.test(name)) {
      throw refused(`This SVG file holds <${name.slice(0, 40)}>, which is not taken.`)
    }
  }
  const plain = decodeReferences(bare)
  if (/[\s"'/]on[a-z]+\s*=/i.test(plain) || /javascript\s*:/i.test(plain)) {
    throw refused('This SVG file holds a script, which is not taken.')
  }
  const reaches = [...plain.matchAll(/\b(?:href|src)\s*=\s*(["'])(.*?)\1/gis)].some(
    ([, , to = '']) => !/^\s*#/.test(to),
  )
  if (reaches || /@import|\burl\(\s*["']?\s*(?!#)[^\s"')]/i.test(plain)) {
    throw refused('This SVG file loads something from elsewhere, which is not taken.')
  }
}

function decodeUtf8(content: Buffer, taken: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw refused(taken)
  }
}

/** What hides behind character references, and in style sheets behind backslashes, is looked at, too. */
function decodeReferences(text: string): string {
  const character = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ')
  return text
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/[\t\r\n]+(?=[a-z]*\s*script)/gi, '')
}
