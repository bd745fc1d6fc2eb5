import { drawQr, plainStyle, type QrStyle, svgOf } from '@simwright/qr'

/** Style and logo (a data URL) of a QR code. */
export type QrLook = { style: QrStyle; logo: string | null }

/** Width and height of a PNG: sharp in print. */
const PNG_PIXELS = 1_000

function svgText(text: string, look: QrLook | null | undefined, size: number): string {
  const { style = plainStyle, logo = null } = look ?? {}
  const drawing = drawQr(text, style, logo ? 'room for a logo' : 'no logo')
  return svgOf(drawing, { size, ...(logo ? { logo } : {}) })
}

/** A QR code as an SVG file, with its quiet zone. */
export function qrSvg(text: string, look?: QrLook | null): Blob {
  return new Blob([svgText(text, look, 400)], { type: 'image/svg+xml' })
}

/** A QR code as a PNG file, rendered in the browser. */
export async function qrPng(text: string, look?: QrLook | null): Promise<Blob> {
  const canvas = await paintQr(text, look, PNG_PIXELS)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas returned no PNG'))), 'image/png')
  })
}

/** Renders a QR code on a canvas of `pixels` width and height. */
export async function paintQr(
  text: string,
  look: QrLook | null | undefined,
  pixels: number,
): Promise<HTMLCanvasElement> {
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svgText(text, look, pixels))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  canvas.getContext('2d')!.drawImage(picture, 0, 0, pixels, pixels)
  return canvas
}
