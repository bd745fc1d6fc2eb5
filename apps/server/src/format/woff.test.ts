import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { unpackWoff } from './woff.ts'

const woff = readFileSync(fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff')))

test('an unpacked font has the same glyphs as the WOFF file', () => {
  const [packed, unpacked] = [create(woff) as Font, create(unpackWoff(woff)) as Font]
  expect(unpacked.numGlyphs).toBe(packed.numGlyphs)
  const shape = (font: Font) => font.layout('Invoice 1,234.56').glyphs.map((glyph) => [glyph.id, glyph.path.toSVG()])
  expect(shape(unpacked)).toEqual(shape(packed))
})

test('the header of an unpacked font has the values for a binary search of its tables', () => {
  const font = unpackWoff(woff)
  expect([4, 6, 8, 10].map((at) => font.readUInt16BE(at))).toEqual([15, 128, 3, 112])
})

test('another format is refused', () => {
  expect(() => unpackWoff(unpackWoff(woff))).toThrow(TypeError)
})
