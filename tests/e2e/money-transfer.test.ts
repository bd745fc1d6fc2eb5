import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { expect, test } from './money.ts'
import { seeNotice } from './notice.ts'
import { textsIn } from './pdf-text.ts'
import { fillPurchase, pressOrder } from './purchase-form.ts'
import { openNewPage } from './user.ts'

const at = '2028-01-03T10:00:00Z'

type Proof = { name: string; mimeType: string; buffer: Buffer }

const HIDDEN = 'hidden behind the picture'
/** White, 4 by 3 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWP4jwQYcHIAu4cj3WS55GoAAAAASUVORK5CYII=',
  'base64',
)
/** The signature of a PNG file, and the header with its size. */
const beginOf = (file: Buffer) => file.toString('hex', 0, 24)
const png: Proof = { name: 'proof.png', mimeType: 'image/png', buffer: Buffer.concat([picture, Buffer.from(HIDDEN)]) }
const pdf: Proof = {
  name: 'proof.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n% not parsed'),
}

const contentOf = async (download: Download) => readFileSync(await download.path())

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Order' })

/** `reference`: as shown, to name in the transfer. */
type Transfer = { code: string; reference: string }

/** The owner orders PRO by bank transfer and uploads a proof. */
async function orderByTransfer(page: Page, proof: Proof): Promise<Transfer> {
  await fillPurchase(page, 'PRO', 'Monthly')
  await page.getByRole('radio', { name: /^Bank transfer/ }).check({ force: true })
  await pressOrder(page, '$178.80')
  await expect(page).toHaveURL(/\/order\/success/)
  const main = page.getByRole('main')
  for (const text of ['Pay by bank transfer', 'USD 178.80', 'Simwright Ltd', 'GB29 NWBK 6016 1331 9268 19', 'NWBKGB2L'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  const reference = await main.getByText(/^RF\d\d( \d{4}){5}$/).innerText()

  await page.getByRole('link', { name: 'Upload proof of transfer' }).click()
  const drawer = drawerOf(page)
  const code = await drawer.getByRole('heading', { name: /^\d{20}$/ }).innerText()
  await drawer.locator('input[type=file]').setInputFiles(proof)
  await seeNotice(page, 'Proof uploaded. Our staff are checking the transfer.', () =>
    drawer.getByRole('button', { name: 'Upload proof' }).click(),
  )
  await expect(drawer.getByText('Pending confirmation', { exact: true })).toBeVisible()
  return { code, reference }
}

/** Staff find the order by the reference on a bank statement, and download its proof. @returns the file */
async function readProof(staff: Page, client: string, { code, reference }: Transfer): Promise<Buffer> {
  await staff.goto('/admin/order')
  await staff.getByPlaceholder('Order ID, reference or payment').fill(reference)
  const row = staff.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText(client)
  await expect(staff.getByRole('row')).toHaveCount(2)
  await row.getByText(client).click()
  const [download, response] = await Promise.all([
    staff.waitForEvent('download'),
    staff.waitForResponse((one) => one.url().includes('/admin/order/proof')),
    drawerOf(staff).getByRole('button', { name: 'Download proof' }).click(),
  ])
  const headers = response.headers()
  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(headers['content-security-policy']).toMatch(/(^|; ?)sandbox(;|$)/)
  return await contentOf(download)
}

/** Staff enter what the bank reports. */
async function confirmTransfer(staff: Page, reference: string) {
  await staff.getByRole('button', { name: 'Confirm transfer' }).click()
  const dialog = staff.getByRole('dialog', { name: /^Confirm the bank transfer/ })
  const fields = { cents: '178.80', receivedOn: at.slice(0, 10), bank: 'Harbour Bank', reference }
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name="${name}"]`).fill(value)
  await seeNotice(staff, 'Transfer confirmed.', () => dialog.getByRole('button', { name: 'Confirm transfer' }).click())
  await expect(drawerOf(staff).getByText('Active', { exact: true })).toBeVisible()
}

async function rejectTransfer(staff: Page, reason: string) {
  await staff.getByRole('button', { name: 'Reject' }).click()
  const dialog = staff.getByRole('dialog', { name: /^Reject the bank transfer/ })
  await dialog.getByLabel('Reason').fill(reason)
  await seeNotice(staff, 'Transfer rejected.', () => dialog.getByRole('button', { name: 'Reject transfer' }).click())
}

/** The owner opens the order and downloads its invoice. @returns its number */
async function readInvoice(page: Page, code: string): Promise<string> {
  await page.getByRole('cell', { name: code }).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible()
  await drawer.getByRole('tab', { name: 'Invoices' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  const number = (await drawer.getByText(/^Invoice SW-/).innerText()).replace('Invoice ', '')
  expect(download.suggestedFilename()).toBe(`${number}.pdf`)
  const content = await contentOf(download)
  expect(content.toString('latin1', 0, 5)).toBe('%PDF-')
  const texts = textsIn(content)
  expect(texts).toEqual(expect.arrayContaining([number, code, 'Simwright Ltd', 'Alba Mobile', '3 January 2028']))
  const line = ['Plan PRO, monthly', '100 downloads a month · 3 Jan 2028 – 3 Feb 2028', '1 month', '149.00']
  expect(texts).toEqual(expect.arrayContaining(line))
  const sums = ['Net', 'VAT 20% (United Kingdom)', '29.80', 'Total', 'USD 178.80']
  expect(texts).toEqual(expect.arrayContaining(sums))
  return number
}

const counterOf = (number: string) => Number(/^SW-(\d+)$/.exec(number)![1])

test('bank transfers: proof, confirmed with an invoice, rejected with a reason, the next invoice without a gap', async ({
  page,
  browser,
  money,
}) => {
  const clients = ['Paid by transfer', 'Never paid', 'Paid later'] as const
  const emails = { [clients[0]]: '', [clients[1]]: '', [clients[2]]: '' }
  for (const client of clients) emails[client] = await money.open(client)
  const goTo = (client: (typeof clients)[number], path: string) => money.goTo(page, { email: emails[client], at, path })
  const [first, second, third] = clients

  await goTo(first, '/order/purchase/buy')
  const paid = await orderByTransfer(page, png)
  const staff = await openNewPage(browser, money.url, await money.openStaff())
  await staff.clock.setFixedTime(at)
  const stored = await readProof(staff, first, paid)
  expect(beginOf(stored)).toBe(beginOf(picture))
  expect(stored.includes(HIDDEN)).toBe(false)
  await confirmTransfer(staff, 'TX-1')
  await page.goto('/subscription')
  await expect(page.getByText(/^(Renews|Ends) on 3 Feb 2028/)).toBeVisible()
  await page.goto('/order')
  const number = await readInvoice(page, paid.code)

  await goTo(second, '/order/purchase/buy')
  const rejected = await orderByTransfer(page, pdf)
  expect(await readProof(staff, second, rejected)).toEqual(pdf.buffer)
  await rejectTransfer(staff, 'Nothing has arrived.')
  await page.goto('/order')
  await page.getByRole('cell', { name: rejected.code }).click()
  const alert = drawerOf(page).getByRole('alert')
  await expect(alert).toContainText('The transfer was rejected')
  await expect(alert).toContainText('Nothing has arrived.')
  await expect(drawerOf(page).getByText('Closed', { exact: true })).toBeVisible()

  await goTo(third, '/order/purchase/buy')
  const later = await orderByTransfer(page, pdf)
  await readProof(staff, third, later)
  await confirmTransfer(staff, 'TX-2')
  await page.goto('/order')
  expect(counterOf(await readInvoice(page, later.code))).toBe(counterOf(number) + 1)
  await staff.context().close()
})

test('an order that is pressed while its price is computed again is placed at the price that was shown, or not at all', async ({
  page,
  money,
}) => {
  await money.goTo(page, { email: await money.open('In a hurry'), at, path: '/order/purchase/buy' })
  await fillPurchase(page, 'PRO', 'Monthly')
  await page.getByRole('radio', { name: /^Bank transfer/ }).check({ force: true })
  const button = page.getByRole('button', { name: 'Order for $178.80' })
  await expect(button).toBeEnabled()
  let computePrices = () => {}
  const computed = new Promise<void>((resolve) => {
    computePrices = resolve
  })
  await page.route('**/order/quote', async (route) => {
    await computed
    await route.continue()
  })

  await page.getByText('Annual, 10% off', { exact: true }).click()
  await button.click()
  await expect(page.getByText('The price has changed since it was shown.')).toBeVisible()
  await page.getByText('Monthly', { exact: true }).click()
  await page.getByLabel('City *', { exact: true }).fill('Leeds')
  await button.click()
  await expect(page).toHaveURL(/\/order\/success/)
  computePrices()
})
