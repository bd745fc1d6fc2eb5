import { plainStyle } from '@simwright/qr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQr } from '../../../testing/qr.ts'
import { paintQr } from './paint.ts'

const TEXT = 'LPA:1$rsp.example.com$A1B2-C3D4'

test('a logo is in the middle of a code, which can still be read', async () => {
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00aa55' } })
    .png()
    .toBuffer()
  const picture = paintQr({ text: TEXT, style: { ...plainStyle, logoPercent: 22 }, logo, pixels: 400 })
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = info.channels * (200 * info.width + 200)
  expect([...data.subarray(middle, middle + 3)]).toEqual([0, 0xaa, 0x55])
  expect(readQr({ ...info, pixels: data })).toBe(TEXT)
})
