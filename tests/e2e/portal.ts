import type { Browser, Page } from '@playwright/test'
import type { BuiltInRole } from '@simwright/contract'
import { runServer } from './server.ts'
import { openNewPage, type SessionFacts, type StaffRole, signIn, test as userTest } from './user.ts'

/** The message of the server's process: its address and the sessions of its users. */
export type PortalFacts = {
  url: string
  /** URL of the development mailbox, with its token. */
  mailbox: string
  demo: { email: string; password: string }
  /** Session cookies of a user without an enterprise who is invited to one. */
  lone: SessionFacts
  /** The public page of an unused activation code of the demo. */
  codePage: string
}

type StaffRequest = { staffRole: StaffRole; secondFactor: boolean }

/**
 * Requests to the server's process: download an activation code with a phone, query the SM-DS with a phone, let time pass,
 * sign in the demo account, the platform administrator, the owner of the empty or of a new enterprise account, or a new
 * member or staff member.
 */
export type PortalRequest =
  | { activationCode: string }
  | { eid: string }
  | { waitMs: number }
  | { user: 'demo' | 'administrator' }
  | { owner: 'empty' | 'new' }
  | { memberRole: BuiltInRole }
  | StaffRequest

/** A portal with phones that can download from it. */
export type Portal = PortalFacts & {
  /** A phone downloads, installs and enables the profile. @returns the result as text */
  downloadWithPhone(activationCode: string): Promise<string>
  /**
   * The phone with this EID queries the SM-DS and downloads the profiles waiting for it.
   * @returns the result of each
   */
  querySmdsWithPhone(eid: string): Promise<string>
  /**
   * Moves the clocks of server and phones; the phones poll their cards, whose Recycle applets act by themselves.
   * @returns the result of each applet whose time has passed
   */
  wait(milliseconds: number): Promise<string>
  /** The server's time. Other tests may have moved its clock with `wait`. */
  now(): Date
  /** Signs in the demo account, which has just proved its identity. */
  openDemo(): Promise<SessionFacts>
  /** Signs in the platform administrator, who has just proved their identity with a second factor. */
  openAdministrator(): Promise<SessionFacts>
  /** Signs in the owner of the empty enterprise account, who has just proved their identity. `issuer`: their provider. */
  openOwner(): Promise<SessionFacts & { issuer: string }>
  /** Signs in a new staff member, who has just proved their identity with a second factor. */
  openStaff(staffRole: StaffRole): Promise<SessionFacts>
  /** Signs in a new staff member, who has not set up a second factor yet. */
  openNewStaff(staffRole: StaffRole): Promise<SessionFacts>
  /** Signs in the owner of a new enterprise account, whose free trial has not started. */
  openNewOwner(): Promise<SessionFacts>
  /** Signs in a new member of the demo's enterprise, named "Sample" and the role. */
  openMember(memberRole: BuiltInRole): Promise<SessionFacts>
}

type TestFixtures = {
  /** A page signed in as the owner of the empty enterprise account. */
  emptyPage: Page
  /** A page signed in as the demo account. */
  demoPage: Page
  /** A page signed in as the platform administrator, in a browser of their own. */
  staffPage: Page
}

type WorkerFixtures = {
  portal: Portal
  /** A signed-out page, shared by all read-only tests. */
  guestDesk: Page
  /** A page signed in as the demo account, shared by all read-only tests, which is faster. */
  demoDesk: Page
  /** A page signed in as a user without an enterprise. */
  loneDesk: Page
}

const PER_WORKER = { scope: 'worker' } as const

/**
 * One server for all tests of a worker. The session of a page begins with its test: the proof of identity that some
 * actions ask for is valid for ten minutes, and tests move the server's clock.
 */
export const test = userTest.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const { facts, ask, stop } = await runServer<PortalFacts, PortalRequest>('portal-process.ts')
      let aheadMs = 0
      await use({
        ...facts,
        downloadWithPhone: (activationCode) => ask({ activationCode }),
        querySmdsWithPhone: (eid) => ask({ eid }),
        wait(waitMs) {
          aheadMs += waitMs
          return ask({ waitMs })
        },
        now: () => new Date(Date.now() + aheadMs),
        openDemo: () => ask({ user: 'demo' }),
        openAdministrator: () => ask({ user: 'administrator' }),
        openOwner: () => ask({ owner: 'empty' }),
        openStaff: (staffRole) => ask({ staffRole, secondFactor: true }),
        openNewStaff: (staffRole) => ask({ staffRole, secondFactor: false }),
        openNewOwner: () => ask({ owner: 'new' }),
        openMember: (memberRole) => ask({ memberRole }),
      })
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => await use(portal.url),
  demoPage: async ({ page, context, portal }, use) => {
    await signIn(context, portal.url, await portal.openDemo())
    await use(page)
  },
  emptyPage: async ({ page, context, portal }, use) => {
    await signIn(context, portal.url, await portal.openOwner())
    await use(page)
  },
  staffPage: async ({ browser, portal }, use) => await useDesk({ browser, portal }, use, portal.openAdministrator()),
  guestDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, use), PER_WORKER],
  demoDesk: [
    async ({ browser, portal }, use) => await useDesk({ browser, portal }, use, portal.openDemo()),
    PER_WORKER,
  ],
  loneDesk: [async ({ browser, portal }, use) => await useDesk({ browser, portal }, use, portal.lone), PER_WORKER],
})

async function useDesk(
  { browser, portal }: { browser: Browser; portal: Portal },
  use: (page: Page) => Promise<void>,
  session?: SessionFacts | Promise<SessionFacts>,
) {
  const page = await openNewPage(browser, portal.url, await session)
  await use(page)
  await page.context().close()
}

export { expect } from '@playwright/test'
