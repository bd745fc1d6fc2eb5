import { defineConfig } from 'vitest/config'

/** Node runs TypeScript itself, and finds what it compiled before: nothing is transformed, and nothing stands between modules. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false }

/** Three projects: what is pure, the web app, and what needs the one PostgreSQL that global-setup starts. */
export default defineConfig({
  test: {
    // Limits are for what hangs: on a busy machine a test may take many times as long as on an idle one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts'],
          experimental: BY_NODE,
          // The files of a worker share its loaded modules: loading them costs more than most of these tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          setupFiles: 'apps/server/src/testing/setup.ts',
          experimental: BY_NODE,
          isolate: false,
        },
      },
    ],
  },
})
