/** The arguments after `npm test --`, by test runner. */
export type Filters = { vitest: readonly string[]; playwright: readonly string[] }

/** Paths in tests/e2e are for Playwright, all other arguments for Vitest. */
export function splitFilters(words: readonly string[]): Filters {
  const isBrowserTest = (word: string) => /^(\.\/)?tests\/e2e(\/|$)/.test(word.replaceAll('\\', '/'))
  return {
    vitest: words.filter((word) => !isBrowserTest(word)),
    playwright: words.filter(isBrowserTest),
  }
}
