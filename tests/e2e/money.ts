import type { Page } from '@playwright/test'
import { runServer } from './server.ts'
import { type SessionFacts, signIn, test as userTest } from './user.ts'

export type MoneyFacts = { url: string }

/** Requests to the server's process. Times are in ISO 8601. */
export type MoneyRequest =
  /** Opens an enterprise account. */
  | { open: string }
  /** Sets the clock, and does what is due then. */
  | { at: string }
  /** Opens a session of the owner of an enterprise account. */
  | { session: string }
  /** Opens a session of a new platform administrator. */
  | 'staff'

type Money = MoneyFacts & {
  /** Creates an enterprise account. @returns the e-mail address of its owner */
  open(name: string): Promise<string>
  /** Sets the clocks of server, payment service and browser; the owner signs in again and opens a page. */
  goTo(page: Page, visit: { email: string; at: string; path: string }): Promise<void>
  /** Signs in a new platform administrator, who has just proved their identity with a second factor. */
  openStaff(): Promise<SessionFacts>
}

/** One server for all tests of the file, whose clock is set, with a simulation of Stripe. */
export const test = userTest.extend<object, { money: Money }>({
  money: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const { facts, ask, stop } = await runServer<MoneyFacts, MoneyRequest>('money-process.ts')
      await use({
        ...facts,
        open: (name) => ask({ open: name }),
        openStaff: () => ask('staff'),
        goTo: async (page, { email, at, path }) => {
          await ask({ at })
          await page.goto('/boot.js')
          // the page remembers when its user was last active
          await page.evaluate(() => localStorage.clear())
          await page.context().clearCookies()
          await signIn(page.context(), facts.url, await ask<SessionFacts>({ session: email }))
          await page.clock.setFixedTime(at)
          await page.goto(path)
        },
      })
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ money }, use) => await use(money.url),
  isNewContext: true,
})

export { expect } from '@playwright/test'
