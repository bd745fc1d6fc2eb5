import { inflateSync } from 'node:zlib'
import { plainStyle } from '@simwright/qr'
import { expect, test } from 'vitest'
import { LabelWriter } from './label.ts'
import { fontRuns, printable } from './typeface.ts'

test('the typeface has Polish, Greek, Cyrillic and Vietnamese letters; others are dropped', () => {
  const letters = 'AzŻółćęśąŹΕλάδαέЙЖщїěőşếĄ&–€'
  expect(printable(letters)).toBe(letters)
  expect(printable('移动 Z\u0307ółć 😀')).toBe(' Żółć ')
  expect(fontRuns('Ż移動').map(({ text }) => text)).toEqual(['Ż'])
})

const plain = { style: plainStyle, logo: undefined }
const label = {
  code: 'LPA:1$rsp.example.com$A',
  rows: [
    ['ICCID', '1'],
    ['SM-DP+', 'rsp.example.com'],
    ['Matching ID', 'A'],
  ],
} as const

function written(...titles: string[]): { text: string; streams: string[] } {
  const labels = new LabelWriter('ROLL')
  const pages = titles.map((title) => labels.add({ ...label, title }, plain))
  const text = Buffer.concat([...pages, labels.end()]).toString('latin1')
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data]) =>
    inflateSync(Buffer.from(data!, 'latin1')).toString('latin1'),
  )
  return { text, streams }
}

test('a label beyond Latin-1 embeds a font subset with a ToUnicode map; a Latin-1 label embeds none', () => {
  const plain = written('Café')
  expect(plain.text).not.toContain('Inter')
  expect(plain.text).toContain('/Helvetica')
  const { text, streams } = written('Café', 'Билайн', 'Żabka', '移动')
  expect(text).toContain('/Count 4')
  expect([...text.matchAll(/BaseFont \/[A-Z]+\+Inter-Bold/g)].length).toBeGreaterThan(0)
  const meanings = streams.filter((data) => data.includes('beginbf')).join('\n')
  for (const letter of 'БилайнŻabk')
    expect(meanings, letter).toContain(`<${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`)
  const eSim = Buffer.from('eSIM').toString('hex')
  expect(streams.filter((data) => data.includes(`<${eSim}>`))).toHaveLength(1)
})

test('a full page is returned at once and does not stay in memory', () => {
  const labels = new LabelWriter('ROLL')
  const sizes = Array.from({ length: 3 }, () => labels.add({ ...label, title: 'One' }, plain).length)
  expect(Math.min(...sizes.slice(1))).toBeGreaterThan(500)
})
