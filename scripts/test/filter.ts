/** The tests that the words after `npm test --` name, by the runner that has them. */
export type Filters = { vitest: readonly string[]; playwright: readonly string[] }

/** Paths in tests/e2e are for Playwright, all other words for Vitest. */
export function splitFilters(words: readonly string[]): Filters {
  const isBrowserTest = (word: string) => /^(\.\/)?tests\/e2e(\/|$)/.test(word.replaceAll('\\', '/'))
  return {
    vitest: words.filter((word) => !isBrowserTest(word)),
    playwright: words.filter(isBrowserTest),
  }
}
