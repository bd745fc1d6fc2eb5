import { Resvg } from '@resvg/resvg-js'
import { LOGO, READ_BACK_SIZES } from '@simwright/contract/provisioning/look-size'
import { drawQr, type QrStyle, svgOf } from '@simwright/qr'
import jsqr from 'jsqr'
import type { Image } from '../../../format/image/read-image.ts'
import { PictureRefusal } from './picture-refusal.ts'
import { pngUrl } from './png-url.ts'

/** Letters are not painted: which typefaces a machine has would change the picture. */
const PAINTING = { font: { loadSystemFonts: false }, logLevel: 'off' } as const

/** Wider or higher images than this would be a line in the square that they get. */
const LONGEST = 4

/** An uploaded image, encoded by the server itself. */
export type Picture = Image<'PNG' | 'JPEG'>

/** A logo, drawn into the middle of a transparent square. @throws PictureRefusal */
export function paintLogo({ type, content, size }: Picture): Uint8Array {
  const { width, height } = size ?? { width: 1, height: 1 }
  if (Math.max(width, height) > LONGEST * Math.min(width, height))
    throw new PictureRefusal(`The longer side is up to ${LONGEST} times the shorter one.`)
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
    return new Resvg(svg, { ...PAINTING, fitTo: { mode: 'width', value: width } }).render()
  } catch (cause) {
    throw new PictureRefusal('This image is damaged.', { cause })
  }
}

export type Tried = { style: QrStyle; logo: Uint8Array | null; texts: readonly string[] }

/** Paints codes in a style and reads them back as a camera would. @returns the sizes at which that fails */
export function unreadableSizes({ style, logo, texts }: Tried): number[] {
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

export type Shown = { text: string; style: QrStyle; logo: Uint8Array | null; pixels: number }

/** A code as a PNG picture. */
export function paintQr({ text, style, logo, pixels }: Shown): Buffer {
  const drawing = drawQr(text, style, logo ? 'room for a logo' : 'no logo')
  return paint(svgOf(drawing, logo ? { logo: pngUrl(logo) } : {}), pixels).asPng()
}

/** A logo on its ground, as pixels without transparency. */
export function logoBitmap(logo: Uint8Array, ground: string): { width: number; height: number; rgb: Uint8Array } {
  const side = LOGO.painted
  const { pixels, width, height } = paint(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${ground}"/><image width="${side}" height="${side}" href="${pngUrl(logo)}"/></svg>`,
    side,
  )
  return { width, height, rgb: pixels.filter((_, index) => index % 4 !== 3) }
}

export type ShownMany = Omit<Shown, 'text'> & { texts: readonly string[] }

export const paintQrs = ({ texts, ...look }: ShownMany): Buffer[] => texts.map((text) => paintQr({ ...look, text }))
