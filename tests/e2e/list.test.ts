import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'

/** Navigates in the application like a link; loads it only for the first page. */
async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await page.evaluate((path) => history.pushState(null, '', path), path)
}

test('a view of a list can be saved, shows changes, and can be restored', async ({ demoDesk }) => {
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await visit(demoDesk, '/profile/fleet?status=DISABLED')
  await expect(demoDesk.getByRole('heading', { name: 'Fleet' })).toBeVisible()
  await demoDesk.getByRole('button', { name: 'Views' }).click()
  await demoDesk.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await demoDesk.getByRole('textbox', { name: 'Name' }).fill('Switched off')
  await demoDesk.keyboard.press('Enter')
  await expect(demoDesk.getByRole('button', { name: /^View: ?Switched off$/ })).toBeVisible()
  await demoDesk.getByRole('button', { name: 'Remove filter Status' }).click()
  await demoDesk.getByRole('button', { name: /^View: ?Switched off ?changed$/ }).click()
  await expect(demoDesk.getByRole('menuitem', { name: 'Save changes' })).toBeVisible()
  await demoDesk.getByRole('menuitem', { name: 'Back to the view as saved' }).click()
  await expect(demoDesk.getByRole('button', { name: /^View: ?Switched off$/ })).toBeVisible()
  await expect(demoDesk).toHaveURL(/q=status%3Adisabled/)
})

test('a list can be used by keyboard: rows, pages, selection, and from one open profile to the next', async ({
  demoDesk,
}) => {
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await visit(demoDesk, '/profile/fleet')
  await demoDesk.getByLabel('Rows per page').selectOption('25')
  const row = (number: number) => demoDesk.locator('tbody tr').nth(number)
  await expect(demoDesk.getByText('1-25 of')).toBeVisible()
  await demoDesk.keyboard.press('/')
  await expect(demoDesk.getByRole('combobox', { name: 'Filter by words' })).toBeFocused()
  await row(0).focus()
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space', 'Shift+ArrowDown'])
    await demoDesk.keyboard.press(key)
  await expect(demoDesk.getByText('4 selected')).toBeVisible()
  await demoDesk.keyboard.press('End')
  await demoDesk.keyboard.press('Enter')
  await expect(demoDesk.getByRole('dialog')).toBeVisible()
  await demoDesk.keyboard.press('j')
  await expect(demoDesk.getByText('26-')).toBeVisible()
  await expect(row(0)).toHaveAttribute('data-open', 'true')
  await demoDesk.keyboard.press('k')
  await expect(row(24)).toHaveAttribute('data-open', 'true')
  await demoDesk.keyboard.press('Escape')
  await expect(row(24)).toBeFocused()
  await demoDesk.keyboard.press('ArrowDown')
  await expect(row(0)).toBeFocused()
  await expect(demoDesk.getByText('26-')).toBeVisible()
})

test('a query for a missing name is refused; filters can be cleared at once', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/fleet?q=group%3Anowhere')
  await expect(demoDesk.getByText('There is no group named "nowhere".')).toHaveCount(2)
  await demoDesk.getByRole('button', { name: 'Clear filters' }).click()
  await expect(demoDesk.locator('tbody tr').first()).toBeVisible()
})

test('a column can be moved left by keyboard, and stays there', async ({ demoDesk }) => {
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await visit(demoDesk, '/profile/fleet?status=DISABLED')
  const second = demoDesk.locator('thead th').nth(2)
  await demoDesk.getByRole('button', { name: 'Columns' }).click()
  await demoDesk.getByRole('button', { name: 'Move Order state to the left' }).focus()
  await demoDesk.keyboard.press('ArrowUp')
  await expect(second).toHaveText('Order state')
  await expect(demoDesk.getByRole('button', { name: 'Move Order state to the left' })).toBeFocused()
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await demoDesk.getByRole('button', { name: 'Show the usual columns' }).click()
  await expect(second).toHaveText('Status')
  await demoDesk.keyboard.press('Escape')
})

test('the colors of a QR code style can be typed', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/delivery')
  await demoDesk.getByRole('button', { name: 'New style' }).click()
  const color = demoDesk.getByLabel('Color', { exact: true })
  await color.click()
  await color.selectText()
  await demoDesk.keyboard.type('#1D4ED8')
  await expect(color).toHaveValue('#1D4ED8')
  await demoDesk.keyboard.press('Tab')
  await expect(color).toHaveValue('#1d4ed8')
  await color.fill('#1d4')
  await color.blur()
  await expect(color).toHaveValue('#1d4ed8')
  await expect(demoDesk.getByText('A camera reads it at each size.')).toBeVisible()
})
