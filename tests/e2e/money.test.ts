import type { Page } from '@playwright/test'
import { expect, test } from './money.ts'
import { type Billing, fillPurchase, pressOrder } from './purchase-form.ts'

/** An enterprise from its trial to the end of its plan. Prices were computed by hand from the prices of the plans. */
type Life = {
  name: string
  billing: Billing
  trial: { starts: string; warns: string; ends: string }
  /** PRO by card. */
  bought: { at: string; lines: [string, string][]; applies: string }
  /** PREMIUM by the saved card or a new one, when exactly half of the period is left. */
  upgraded: { at: string; lines: [string, string][]; applies: string }
  canceled: string
  /** The end of the plan, as shown. */
  endDay: string
  ended: string
}

const lives: Life[] = [
  {
    name: 'By the month',
    billing: 'Monthly',
    trial: { starts: '2028-01-10T09:00:00Z', warns: '2028-01-22T10:00:00Z', ends: '2028-01-25T10:00:00Z' },
    // a month from 31 January ends on 29 February
    bought: {
      at: '2028-01-31T10:00:00Z',
      lines: [
        ['PRO, 100 downloads a month, 1 month', '$149.00'],
        ['VAT 20% (United Kingdom)', '$29.80'],
        ['Total', '$178.80'],
      ],
      applies: 'Applies from 31 Jan 2028 to 29 Feb 2028 · 100 downloads in this period',
    },
    // 14.5 of 29 days are left
    upgraded: {
      at: '2028-02-14T22:00:00Z',
      lines: [
        ['PREMIUM, 100 downloads a month, 1 month', '$239.00'],
        ['unused from 14 Feb 2028 to 29 Feb 2028', '-$74.50'],
        ['VAT 20% (United Kingdom)', '$32.90'],
        ['Total', '$197.40'],
      ],
      applies: 'Applies from 14 Feb 2028 to 14 Mar 2028 · 100 downloads in this period',
    },
    canceled: '2028-03-01T08:00:00Z',
    endDay: '14 Mar 2028',
    ended: '2028-03-14T22:00:30Z',
  },
  {
    name: 'By the year, over 29 February',
    billing: 'Annual, 10% off',
    trial: { starts: '2028-02-10T09:00:00Z', warns: '2028-02-22T10:00:00Z', ends: '2028-02-25T10:00:00Z' },
    // a year from 29 February 2028 ends on 28 February 2029: 365 days
    bought: {
      at: '2028-02-29T12:00:00Z',
      lines: [
        ['PRO, 100 downloads a month, 12 months', '$1,609.00'],
        ['VAT 20% (United Kingdom)', '$321.80'],
        ['Total', '$1,930.80'],
      ],
      applies: 'Applies from 29 Feb 2028 to 28 Feb 2029 · 1,200 downloads in this period',
    },
    // 182.5 of 365 days are left
    upgraded: {
      at: '2028-08-30T00:00:00Z',
      lines: [
        ['PREMIUM, 100 downloads a month, 12 months', '$2,581.00'],
        ['unused from 30 Aug 2028 to 28 Feb 2029', '-$804.50'],
        ['VAT 20% (United Kingdom)', '$355.30'],
        ['Total', '$2,131.80'],
      ],
      applies: 'Applies from 30 Aug 2028 to 30 Aug 2029 · 1,200 downloads in this period',
    },
    canceled: '2029-01-10T08:00:00Z',
    endDay: '30 Aug 2029',
    ended: '2029-08-30T00:00:30Z',
  },
]

async function expectPrice(page: Page, lines: [string, string][], applies: string) {
  const price = page.getByRole('table', { name: 'Price' })
  await expect(price.getByRole('row')).toHaveCount(lines.length)
  for (const [index, [text, cents]] of lines.entries()) {
    const row = price.getByRole('row').nth(index)
    await expect(row).toContainText(text)
    await expect(row.getByRole('cell')).toHaveText(cents)
  }
  await expect(page.getByText(applies)).toBeVisible()
}

type Card = 'accepted' | 'declined, then 3-D Secure'

async function payByCard(page: Page, total: string, card: Card) {
  await pressOrder(page, total)
  await expect(page.getByText('This is a simulation of Stripe on this machine.')).toBeVisible()
  const payButton = page.getByRole('button', { name: 'Pay' })
  if (card === 'declined, then 3-D Secure') {
    await page.getByRole('radio', { name: 'visa 0002: Declined' }).check()
    await payButton.click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await page.getByRole('radio', { name: 'visa 3155: Asks for 3-D Secure once' }).check()
  }
  await payButton.click()
  if (card !== 'accepted') await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/order\/success/)
  await expect(page.getByText('Thank you. The plan is active.')).toBeVisible()
}

for (const life of lives)
  test(`${life.name}: trial, warning, expired, buy, upgrade, cancel, end`, async ({ page, money }) => {
    const email = await money.open(life.name)
    const goTo = (at: string, path: string) => money.goTo(page, { email, at, path })

    await goTo(life.trial.starts, '/subscription')
    await page.getByRole('button', { name: 'Start free trial' }).click()
    const terms = page.getByRole('dialog', { name: 'Start the free trial of 15 days?' })
    await expect(terms.getByText('Ends on')).toBeVisible()
    await terms.getByRole('button', { name: 'Start free trial' }).click()
    await expect(page.getByText('15 days left').first()).toBeVisible()
    await goTo(life.trial.warns, '/home')
    await expect(page.getByText('Free trial: 3 days left.')).toBeVisible()
    await goTo(life.trial.ends, '/home')
    await expect(page.getByText('Your free trial of Simwright is expired.')).toBeVisible()

    await goTo(life.bought.at, '/order/purchase/buy')
    await fillPurchase(page, 'PRO', life.billing)
    await expectPrice(page, life.bought.lines, life.bought.applies)
    await payByCard(page, life.bought.lines.at(-1)![1], 'declined, then 3-D Secure')

    await goTo(life.upgraded.at, '/order/purchase/upgrade')
    await fillPurchase(page, 'PREMIUM', life.billing)
    await expectPrice(page, life.upgraded.lines, life.upgraded.applies)
    await payByCard(page, life.upgraded.lines.at(-1)![1], 'accepted')

    await goTo(life.canceled, '/subscription')
    await expect(page.getByText(`Renews on ${life.endDay}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByText(`Ends on ${life.endDay} and is not renewed.`)).toBeVisible()

    await goTo(life.ended, '/home')
    await expect(page.getByText('The plan of this enterprise account has ended.')).toBeVisible()
    await page.goto('/order')
    const states = page.getByRole('row').getByText(/^(Expired|Active|Closed|Unpaid)$/)
    await expect(states).toHaveText(['Expired', 'Expired', 'Expired'])
  })
