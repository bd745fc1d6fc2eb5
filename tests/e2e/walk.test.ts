import type { Page } from '@playwright/test'
import { pages } from '../../apps/web/src/paths.ts'
import { expect, test } from './portal.ts'

type Walked = (typeof pages)[keyof typeof pages]

/** One walk per area: each page opens with data of the server. The states of the pages test their appearance. */
const WALKS: Readonly<Record<string, readonly Walked[]>> = {
  'profiles and subscribers': [pages.fleet, pages.group, pages.configurations, pages.configurationForm],
  provisioning: [
    pages.generateAc,
    pages.campaigns,
    pages.vouchers,
    pages.delivery,
    pages.inspector,
    pages.lease,
    pages.eidPush,
    pages.block,
    pages.operations,
  ],
  insight: [pages.home, pages.dashboard, pages.logs, pages.audit],
  'people and access': [
    pages.members,
    pages.roles,
    pages.sso,
    pages.account,
    pages.changePassword,
    pages.security,
    pages.secondFactor,
    pages.sessions,
    pages.notifications,
  ],
  'the enterprise account': [pages.enterprise, pages.subscription, pages.contact],
}

const STAFF_WALK = [
  pages.adminDashboard,
  pages.platforms,
  pages.platformForm,
  pages.clients,
  pages.invitationLinks,
  pages.staffOrders,
  pages.announcements,
  pages.plans,
  pages.tacs,
  pages.bip,
  pages.mails,
  pages.feedback,
] as const

for (const [area, walk] of Object.entries(WALKS))
  test(`a walk through the pages of ${area}`, async ({ demoDesk }) => await walkThrough(demoDesk, walk))

test("a walk through the pages of the platform's staff", async ({ staffPage }) =>
  await walkThrough(staffPage, STAFF_WALK))

async function walkThrough(desk: Page, walk: readonly Walked[]): Promise<void> {
  for (const { path, title } of walk) {
    const address = path.replace('$operation', 'add')
    if (desk.url() === 'about:blank') await desk.goto(address)
    else await desk.evaluate((path) => history.pushState(null, '', path), address)
    await expect(desk).toHaveTitle(`${title} - Simwright`)
    await expect(desk.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(desk.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expect(desk.getByText('This could not be loaded')).toHaveCount(0)
  }
}

test('the development mailbox and the public page of an activation code open', async ({ guestDesk, portal }) => {
  for (const path of [portal.mailbox, portal.codePage]) {
    await guestDesk.goto(path)
    await expect(guestDesk.getByRole('heading').first()).toBeVisible()
  }
})
