import { defineConfig } from '@playwright/test'
import { HANG_MS, TEST_MS } from './scripts/test/hang-limit.ts'

/** Chromium comes from the machine; `npm test` finds or installs it. */
const executablePath = process.env.PLAYWRIGHT_CHROMIUM

/** What is marked as a proof takes too long for `npm test`: `npm run prove` runs it. */
const grepInvert = process.env.PROOF === 'on' ? [] : [/@proof/]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  grepInvert,
  // Node runs TypeScript itself, and finds what it compiled before
  build: { external: ['**/*.ts'] },
  timeout: TEST_MS.playwright,
  expect: { timeout: HANG_MS.playwright },
  // a second worker would need servers and a browser of its own; the tests that run at the same time use the other core
  workers: 1,
  forbidOnly: true,
  // A browser test depends on the pace of the machine. A second attempt gets a new server; `npm test` names such a test.
  retries: 1,
  use: {
    actionTimeout: HANG_MS.playwright,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // pictures of moving parts cost processor time, and no test looks at them
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'],
    },
  },
})
