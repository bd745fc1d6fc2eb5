import type { Page } from '@playwright/test'
import { problems } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import { Client } from '../../apps/server/src/testing/client.ts'
import { seeNotice } from './notice.ts'
import { expect, test } from './portal.ts'
import { addAuthenticator, openPage } from './user.ts'

const REASON = 'Ticket 42: no downloads since Monday'
const DEMO = 'Northwind Mobile (demo)'

/** Opens the drawer of the demo's enterprise account. */
async function openDemoClient(page: Page) {
  await page.goto('/admin/client?search=Northwind')
  await page.getByText(DEMO).click()
  return page.getByRole('dialog', { name: 'Enterprise account' })
}

/** A dialog whose submit button has the same name as the button that opens it. */
async function submitDialog(page: Page, open: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: open }).first().click()
  const dialog = page.getByRole('dialog').last()
  await fill(dialog)
  await dialog.locator('button[type="submit"]').click()
}

test('platform admin works through the admin area, and visits a client, which finds the visit in its audit log', async ({
  browser,
  portal,
  demoPage,
}) => {
  const page = await openPage(browser, portal.url, await portal.openNewStaff('Platform admin'))

  await test.step('without a second factor, only the page where one is set up opens', async () => {
    await addAuthenticator(page)
    await page.goto('/admin/client?search=Northwind')
    await expect(page.getByText('You work for the platform Simwright. Your role is Platform admin.')).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await expect(page).toHaveURL(/\/admin\/client\?search=Northwind$/)
    await expect(page.getByText(DEMO)).toBeVisible()
  })

  await test.step('dashboard', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/admin\/dashboard/)
    await expect(page.getByRole('main').getByText('Clients', { exact: true }).first()).toBeVisible()
  })

  await test.step('invitation link', async () => {
    await page.goto('/admin/invitationlink')
    await submitDialog(page, 'Create link', async (dialog) => await dialog.getByLabel('Note').fill('For the fair'))
    await expect(page.getByText('Link created.')).toBeVisible()
    await expect(
      page.getByRole('dialog', { name: 'Invitation link', exact: true }).getByText('For the fair'),
    ).toBeVisible()
  })

  await test.step('announcement, published and withdrawn', async () => {
    await page.goto('/admin/announcement')
    await submitDialog(page, 'New announcement', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Maintenance on Sunday.')
    })
    await expect(page.getByText('Announcement published.')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for this announcement' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    await seeNotice(page, 'Announcement withdrawn.', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click(),
    )
  })

  await test.step('plan and discount', async () => {
    await page.goto('/admin/plan')
    await page.getByRole('cell', { name: 'PREMIUM' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.locator('[name="limits.downloadAttempts"]').fill('99')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.goto('/admin/plan?tab=discounts')
    await submitDialog(page, 'Create discount', async (dialog) => {
      await dialog.getByLabel('Code').fill('FAIR-2026')
      await dialog.getByLabel('Percent of').fill('10')
    })
    await expect(page.getByText('The discount code FAIR-2026 was created.')).toBeVisible()
  })

  await test.step('client: usage, members, note, visit', async () => {
    const drawer = await openDemoClient(page)
    await expect(
      drawer.getByRole('meter', { name: 'Downloads used' }).or(drawer.getByText('No limit').first()),
    ).toBeVisible()
    await drawer.getByRole('tab', { name: 'Members' }).click()
    await expect(drawer.getByText(portal.demo.email)).toBeVisible()
    await drawer.getByRole('tab', { name: 'Notes' }).click()
    await drawer.getByLabel('New note').fill('Calls on Mondays.')
    await drawer.getByRole('button', { name: 'Add note' }).click()
    await expect(drawer.getByText('Calls on Mondays.')).toBeVisible()
    await drawer.getByRole('tab', { name: 'Actions' }).click()
    await drawer.getByLabel('Reason for the visit').fill(REASON)
    await drawer.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(/^You are visiting Northwind Mobile \(demo\), read-only/)).toBeVisible()
    await page.goto('/config')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('link', { name: 'New configuration' })).toHaveCount(0)
    await page.getByRole('button', { name: 'End visit' }).click()
    await expect(page.getByText(/^You are visiting/)).toHaveCount(0)
  })
  await page.close()

  await demoPage.goto('/setting/audit?action=enterprise.visited')
  await demoPage.getByRole('cell', { name: /^Visited .* as platform staff: / }).click()
  await expect(demoPage.getByRole('dialog').getByText(REASON, { exact: true })).toBeVisible()
})

test('platform support sees the admin area without buttons that change it, and the server refuses changes', async ({
  browser,
  portal,
}) => {
  const session = await portal.openStaff('Platform support')
  const page = await openPage(browser, portal.url, session)
  const main = page.getByRole('main')
  const changing = /^(Create|New|Add (?!a filter)|Save|Publish|Give|Suspend|Extend|Delete|Withdraw|Stop|Retry|Sign in)/
  for (const path of ['dashboard', 'client', 'invitationlink', 'announcement', 'plan', 'plan?tab=discounts', 'mail']) {
    await page.goto(`/admin/${path}`)
    await expect(main.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expect(main.getByRole('button', { name: changing })).toHaveCount(0)
  }
  const drawer = await openDemoClient(page)
  await drawer.getByRole('tab', { name: 'Notes' }).click()
  await expect(drawer.getByText('For platform staff only')).toBeVisible()
  await expect(drawer.getByRole('tab')).toHaveText(['Overview', 'Members', 'Notes'])
  await expect(drawer.getByRole('button', { name: changing })).toHaveCount(0)

  const support = new Client(portal.url)
  support.cookies.set('token', session.token).set(session.binding.name, session.binding.value)
  const { items } = await support.ask(client.list, { filter: { search: 'Northwind' } })
  const refused = await support.refusal(client.addNote, { id: items[0]!.id, fields: { text: 'No.' } })
  expect(refused.code).toBe(problems.forbidden.code)
  await page.close()
})
