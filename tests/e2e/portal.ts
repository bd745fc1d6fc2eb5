import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'

export type SessionFacts = { token: string; binding: { name: string; value: string } }

/** What the server's process tells: where it is, and whose account has seen the demo. */
export type PortalFacts = {
  url: string
  /** Address of the development mailbox, with its token. */
  mailbox: string
  demo: { email: string; password: string }
  /** Cookies of a session of the demo account. */
  session: SessionFacts
  /** Of a platform administrator. */
  staff: SessionFacts
  /** Of somebody who belongs to no enterprise account and is invited to one. */
  lone: SessionFacts
  /** The public page of an activation code that the demo has left. */
  codePage: string
}

/** What the server's process is told: to stop, that a phone comes with an activation code, or that one asks the SM-DS. */
export type PortalRequest = 'stop' | { activationCode: string } | { eid: string }

/** A portal with a way to let phones come. */
type Portal = PortalFacts & {
  /** A phone downloads, installs and enables the profile. @returns what happened, for people */
  letPhoneCome(activationCode: string): Promise<string>
  /** The phone with this EID asks the SM-DS and downloads what waits for it. @returns what became of each */
  letPhoneLook(eid: string): Promise<string>
}

type OfTest = {
  /** A page on which the demo account is signed in. */
  demoPage: Page
}

type OfRun = {
  portal: Portal
  /** A page of somebody who is not signed in, one for all tests that only look. */
  guestDesk: Page
  /** The same, one page for all tests: quicker for those that only look. */
  demoDesk: Page
  /** A page on which a platform administrator is signed in. */
  staffDesk: Page
  /** A page on which somebody is signed in who belongs to no enterprise account. */
  loneDesk: Page
}

const OF_RUN = { scope: 'worker' } as const

/** One server for all tests of the run. */
export const test = base.extend<OfTest, OfRun>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const child = fork(join(import.meta.dirname, 'portal-process.ts'), { execArgv: [] })
      const gone = once(child, 'exit')
      const ended = gone.then(() => Promise.reject(new Error('the server ended before it was ready')))
      const [facts] = (await Promise.race([once(child, 'message'), ended])) as [PortalFacts]
      ended.catch(() => {})
      const tell = async (request: PortalRequest) => {
        child.send(request)
        const [{ outcome }] = (await once(child, 'message')) as [{ outcome: string }]
        return outcome
      }
      await use({
        ...facts,
        letPhoneCome: (activationCode) => tell({ activationCode }),
        letPhoneLook: (eid) => tell({ eid }),
      })
      child.send('stop' satisfies PortalRequest)
      await gone
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ portal }, use) => await use(portal.url),
  demoPage: async ({ page, context, portal }, use) => {
    await signIn(context, portal.url, portal.session)
    await use(page)
  },
  guestDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, undefined, use), OF_RUN],
  demoDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, 'session', use), OF_RUN],
  staffDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, 'staff', use), OF_RUN],
  loneDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, 'lone', use), OF_RUN],
})

type Desk = { browser: Browser; portal: Portal }

async function useDesk(
  { browser, portal }: Desk,
  who: 'session' | 'staff' | 'lone' | undefined,
  use: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-US', timezoneId: 'UTC' })
  if (who) await signIn(context, portal.url, portal[who])
  await use(await context.newPage())
  await context.close()
}

async function signIn(context: BrowserContext, url: string, { token, binding }: SessionFacts): Promise<void> {
  await context.addCookies([
    { name: 'token', value: token, url, sameSite: 'Lax' },
    { ...binding, url, httpOnly: true, sameSite: 'Strict' },
  ])
}

export { expect } from '@playwright/test'
