import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { HANG_MS, TEST_MS } from './scripts/test/hang-limit.ts'

/** Node runs TypeScript itself, and finds what it compiled before: nothing is transformed, and nothing stands between modules. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false }

/**
 * A worker of tests makes much that is soon garbage. V8 begins with a young generation of 1 MiB, which it collects often,
 * with several threads each time.
 */
const YOUNG_GENERATION = ['--min-semi-space-size=32', '--max-semi-space-size=32']

/** They count the assertions and the processor time of a test file for the tables at the end of a run. */
const MEASURED = ['scripts/test/measure-file.ts', 'scripts/test/count-assertions.ts', 'scripts/test/keep-compiled.ts']

/**
 * A test that waits for other processes is repeated once when it fails; the end of a run names each such test, for its
 * cause is to be found. Pure tests wait for nothing.
 */
const RETRIES = 1

/** Three projects: what is pure, the states of pages in a browser, and what needs the one PostgreSQL that global-setup starts. */
export default defineConfig({
  test: {
    testTimeout: TEST_MS.vitest,
    hookTimeout: TEST_MS.vitest,
    teardownTimeout: HANG_MS.vitest,
    // a test without an assertion fails
    expect: { poll: { timeout: HANG_MS.vitest }, requireAssertions: true },
    // `npm run prove properties` tries more
    provide: { propertyCases: Number(process.env.PROPERTY_CASES ?? 50) },
    // One more than the cores that tests are written for: tests wait for PostgreSQL, processes and timers.
    maxWorkers: 3,
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          setupFiles: [...MEASURED, 'scripts/test/property-cases.ts'],
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
          experimental: BY_NODE,
          // The files of a worker share its loaded modules: loading them costs more than most of these tests.
          isolate: false,
        },
      },
      {
        extends: true,
        root: 'apps/web',
        test: {
          name: 'states',
          retry: RETRIES,
          include: ['src/**/*.states.tsx'],
          globalSetup: join(import.meta.dirname, 'scripts/test/states/global-setup.ts'),
          runner: join(import.meta.dirname, 'scripts/test/states/runner.ts'),
          setupFiles: MEASURED.map((file) => join(import.meta.dirname, file)),
          experimental: BY_NODE,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          retry: RETRIES,
          include: ['apps/server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          execArgv: YOUNG_GENERATION,
          setupFiles: [...MEASURED, 'apps/server/src/testing/setup.ts'],
          experimental: BY_NODE,
          isolate: false,
        },
      },
    ],
  },
})
