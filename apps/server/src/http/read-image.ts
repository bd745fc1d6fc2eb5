import type { Readable } from 'node:stream'
import { IMAGE_KIB } from '@simwright/contract/platform/white-label'
import { decodeImage } from '../format/image/decode-image.ts'
import { checkIco, type ICO_TYPE } from '../format/image/ico.ts'
import { ImageRefusal } from '../format/image/image-refusal.ts'
import type { RasterKind, RasterType } from '../format/image/raster.ts'
import type { TaskFor } from '../worker/worker-pool.ts'
import { fault } from './input.ts'

/** The kinds of images that an upload may allow; SVG is always allowed, and becomes a PNG. */
export type ImageKind = RasterKind | 'ICO'

/** An image that browsers may be given: encoded by the server itself, or an icon whose structure was checked. */
export type Image<K extends ImageKind = ImageKind> = {
  type: 'image/png' | (K extends RasterKind ? RasterType<K> : typeof ICO_TYPE)
  content: Buffer
  /** In pixels; null for an icon, which holds several sizes. */
  size: { width: number; height: number } | null
}

const SIGNATURE: Record<ImageKind, (content: Buffer) => boolean> = {
  PNG: (content) => content.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  ICO: (content) => content.readUInt32LE(0) === 0x0001_0000,
  JPEG: (content) => content.readUIntBE(0, 3) === 0xff_d8_ff,
  WebP: (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
}

/**
 * Reads an uploaded image of at most IMAGE_KIB. PNG, JPEG and WebP are decoded and encoded again, which leaves out metadata
 * and whatever else the file held; an SVG becomes a PNG.
 * @throws Problem that names what is wrong with the file
 */
export async function readImage<const K extends ImageKind>(
  taskFor: TaskFor,
  stream: Readable,
  kinds: readonly K[],
): Promise<Image<K>> {
  const content = await readWhole(stream, IMAGE_KIB)
  const kind = kindOf(content, kinds)
  try {
    if (kind === 'ICO') return { type: checkIco(content), content, size: null } as Image<K>
    if (!kind && !beginsLikeSvg(content)) throw new ImageRefusal(`${[...kinds, 'SVG'].join(', ')} only.`)
    return (await decodeImage(taskFor, { kind: kind ?? 'SVG', content })) as Image<K>
  } catch (error) {
    throw error instanceof ImageRefusal ? fault('file', 'image', error.message) : error
  }
}

/** The kind of an image by its first bytes; undefined for anything else. */
export const kindOf = <const K extends ImageKind>(content: Buffer, kinds: readonly K[]): K | undefined =>
  content.length > 12 ? kinds.find((one) => SIGNATURE[one](content)) : undefined

/** Reads an uploaded file into memory. @throws Problem invalid for an empty file, and for one with more than `kib` */
export async function readWhole(stream: Readable, kib: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > kib * 1024) throw fault('file', 'image', `Up to ${kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`}.`)
    chunks.push(chunk)
  }
  if (length === 0) throw fault('file', 'image', 'The file is empty.')
  return Buffer.concat(chunks)
}

/**
 * Its first element is `svg`; the decoder finds out whether the rest is one. Each byte is looked at once: a pattern that
 * skips comments takes time by the square of their number.
 */
export function beginsLikeSvg(content: Buffer): boolean {
  const text = content.toString('latin1')
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4)
      if (end < 0) return false
      at = end + 3
    } else if (/[A-Za-z_]/.test(text[at + 1] ?? '')) return isSvgName(text.slice(at + 1, at + 1 + MOST_NAME))
    else at += 1
  }
  return false
}

/** Longer than the name of any `svg` element with its prefix. */
const MOST_NAME = 100

/** Whether a tag that begins so is of an `svg` element, with or without a prefix. */
const isSvgName = (tag: string) => /^([^\s/>:]+:)?svg(?=[\s/>])/.test(tag)
