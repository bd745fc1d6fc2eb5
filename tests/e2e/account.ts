import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test as base } from '@playwright/test'

/** The server's address, and the password of all its users. */
export type AccountFacts = { url: string; password: string }

export type AccountRequest = 'stop' | { action: 'open' | 'letters' | 'moveMs' | 'forge'; given?: unknown }

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
export const test = base.extend<object, { accounts: Accounts }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const child = fork(join(import.meta.dirname, 'account-process.ts'), { execArgv: [] })
      const gone = once(child, 'exit')
      const ended = gone.then(() => Promise.reject(new Error('the server ended before it was ready')))
      const [facts] = (await Promise.race([once(child, 'message'), ended])) as [AccountFacts]
      ended.catch(() => {})
      const ask = async <T>(action: Exclude<AccountRequest, 'stop'>['action'], given?: unknown): Promise<T> => {
        child.send({ action, given } satisfies AccountRequest)
        const [{ answer }] = (await once(child, 'message')) as [{ answer: T }]
        return answer
      }
      await use({
        ...facts,
        open: (plan) => ask('open', plan),
        letters: (to) => ask('letters', to),
        moveMs: (ms) => ask('moveMs', ms),
        forge: (claims) => ask('forge', claims),
      })
      child.send('stop' satisfies AccountRequest)
      await gone
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ accounts }, use) => await use(accounts.url),
})

export { expect } from '@playwright/test'
