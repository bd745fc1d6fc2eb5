import { Resvg } from '@resvg/resvg-js'
import { LOGO, READ_BACK_SIZES } from '@simwright/contract/provisioning/look-size'
import { drawQr, type QrStyle, svgOf } from '@simwright/qr'
import jsqr from 'jsqr'
import type { Image } from '../../../http/read-image.ts'
import { PictureRefusal } from './picture-refusal.ts'
import { pngUrl } from './png-url.ts'

/** Text is not rendered: the result would depend on the fonts of the machine. */
const RENDER_OPTIONS = { font: { loadSystemFonts: false }, logLevel: 'off' } as const

/** Largest ratio of the longer to the shorter side: beyond it an image in its square is only a line. */
const MAX_RATIO = 4

/** An uploaded image, encoded by the server itself. */
export type Picture = Image<'PNG' | 'JPEG'>

/** Renders a logo centered in a transparent square PNG. @throws PictureRefusal */
export function paintLogo({ type, content, size }: Picture): Uint8Array {
  const { width, height } = size ?? { width: 1, height: 1 }
  if (Math.max(width, height) > MAX_RATIO * Math.min(width, height))
    throw new PictureRefusal(`The longer side is up to ${MAX_RATIO} times the shorter one.`)
  const side = LOGO.painted
  const href = `data:${type};base64,${Buffer.from(content).toString('base64')}`
  const image = paint(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><image width="${side}" height="${side}" href="${href}"/></svg>`,
    side,
  )
  if (image.pixels.every((value, index) => index % 4 !== 3 || value === 0))
    throw new PictureRefusal('Nothing of this image can be seen.')
  return image.asPng()
}

function paint(svg: string, width: number) {
  try {
    return new Resvg(svg, { ...RENDER_OPTIONS, fitTo: { mode: 'width', value: width } }).render()
  } catch (cause) {
    throw new PictureRefusal('This image is damaged.', { cause })
  }
}

export type ReadBackTest = { style: QrStyle; logo: Uint8Array | null; texts: readonly string[] }

/** Renders codes in a style and decodes them again. @returns the sizes in pixels at which decoding fails */
export function unreadableSizes({ style, logo, texts }: ReadBackTest): number[] {
  const files = texts.map((text) => ({
    text,
    svg: svgOf(drawQr(text, style, logo ? 'room for a logo' : 'no logo'), logo ? { logo: pngUrl(logo) } : {}),
  }))
  return READ_BACK_SIZES.filter((size) => files.some(({ text, svg }) => readQr(svg, size) !== text))
}

function readQr(svg: string, size: number): string | undefined {
  const { pixels, width, height } = paint(svg, size)
  const read = jsqr as unknown as typeof jsqr.default
  return read(Uint8ClampedArray.from(pixels), width, height, { inversionAttempts: 'dontInvert' })?.data
}

export type QrPicture = { text: string; style: QrStyle; logo: Uint8Array | null; pixels: number }

/** Renders a QR code as PNG. */
export function paintQr({ text, style, logo, pixels }: QrPicture): Buffer {
  const drawing = drawQr(text, style, logo ? 'room for a logo' : 'no logo')
  return paint(svgOf(drawing, logo ? { logo: pngUrl(logo) } : {}), pixels).asPng()
}

/** A logo on its background color, as pixels without transparency. */
export function logoBitmap(logo: Uint8Array, ground: string): { width: number; height: number; rgb: Uint8Array } {
  const side = LOGO.painted
  const { pixels, width, height } = paint(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${ground}"/><image width="${side}" height="${side}" href="${pngUrl(logo)}"/></svg>`,
    side,
  )
  return { width, height, rgb: pixels.filter((_, index) => index % 4 !== 3) }
}

export type QrPictures = Omit<QrPicture, 'text'> & { texts: readonly string[] }

export const paintQrs = ({ texts, ...style }: QrPictures): Buffer[] => texts.map((text) => paintQr({ ...style, text }))
