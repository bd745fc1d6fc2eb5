import { expect, type Page } from '@playwright/test'

export type Billing = 'Monthly' | 'Annual, 10% off'

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

/** Orders for the total that is shown, with one press. */
export async function pressOrder(page: Page, total: string): Promise<void> {
  await page.getByRole('button', { name: `Order for ${total}` }).click()
  await expect(page).not.toHaveURL(/\/order\/purchase\//)
}
