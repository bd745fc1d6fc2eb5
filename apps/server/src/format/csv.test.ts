import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvFile, csvHead } from './csv.ts'

async function* chunks() {
  yield [['NAME', 'NOTES']]
  yield []
  yield [
    ['Zoë', '=1+1'],
    ['a,b', 'said "no"'],
  ]
}

test('a CSV file begins with one byte order mark, and no cell is a formula', async () => {
  const file = csvFile('names.csv', chunks())
  const bytes = Buffer.concat(
    await Readable.from(file.body as AsyncIterable<string>)
      .map((line) => Buffer.from(line))
      .toArray(),
  )
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString().slice(1)).toBe(`NAME,NOTES\r\nZoë,'=1+1\r\n"a,b","said ""no"""\r\n`)
  expect(csvHead([['NAME', 'NOTES']])).toBe('\uFEFFNAME,NOTES\r\n')
})
