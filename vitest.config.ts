import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { HANG_MS, TEST_MS } from './scripts/test/hang-limit.ts'

/** Node runs TypeScript itself, and finds what it compiled before: nothing is transformed, and nothing stands between modules. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false }

/**
 * Pages' states run on React's production build, which takes a third of the time; `npm run prove states` runs them on the
 * development build, whose warnings fail a test.
 */
const isProof = process.env.PROOF === 'on'
const REACT_BUILD = { 'process.env.NODE_ENV': isProof ? '"development"' : '"production"' }

/** The same Chromium as that of the end-to-end tests. */
const executablePath = process.env.PLAYWRIGHT_CHROMIUM

/** Packages that pages load late are named: bundling one while tests run would load the page again. */
const LATE_PACKAGES = [
  '@mantine/core',
  '@mantine/dates',
  '@mantine/form',
  '@mantine/hooks',
  '@simplewebauthn/browser',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  'axe-core',
  'jsqr',
  'react',
  isProof ? 'react/jsx-dev-runtime' : 'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'zod',
]

/** They count the assertions and the processor time of a test file for the tables at the end of a run. */
const ASSERTIONS = 'scripts/test/count-assertions.ts'
const MEASURED = ['scripts/test/measure-file.ts', ASSERTIONS]

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
        define: REACT_BUILD,
        oxc: { jsx: { development: isProof } },
        optimizeDeps: { include: LATE_PACKAGES, rolldownOptions: { transform: { define: REACT_BUILD } } },
        test: {
          name: 'states',
          retry: RETRIES,
          include: ['src/**/*.states.tsx'],
          setupFiles: [`../../${ASSERTIONS}`, 'src/states/test-states.ts'],
          env: {
            PROOF: process.env.PROOF ?? 'off',
            STATE_LIMIT_MS: String(HANG_MS.vitest),
          },
          isolate: false,
          browser: {
            enabled: true,
            connectTimeout: HANG_MS.vitest,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: ['--no-sandbox', '--disable-gpu'],
              },
              contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1440, height: 900 },
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          retry: RETRIES,
          include: ['apps/server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          setupFiles: [...MEASURED, 'apps/server/src/testing/setup.ts'],
          experimental: BY_NODE,
          isolate: false,
        },
      },
    ],
  },
})
