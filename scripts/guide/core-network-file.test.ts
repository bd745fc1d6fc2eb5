import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rangeTexts } from '../../apps/web/src/features/provisioning/generate/range-texts.ts'

const GUIDE = join(import.meta.dirname, '../../docs/guide/private-network.md')
const lines = readFileSync(GUIDE, 'utf8').split('\n')
const { formats, load, before } = rangeTexts.coreFile

/** The guide's line about a format, without its marks for code. */
function guideLine(format: keyof typeof formats): string {
  const line = lines.find((one) => one.startsWith(`| ${formats[format]} |`))
  if (line === undefined) throw new Error(`The guide has no line for ${formats[format]}.`)
  return line.replaceAll('`', '')
}

test('the guide gives the same command for Open5GS as the page', () => {
  expect(guideLine('OPEN5GS')).toContain(load.OPEN5GS.replace('{file}', 'FILE'))
})

test.each([
  ['FREE5GC', 'elete subscribers with the same IMSIs'],
  ['MAGMA', 'elete subscribers with the same IMSIs'],
  ['SRSRAN', 'top srsepc'],
  ['SRSRAN', 'elete lines with the same IMSIs'],
  ['SRSRAN', 'it rewrites the file when it stops'],
] as const)('the guide and the page say for %s: %s', (format, words) => {
  expect(before[format]).toContain(words)
  expect(guideLine(format)).toContain(words)
})
