import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the worker from loading the file to its end, without PostgreSQL and child processes. */
    processorMs?: number
  }
}

const start = process.cpuUsage()

/** Runs first in each test file of Node, so it is called after all other functions that end the file. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern for the context, which nothing here needs
afterAll(({}, suite) => {
  const { user, system } = process.cpuUsage(start)
  suite.meta.processorMs = (user + system) / 1000
})
