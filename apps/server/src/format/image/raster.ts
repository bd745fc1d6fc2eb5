import { IMAGE_KIB, IMAGE_PIXELS } from '@simwright/contract/platform/white-label'
import sharp, { type Sharp } from 'sharp'
import { ImageRefusal } from './image-refusal.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })

/** What an image may be at most. */
export type RasterLimits = {
  /** Of the file that is written. */
  kib: number
  /** Each way. */
  edge: number
  /** In all. */
  pixels: number
}

/** Logos and icons. */
const SMALL: RasterLimits = { kib: IMAGE_KIB, edge: IMAGE_PIXELS, pixels: 16_000_000 }

/** How each kind is written, from the best quality down; the first result that is small enough is taken. */
const KINDS = {
  PNG: {
    type: 'image/png',
    format: 'png',
    encodings: [
      (image: Sharp) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
      (image: Sharp) => image.png({ compressionLevel: 9, palette: true }),
    ],
  },
  JPEG: {
    type: 'image/jpeg',
    format: 'jpeg',
    encodings: [90, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality })),
  },
  WebP: {
    type: 'image/webp',
    format: 'webp',
    encodings: [90, 75, 60].map((quality) => (image: Sharp) => image.webp({ quality })),
  },
} as const

export type RasterKind = keyof typeof KINDS
export type RasterType<K extends RasterKind> = (typeof KINDS)[K]['type']

export type Raster = { type: RasterType<RasterKind>; content: Buffer; size: { width: number; height: number } }

/**
 * Decodes an image of one kind, and encodes its pixels in the same kind: nothing else of the file is left. The camera's
 * orientation is applied.
 * @throws ImageRefusal for a damaged file, and for one with too many pixels
 */
export async function encodeAgain(kind: RasterKind, content: Buffer, limits = SMALL): Promise<Raster> {
  const { type, format, encodings } = KINDS[kind]
  const damaged = (cause: unknown) => new ImageRefusal(`This ${kind} file is damaged.`, { cause })
  // the library throws an error of its own for a file without bytes
  if (content.length === 0) throw damaged(undefined)
  const image = sharp(content, { limitInputPixels: limits.pixels, failOn: 'error' })
  const found = await image.metadata().catch((error: unknown) => {
    throw isOverLimit(error) ? tooLarge(limits) : damaged(error)
  })
  if (found.format !== format) throw damaged(undefined)
  if (Math.max(found.width, found.height) > limits.edge) throw tooLarge(limits)
  for (const encode of encodings) {
    const { data, info } = await encode(image.clone().autoOrient())
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw damaged(error)
      })
    if (data.length <= limits.kib * 1024)
      return { type, content: data, size: { width: info.width, height: info.height } }
  }
  throw new ImageRefusal(`This ${kind} file has more than ${limits.kib} KiB once its pixels are written again.`)
}

const isOverLimit = (error: unknown) => error instanceof Error && /pixel limit/i.test(error.message)

function tooLarge({ edge, pixels }: RasterLimits): ImageRefusal {
  const inAll = pixels < edge * edge ? `, and ${pixels / 1_000_000} million in all` : ''
  return new ImageRefusal(`Up to ${edge} pixels each way${inAll}.`)
}
