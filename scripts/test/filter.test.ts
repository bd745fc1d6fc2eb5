import { expect, test } from 'vitest'
import { selects, splitFilters, startPrograms } from './filter.ts'

test('a path in tests/e2e is for Playwright, any other argument for Vitest', () => {
  expect(
    splitFilters(['tests/e2e/team', 'apps/web', './tests/e2e/', 'tests\\e2e\\team.test.ts', 'tests/foreign']),
  ).toEqual({
    vitest: ['apps/web', 'tests/foreign'],
    playwright: ['tests/e2e/team', './tests/e2e/', 'tests\\e2e\\team.test.ts'],
  })
})

test('a filter of Vitest selects the files whose path contains it', () => {
  const files = ['apps/server/src/db/open.test.ts']
  expect([[], ['db/open'], ['./apps/server/']].map((filters) => selects(filters, files))).toEqual([true, true, true])
  expect(selects(['apps/web', '-t'], files)).toBe(false)
})

test('only tests of packages and of the web app start no programs', () => {
  const starts = (...words: string[]) => startPrograms(splitFilters(words))
  expect([starts('packages/asn1'), starts('./apps/web/src/ui', 'packages/ids/')]).toEqual([false, false])
  expect([starts('tests/e2e/team'), starts('packages/asn1', 'apps/server/src/db'), starts('-t', 'a name')]).toEqual([
    true,
    true,
    true,
  ])
})
