import { runServer } from './server.ts'
import { test as userTest } from './user.ts'

/** The server's address, and the password of all its users. */
export type AccountFacts = { url: string; password: string }

export type AccountRequest = { action: 'open' | 'letters' | 'moveMs' | 'forge'; given?: unknown }

type Accounts = AccountFacts & {
  /** Creates a user with an enterprise account. @returns the user's e-mail address */
  open(plan: 'DEMO' | 'LAB'): Promise<string>
  /** The texts of the mails to an address, newest first. */
  letters(to: string): Promise<string[]>
  moveMs(ms: number): Promise<void>
  /** Replaces claims in the ID tokens of the provider; times are in seconds from now. Null for correct tokens. */
  forge(claims: { nonce?: string; exp?: number; iat?: number } | null): Promise<void>
}

/** One server for all tests of the file, with its own mail server, sign-in provider and clock. */
export const test = userTest.extend<object, { accounts: Accounts }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const { facts, ask, stop } = await runServer<AccountFacts, AccountRequest>('account-process.ts')
      await use({
        ...facts,
        open: (plan) => ask({ action: 'open', given: plan }),
        letters: (to) => ask({ action: 'letters', given: to }),
        moveMs: (ms) => ask({ action: 'moveMs', given: ms }),
        forge: (claims) => ask({ action: 'forge', given: claims }),
      })
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ accounts }, use) => await use(accounts.url),
})

export { expect } from '@playwright/test'
