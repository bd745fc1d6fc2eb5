import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { drawQr } from './qr.ts'
import { qrSvg } from './qr-file.ts'

const PIXELS = 4

/** Paints the runs of dark modules as a camera would see them, and reads the picture. */
function scan({ path, side }: { path: string; side: number }): string | undefined {
  const width = side * PIXELS
  const picture = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      const start = row * width + Number(x) * PIXELS
      for (let pixel = start; pixel < start + Number(length) * PIXELS; pixel++)
        picture.fill(0, pixel * 4, pixel * 4 + 3)
    }
  }
  return jsQR(picture, width, width)?.data
}

const codes = [
  'LPA:1$smdp.example.com$0A1B2C3D4E5F60718293A4B5C6D7E8F9',
  'LPA:1$smdp.example.com:8443$0A1B2C3D4E5F60718293A4B5C6D7E8F9$$1',
  `LPA:1$${'a'.repeat(60)}.${'b'.repeat(60)}.example.com:65535$${'F'.repeat(32)}$2.999.10$1`,
]

it.each(codes)('the QR code of %s is read as exactly that', (code) => {
  expect(scan(drawQr(code))).toBe(code)
})

it('the code has the light margin of four modules that scanners need', () => {
  const { path, side } = drawQr(codes[0]!)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(
      Math.min(Number(x), Number(y), side - Number(x) - Number(length), side - Number(y) - 1),
    ).toBeGreaterThanOrEqual(4)
  }
})

it('the SVG file holds the same drawing, dark on light', async () => {
  const file = await qrSvg(codes[1]!).text()
  const path = /<path d="([^"]+)" fill="#000"\/>/.exec(file)?.[1]
  const side = Number(/viewBox="0 0 (\d+) \d+"/.exec(file)?.[1])
  expect(scan({ path: path!, side })).toBe(codes[1])
  expect(file).toContain('fill="#fff"')
})
