import { expect, type Page } from '@playwright/test'

export type Billing = 'Monthly' | 'Annual, 10 % less'

/** Fills what the purchase form asks beyond the data of the enterprise account. */
export async function fillPurchase(page: Page, plan: string, billing: Billing) {
  await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check({ force: true })
  await page.getByText(billing, { exact: true }).click()
  const fields = {
    'Company *': 'Alba Mobile',
    'Street *': '1 Main Street',
    'City *': 'London',
    'Postal code': 'E1 6AN',
    'E-mail for invoices': 'bills@alba.example',
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.click()
  await country.fill('United Kingdom')
  await page.getByRole('option', { name: /United Kingdom/ }).click()
}

/** Presses the button, which is disabled for a moment while the price is computed again: a press at that moment is lost. */
export async function pressOrder(page: Page, total: string): Promise<void> {
  const button = page.getByRole('button', { name: `Order for ${total}` })
  await expect(async () => {
    if (page.url().includes('/order/purchase/')) await button.click({ timeout: 2_000 })
    await expect(page).not.toHaveURL(/\/order\/purchase\//, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
