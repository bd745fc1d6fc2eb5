import type { Page } from '@playwright/test'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { seeNotice } from './notice.ts'
import { expect, test } from './portal.ts'
import { expectVisibleFocus, moveTo, sideBarLink } from './user-action.ts'

/** Jobs 1, 4, 5 and 9 by keyboard alone, from a fresh page. Whatever has the focus on the way shows it. */

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

/** Follows a link of the side bar with Tab and Enter. */
async function openFromSideBar(page: Page, name: string): Promise<void> {
  await moveTo(page, sideBarLink(page, name))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Filters the fleet with the shortcut of the search field, and waits until all rows fit. */
async function search(page: Page, query: string, fits: RegExp): Promise<void> {
  await page.goto('/home')
  await openFromSideBar(page, 'Fleet')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Filter by words' })).toBeFocused()
  await page.keyboard.type(query)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasNotText: fits })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
}

/** Presses Enter on the button that the Tab key reaches. */
async function press(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  await moveTo(page, page.getByRole('button', { name }).last(), key)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, name: string): Promise<void> {
  await moveTo(page, page.getByRole('menuitem', { name }), 'ArrowDown')
  await page.keyboard.press('Enter')
}

test('job 1 by keyboard: move profiles into a group that does not exist', async ({ demoPage: page }) => {
  await search(page, 'status:disabled', /Disabled/)
  const count = await rows(page).count()
  await moveTo(page, rows(page).first())
  await page.keyboard.press('Space')
  for (let ticked = 1; ticked < count; ticked++) await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText(`${count} selected`)).toBeVisible()
  await press(page, 'Actions')
  await choose(page, 'Move into a group')
  const group = page.getByRole('combobox', { name: 'Group' })
  await expect(group).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.type('Warehouse Bergen')
  await expect(page.getByRole('option', { name: 'Create "Warehouse Bergen"' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await seeNotice(page, 'Created: Warehouse Bergen', () => page.keyboard.press('Enter'))
  await press(page, `Move ${count} profiles`)
  await expect(page.getByRole('region', { name: `Moved ${count} profiles to Warehouse Bergen` })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Warehouse Bergen' })).toHaveCount(count)
  await expectVisibleFocus(page)
})

test('job 4 by keyboard: see why a download failed, and send a new code', async ({ demoPage: page }) => {
  await search(page, '8999970000000000014', /89999700000000000 ?14/)
  await moveTo(page, rows(page).first())
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog').getByRole('region', { name: 'Why the download failed' })
  await expect(panel.getByText('The activation code or its use')).toBeVisible()
  await press(page, 'Raw message')
  await expect(panel.getByText(/bytes$/)).toBeVisible()
  await press(page, 'Send a new code', 'Shift+Tab')
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
  await page.keyboard.type('customer@example.com')
  await seeNotice(page, 'The new code is on its way to customer@example.com.', () => page.keyboard.press('Enter'))
  await expect(panel).toHaveCount(0)
  await expectVisibleFocus(page)
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toBeFocused()
})

test('job 5 by keyboard: a code for a customer', async ({ demoPage: page }) => {
  const [{ ICCID, IMSI }] = subscribers(1, 8_001) as [Record<string, string>]
  await page.goto('/home')
  await moveTo(page, page.getByRole('combobox', { name: 'Profile configuration' }))
  await page.keyboard.type('Demo consumer')
  await expect(page.getByRole('option', { name: 'Demo consumer plan' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByRole('textbox', { name: 'ICCID' }))
  await page.keyboard.type(ICCID!)
  await page.keyboard.press('Tab')
  await page.keyboard.type(IMSI!)
  await moveTo(page, page.getByRole('radio', { name: 'Enter keys' }))
  await page.keyboard.press('ArrowRight')
  await press(page, 'Generate AC')
  const result = page.getByRole('region', { name: 'The activation code is ready' })
  await expect(result.getByRole('heading')).toBeFocused()
  await press(page, 'Download the QR code as PNG')
  await press(page, 'Send by e-mail')
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
  await page.keyboard.type('customer@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The e-mail to customer@example.com is on its way.')).toBeVisible()
  await expect(result.getByRole('button', { name: 'Send by e-mail' })).toBeFocused()
})

test('job 9 by keyboard: search and filter stay visible while rows are selected', async ({ demoPage: page }) => {
  await search(page, 'status:enabled', /Enabled/)
  await moveTo(page, rows(page).first())
  await page.keyboard.press('Space')
  await expect(page.getByRole('combobox', { name: 'Filter by words' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter Status' })).toBeVisible()
  await press(page, 'Select all that match')
  const selection = page.getByRole('region', { name: 'Selected rows' })
  await expect(selection).toContainText(/All \d+ that match.*status:enabled/)
  await expectVisibleFocus(page)
  await press(page, 'Actions')
  await choose(page, 'Change notes')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All profiles that match status:enabled')
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeFocused()
  await page.keyboard.type('In the field')
  await press(page, /^Change \d+ profiles$/)
  await expect(page.getByRole('region', { name: /^Changed the notes of \d+ profiles/ })).toBeVisible()
  await expectVisibleFocus(page)
})

test('a page that opens has the focus on its title, and so does the content after the link that skips the menu', async ({
  demoPage: page,
}) => {
  const title = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
  await page.goto('/home')
  await expect(title(/^Welcome/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(/^Welcome/)).toBeFocused()
  await expectVisibleFocus(page)
  // from the side bar, the palette, and a button that is gone with its page
  await moveTo(page, sideBarLink(page, 'Group'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(title('Group')).toBeFocused()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('New configuration')
  await expect(page.getByRole('option', { name: /^New configuration/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title('New profile configuration')).toBeFocused()
  await moveTo(page, page.getByRole('main').getByRole('link', { name: 'Cancel' }))
  await page.keyboard.press('Enter')
  await expect(title('Profile configuration')).toBeFocused()
  await expectVisibleFocus(page)
})

test('what is hidden for a moment gets the focus back', async ({ demoPage: page }) => {
  await page.goto('/config')
  const button = page.getByRole('main').getByRole('link', { name: 'New configuration' }).first()
  await moveTo(page, button)
  const show = (display: string) =>
    page.locator('main').evaluate((main, to) => main.style.setProperty('display', to), display)
  await show('none')
  await expect(page.locator('body')).toBeFocused()
  await show('')
  await expect(button).toBeFocused()
})

test('the menu of a low window is scrolled to the entry of the page', async ({ demoPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 200 })
  await page.goto('/config')
  await expect(sideBarLink(page, 'Profile configuration')).toBeInViewport({ ratio: 1 })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(() => menu.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})
