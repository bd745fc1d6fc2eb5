import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How often the test called `expect`; a poll counts once. */
    assertions?: number
  }
}

/** Runs in each test file, also in the browser: the reporter adds up the assertions of all tests. */
afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
