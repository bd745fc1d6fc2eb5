import { inflateSync } from 'node:zlib'
import { plainStyle } from '@simwright/qr'
import { describe, expect, test } from 'vitest'
import { LabelWriter } from '../label.ts'
import { LetterFont } from './letter-font.ts'
import { letterOf, printable } from './typeface.ts'

const widest = (letter: string) => letterOf(letter.codePointAt(0)!)!.outline.flat()

describe('the typeface', () => {
  test('has the letters of Polish, Greek, Cyrillic and Vietnamese names, each drawn', () => {
    for (const letter of 'AzŻółćęśąŹΕλάδαέЙЖщїěőşếĄ&–€') {
      const found = letterOf(letter.codePointAt(0)!)
      expect(found, letter).toBeDefined()
      expect(found!.advance, letter).toBeGreaterThan(0)
      expect(found!.outline.flat().length, letter).toBeGreaterThan(2)
    }
    expect(letterOf(0x20)!.outline).toEqual([])
    expect(printable('移动 Żółć 😀')).toBe(' Żółć ')
  })

  test('draws a letter with a mark as the letter and its mark', () => {
    expect(letterOf('Ż'.codePointAt(0)!)!.outline).toHaveLength(letterOf('Z'.codePointAt(0)!)!.outline.length + 1)
    const [plain, marked] = [widest('Z'), widest('Ż')]
    const top = (points: readonly { y: number }[]) => Math.max(...points.map(({ y }) => y))
    expect(top(marked)).toBeGreaterThan(top(plain))
    expect(top(plain)).toBeGreaterThan(1_400)
  })
})

/** A table of a TrueType font. */
function tableOf(font: Buffer, tag: string): Buffer {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    if (font.toString('latin1', entry, entry + 4) !== tag) continue
    const at = font.readUInt32BE(entry + 8)
    return font.subarray(at, at + font.readUInt32BE(entry + 12))
  }
  throw new Error(`no table ${tag}`)
}

function sumOf(data: Buffer): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0
  return sum
}

describe('the font of a file', () => {
  test('holds each letter once, with its width, and adds up as a TrueType font does', () => {
    const font = new LetterFont()
    expect(font.encode('ŻabaŻ')).toBe('00010002000300020001')
    expect(font.encode('Z\u0307')).toBe('0001')
    const { file, widths, texts } = font.finish()
    expect(texts.map(({ text }) => text)).toEqual(['Ż', 'a', 'b'])
    expect(widths).toHaveLength(4)
    expect(font.widthOf('Ża')).toBeCloseTo((widths[1]! + widths[2]!) / 1000, 2)
    expect(tableOf(file, 'maxp').readUInt16BE(4)).toBe(4)
    expect(tableOf(file, 'hhea').readUInt16BE(34)).toBe(4)
    const loca = tableOf(file, 'loca')
    expect(loca.readUInt32BE(16)).toBe(tableOf(file, 'glyf').length)
    expect(tableOf(file, 'glyf').readInt16BE(loca.readUInt32BE(4))).toBe(widest('Ż').length > 0 ? 2 : 0)
    expect(sumOf(file)).toBe(0xb1b0afba)
  })

  test('comes with a label whose name is beyond Latin-1, and says what its glyphs mean; another label needs none', () => {
    const label = { iccid: '1', code: 'LPA:1$rsp.example.com$A', smdpAddress: 'rsp.example.com', matchingId: 'A' }
    const written = (...titles: string[]) => {
      const labels = new LabelWriter('ROLL', { style: plainStyle, logo: undefined })
      const pages = titles.map((title) => labels.add({ ...label, title }))
      return Buffer.concat([...pages, labels.end()])
    }
    const plain = written('Café').toString('latin1')
    expect(plain).not.toContain('Inter')
    expect(plain).toContain('/Helvetica')
    const pdf = written('Café', 'Билайн', '移动')
    const text = pdf.toString('latin1')
    expect(text).toContain('/BaseFont/AAAAAA+Inter/Encoding/Identity-H')
    const start = Number(/startxref\n(\d+)/.exec(text)![1])
    expect(text.slice(start, start + 4)).toBe('xref')
    for (const [, offset] of text.slice(start).matchAll(/(\d{10}) 00000 n/g))
      expect(text.slice(Number(offset)).split('\n')[0]).toMatch(/^\d+ 0 obj$/)
    const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data]) =>
      inflateSync(Buffer.from(data!, 'latin1')).toString('latin1'),
    )
    expect(streams.find((data) => data.includes('beginbfchar'))).toContain('<0001> <0411>')
    expect(streams.filter((data) => data.includes('/letters'))).toHaveLength(1)
    expect(streams.filter((data) => data.includes('(eSIM) Tj'))).toHaveLength(1)
  })
})
