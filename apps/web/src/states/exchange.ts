/**
 * The rules of axe for a state: all, all but not for side bar and top bar, which are the same on all pages, the contrast of
 * colors, or none.
 */
export type Rules = 'all' | 'all but bars' | 'contrast' | 'none'

/** How a state is shown. */
export type View = { width: 1440 | 390; scheme: 'light' | 'dark'; rules: Rules }

/** One test: a state of a list in one view. The test runner sends it to a page. */
export type TestCase = { list: string; state: string; name: string; view: View }

/** `sample` is what `npm test` runs, `all` what `npm run prove states` runs. */
export type Extent = 'sample' | 'all'

/** What a page found in a state. */
export type Findings = {
  /** What axe found; undefined if no rules of axe apply to the view. */
  axe: string[] | undefined
  /** Width of the content in pixels. */
  width: number
  /** Calls without a valid answer. */
  calls: readonly string[]
  /** Errors and warnings on the console, and errors that nothing caught. */
  console: readonly string[]
}

/** `window.statesPage` of a page, for the test runner. The path of a file begins with `src/`. */
export type StatesPage = {
  /** The tests of a file. @throws if there is no such file */
  testsOf(file: string, extent: Extent): Promise<TestCase[]>
  /** Shows a state and waits until axe finds nothing and the page fits. @throws if the state does not appear */
  check(file: string, test: TestCase): Promise<Findings>
}
