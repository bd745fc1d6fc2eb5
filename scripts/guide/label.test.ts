import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGuide } from './contents.ts'
import { parsePage, ROOT } from './page.ts'

/** The texts of the screens: the catalogue of the web app, and the names in the contract, such as those of bulk changes. */
const CATALOGUE = ['apps/web/src/{texts/*,**/*-texts}.ts', 'packages/contract/src/**/*.ts']

/** Emphasized words that no screen shows, each with what it is. */
const NO_LABEL: Readonly<Record<string, string>> = {
  'Source data': 'a concept',
  'Platform staff': 'a concept',
  'SM-DP+': 'a concept',
}

const texts = new Set(await readCatalogue())

async function readCatalogue(): Promise<string[]> {
  const found = CATALOGUE.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const files = found.filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file)) as Promise<object>))
  return modules.flatMap((module) => stringsOf({ ...module }))
}

/** All texts in plain objects and lists. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.values(value).flatMap(stringsOf) : []
}

/**
 * A label is emphasized and begins with a capital letter or a digit; sentences do not count. A path has commas: `Setting,
 * Block`.
 */
const isQuoted = (text: string) => /^[A-Z0-9]/.test(text) && !/[:.]$/.test(text) && !(text in NO_LABEL)

const unknownLabels = (emphasized: readonly string[]) =>
  emphasized
    .filter(isQuoted)
    .flatMap((text) => (texts.has(text) ? [text] : text.split(', ')))
    .filter((label) => !texts.has(label))

test.each(readGuide().pages.map((page) => [page.slug, page] as const))(
  '%s quotes only labels that a screen shows',
  (_slug, { emphasized }) => {
    expect(unknownLabels(emphasized)).toEqual([])
  },
)

test('a label that no screen shows is found, alone and in a path', () => {
  const { emphasized } = parsePage(
    'x',
    '# X\n\nOpen **Setting, Developper** and select *Fleet* or **Do it**. **Note:** *not* so.',
  )
  expect(unknownLabels(emphasized)).toEqual(['Developper', 'Do it'])
})
