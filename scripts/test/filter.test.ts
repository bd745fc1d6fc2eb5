import { expect, test } from 'vitest'
import { splitFilters } from './filter.ts'

test('a path in tests/e2e is for Playwright, any other argument for Vitest', () => {
  expect(
    splitFilters(['tests/e2e/team', 'apps/web', './tests/e2e/', 'tests\\e2e\\team.test.ts', 'tests/foreign']),
  ).toEqual({
    vitest: ['apps/web', 'tests/foreign'],
    playwright: ['tests/e2e/team', './tests/e2e/', 'tests\\e2e\\team.test.ts'],
  })
})
