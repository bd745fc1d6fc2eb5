import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeAgain, type RasterKind } from './raster.ts'

const square = (width = 8, height = width) => sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
const PNG = await square().png().toBuffer()
const JPEG = await square()
  .withExif({ IFD0: { Artist: 'Mary Jackson' } })
  .jpeg()
  .toBuffer()
const WEBP = await square().webp().toBuffer()
const WIDE = await square(2049, 1).png().toBuffer()
const LARGE = await square(5000).png({ palette: true }).toBuffer()

describe('an image encoded again', () => {
  test.each([
    ['PNG', 'image/png', PNG],
    ['JPEG', 'image/jpeg', JPEG],
    ['WebP', 'image/webp', WEBP],
  ] as const)('is still a %s, with the same pixels', async (kind, type, content) => {
    const image = await encodeAgain(kind, content)
    expect([image.type, image.size]).toEqual([type, { width: 8, height: 8 }])
    const [red = 0, green = 255, blue = 255] = await sharp(image.content).removeAlpha().raw().toBuffer()
    expect(red > 240 && green < 15 && blue < 15).toBe(true)
  })

  test('has no words of the camera', async () => {
    expect(JPEG.includes('Mary Jackson')).toBe(true)
    expect((await encodeAgain('JPEG', JPEG)).content.includes('Mary Jackson')).toBe(false)
  })

  test('is upright, however the camera was held', async () => {
    const turned = await square(8, 4).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect((await encodeAgain('JPEG', turned)).size).toEqual({ width: 4, height: 8 })
  })

  test('has nothing of what followed the end of the file', async () => {
    const { content } = await encodeAgain('PNG', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]))
    expect(content.includes('script')).toBe(false)
  })

  test('has fewer colors where it would be too large', async () => {
    const noise = createHash('shake256', { outputLength: 3 * 400 * 300 })
      .update('noise')
      .digest()
    const raw = { width: 400, height: 300, channels: 3 } as const
    const content = await sharp(noise, { raw }).png().toBuffer()
    expect(content.length).toBeGreaterThan(256 * 1024)
    expect((await encodeAgain('PNG', content)).content.length).toBeLessThanOrEqual(256 * 1024)
  })
})

test.each<[string, RasterKind, Buffer, string]>([
  ['a cut PNG', 'PNG', PNG.subarray(0, 60), 'This PNG file is damaged.'],
  ['a cut JPEG', 'JPEG', JPEG.subarray(0, JPEG.length - 60), 'This JPEG file is damaged.'],
  ['a cut WebP', 'WebP', WEBP.subarray(0, 30), 'This WebP file is damaged.'],
  ['an empty file', 'WebP', Buffer.alloc(0), 'This WebP file is damaged.'],
  ['a WebP of only its header', 'WebP', WEBP.subarray(0, 12), 'This WebP file is damaged.'],
  ['a page', 'WebP', Buffer.from('RIFF....WEBP<html><script>alert(1)</script>'), 'This WebP file is damaged.'],
  ['an image of another kind', 'PNG', JPEG, 'This PNG file is damaged.'],
  ['an image that is too wide', 'PNG', WIDE, 'Up to 2048 pixels each way.'],
  ['a great many pixels', 'PNG', LARGE, 'Up to 2048 pixels each way.'],
])('%s is refused', async (_, kind, content, reason) => {
  await expect(encodeAgain(kind, content)).rejects.toThrow(reason)
})
