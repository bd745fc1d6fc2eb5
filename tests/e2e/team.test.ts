import type { Browser, Page } from '@playwright/test'
import { seeNotice } from './notice.ts'
import { expect, test } from './portal.ts'
import { openPage } from './user.ts'

const EMAIL = 'grace.hopper@example.net'
const PASSWORD = 'Quiet-Harbour-7'

/** Creates the account of an invitation on its page in a separate browser, which is signed in by it. */
async function join(browser: Browser, url: string, link: string): Promise<Page> {
  const page = await openPage(browser, url)
  await page.goto(link)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel(/^Password( \*)?$/).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: /^Join / }).click()
  await expect(page).toHaveURL(/\/home$/)
  return page
}

/** Mail is sent after the answer, so it may arrive a moment later. */
async function invitationLink(browser: Browser, mailbox: string): Promise<string> {
  const page = await openPage(browser, mailbox)
  let link: string | undefined
  await expect(async () => {
    await page.goto(mailbox)
    const text = await page.locator('body').innerText()
    link = /https?:\/\/\S+\/invitation\?token=[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  await page.close()
  return link!
}

async function changeRole(page: Page, name: string, role: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByRole('dialog').locator('input').first().click()
  await page.getByRole('option', { name: new RegExp(`^${role}`) }).click()
  await seeNotice(page, `${name} is now ${role}.`, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click(),
  )
}

/** Staff suspend the demo's enterprise, and resume it after `meanwhile`. */
async function suspend(staff: Page, reason: string, meanwhile: () => Promise<void>): Promise<void> {
  await staff.goto('/admin/client?search=Northwind')
  await staff.getByText('Northwind Mobile (demo)').click()
  const drawer = staff.getByRole('dialog', { name: 'Enterprise account' })
  await drawer.getByRole('tab', { name: 'Actions' }).click()
  await drawer.getByRole('textbox', { name: 'Reason', exact: true }).fill(reason)
  await drawer.getByRole('button', { name: 'Suspend', exact: true }).click()
  await staff
    .getByRole('dialog', { name: /^Suspend / })
    .getByRole('button', { name: 'Suspend' })
    .click()
  await meanwhile()
  await drawer.getByRole('tab', { name: 'Overview' }).click()
  await drawer.getByRole('button', { name: 'End suspension' }).click()
}

test('an invited user joins; a removed permission disappears from the open page without a new sign-in', async ({
  demoPage,
  staffPage,
  browser,
  portal,
}) => {
  await demoPage.goto('/team/member')
  await demoPage.getByRole('button', { name: 'Invite members' }).click()
  const dialog = demoPage.getByRole('dialog')
  await dialog.getByLabel('E-mail addresses').fill(`Grace Hopper <${EMAIL}>`)
  await dialog.locator('input').first().click()
  await demoPage.getByRole('option', { name: /^Operator/ }).click()
  await seeNotice(demoPage, '1 invitation is on its way.', () =>
    dialog.getByRole('button', { name: 'Send 1 invitation' }).click(),
  )

  const guest = await join(browser, portal.url, await invitationLink(browser, portal.mailbox))
  await guest.goto('/config')
  const side = guest.getByRole('navigation').first()
  await expect(guest.getByRole('link', { name: 'Fleet', exact: true })).toBeVisible()
  await expect(side.getByRole('button', { name: 'Setting' })).toHaveCount(0)

  await demoPage.reload()
  await changeRole(demoPage, 'Grace Hopper', 'Viewer')
  await side.getByRole('button', { name: 'Setting' }).click()
  await expect(side.getByRole('link', { name: 'Subscription' })).toBeVisible()
  await expect(guest).toHaveURL(/\/config$/)

  await changeRole(demoPage, 'Grace Hopper', 'Finance')
  await expect(guest.getByText('Your role in Northwind Mobile (demo) is Finance')).toBeVisible()
  await expect(guest).toHaveURL(/\/config$/)

  await guest.goto('/home')
  await expect(guest.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  const reason = guest.getByText('is suspended: The invoice of March is not paid.')
  await suspend(staffPage, 'The invoice of March is not paid.', async () => await expect(reason).toBeVisible())
  await expect(reason).toHaveCount(0)
  const actions = demoPage.getByRole('button', { name: 'Actions for Grace Hopper' })
  await actions.focus()
  await demoPage.keyboard.press('Enter')
  await expect(demoPage.getByRole('menuitem', { name: 'Change role' })).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await demoPage.keyboard.press(key)
  await expect(demoPage.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await demoPage.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await actions.click()
  await demoPage.getByRole('menuitem', { name: 'Deactivate' }).click()
  await seeNotice(demoPage, 'Grace Hopper was deactivated.', () =>
    demoPage.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click(),
  )
  await expect(guest.getByText('Your session was ended elsewhere. Sign in again.')).toBeVisible()
  await guest.close()
})

test('a user can create a second enterprise, switch to it, and switch back', async ({ page, portal }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(portal.demo.email)
  await page.getByLabel(/^Password( \*)?$/).fill(portal.demo.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: /Switch enterprise account/ }).click()
  await page.getByRole('menuitem', { name: 'Add enterprise account' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Second Harbour')
  await page.getByRole('dialog').getByRole('button', { name: 'Create and switch' }).click()
  await expect(page.getByRole('button', { name: /^Second Harbour DEMO/ })).toBeVisible()
  await page.getByRole('button', { name: /^Second Harbour DEMO/ }).click()
  await page.getByRole('menuitem', { name: /^Northwind Mobile/ }).click()
  await expect(page.getByRole('button', { name: /^Northwind Mobile \(demo\) LAB/ })).toBeVisible()
})

test('a user who leaves an enterprise is redirected to the sign-in page in all tabs', async ({ loneDesk }) => {
  await loneDesk.goto('/home')
  await loneDesk.getByRole('button', { name: 'Join Trial Mobile' }).click()
  await expect(loneDesk.getByRole('button', { name: /^Trial Mobile/ })).toBeVisible()
  const other = await loneDesk.context().newPage()
  await other.goto('/user/sessions')
  await expect(other.getByText('This session')).toBeVisible()
  await loneDesk.goto('/user/account')
  await loneDesk.getByRole('button', { name: 'Leave Trial Mobile' }).click()
  await loneDesk.getByRole('dialog').getByRole('button', { name: 'Leave' }).dblclick()
  for (const page of [loneDesk, other]) await expect(page).toHaveURL(/\/login/)
})

test('a page opened with an ended session redirects to the sign-in page, with the reason', async ({
  page,
  context,
  portal,
}) => {
  await context.addCookies([{ name: 'token', value: 'none', url: portal.url }])
  await page.goto('/team/role')
  await expect(page).toHaveURL(/\/login\?.*target=/)
  await expect(page.getByText('Sign in to continue.')).toBeVisible()
})
