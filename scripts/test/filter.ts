/** The arguments after `npm test --`, by test runner. */
export type Filters = { vitest: readonly string[]; playwright: readonly string[] }

/** Whether Vitest's filters select one of the files; none select all. */
export function selects(filters: readonly string[], files: readonly string[]): boolean {
  return filters.length === 0 || filters.some((word) => files.some((file) => file.includes(word.replace(/^\.\//, ''))))
}

/** Paths in tests/e2e are for Playwright, all other arguments for Vitest. */
export function splitFilters(words: readonly string[]): Filters {
  const isBrowserTest = (word: string) => /^(\.\/)?tests\/e2e(\/|$)/.test(word.replaceAll('\\', '/'))
  return {
    vitest: words.filter((word) => !isBrowserTest(word)),
    playwright: words.filter(isBrowserTest),
  }
}

/** Whether these tests start programs of ours: those of packages and of the web app do not. */
export function startPrograms({ vitest, playwright }: Filters): boolean {
  return playwright.length > 0 || vitest.some((word) => !/^(\.\/)?(packages|apps\/web)\//.test(word))
}
