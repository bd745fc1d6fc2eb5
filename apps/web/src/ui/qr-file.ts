import { drawQr } from './qr.ts'

/** Pixels of a module in a PNG: about 1,000 pixels a side for an activation code, sharp in print. */
const MODULE_PIXELS = 20

/** A QR code as an SVG file, dark on light, with its quiet zone. */
export function qrSvg(text: string): Blob {
  const { path, side } = drawQr(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A QR code as a PNG file, drawn here. */
export function qrPng(text: string): Promise<Blob> {
  const { path, side } = drawQr(text)
  const canvas = document.createElement('canvas')
  canvas.width = side * MODULE_PIXELS
  canvas.height = side * MODULE_PIXELS
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(MODULE_PIXELS, MODULE_PIXELS)
  context.fillStyle = '#000000'
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png')
  })
}
