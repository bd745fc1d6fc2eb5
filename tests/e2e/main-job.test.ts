import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { testEid } from '@simwright/euicc'
import { encryptTo } from '../../apps/server/src/testing/encrypt.ts'
import { type Picture, readQr } from '../../apps/server/src/testing/qr.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { seeNotice } from './notice.ts'
import { paint } from './paint.ts'
import { expect, test } from './portal.ts'

const PERSON = { email: 'ada@example.com', password: 'Quiet-Harbour-7', firstName: 'Ada', lastName: 'Byron' }
const ROWS = subscribers(3, 7_000)

/** A link in the side bar. */
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8')

/** A screenshot, as pixels. */
async function photograph(shown: Locator, page: Page): Promise<Picture> {
  await paint(page)
  const png = (await shown.screenshot()).toString('base64')
  const blank = await page.context().newPage()
  const picture = await blank.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { width, height, data } = context.getImageData(0, 0, image.width, image.height)
    return { width, height, pixels: [...data] }
  }, `data:image/png;base64,${png}`)
  await blank.close()
  return picture
}

test('a user signs up, creates a configuration, turns a PGP-encrypted file into activation codes, and a phone downloads', async ({
  page,
  portal,
}) => {
  await test.step('sign up', async () => {
    await page.goto('/signup')
    await page.getByLabel('First name').fill(PERSON.firstName)
    await page.getByLabel('Last name').fill(PERSON.lastName)
    await page.getByLabel('Company name').fill('Analytical Engines')
    await page.getByLabel('E-mail').fill(PERSON.email)
    await page.getByLabel(/^Password( \*)?$/).fill(PERSON.password)
    await page.getByLabel('Confirm password').fill(PERSON.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.goBack()
    await expect(page.getByLabel('First name')).toHaveValue(PERSON.firstName)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('MVNO', { exact: true }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  })

  await test.step('activate from the mailbox, which signs in', async () => {
    await page.goto(portal.mailbox)
    const letter = page.getByRole('article').filter({ hasText: PERSON.email })
    const link = letter.getByRole('link').first()
    const used = (await link.getAttribute('href')) ?? ''
    await link.click()
    await page.getByRole('button', { name: 'Activate account' }).click()
    await expect(page).toHaveURL(/\/home$/)
    await page.goto(used)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL(/\/home$/)
  })

  await test.step('make a profile configuration', async () => {
    await open(page, 'Profile configuration')
    await page.getByRole('link', { name: 'New configuration' }).first().click()
    await expect(page.getByRole('heading', { name: 'New profile configuration' })).toBeVisible()
    await page.getByLabel('Configuration name').fill('Consumer')
    await page.getByLabel('Profile name').fill('Consumer plan')
    await page.getByRole('textbox', { name: 'Service provider name', exact: true }).fill('Alba')
    await page.getByRole('button', { name: 'Add network to Home network (HPLMN)' }).click()
    await page.getByRole('textbox', { name: 'Network 1 of Home network (HPLMN)' }).fill('99970')
    await seeNotice(page, 'The profile configuration was created.', () =>
      page.getByRole('button', { name: 'Create configuration' }).click(),
    )
  })

  await test.step('encrypt a file to the key of the page, upload it, look at it, generate', async () => {
    await open(page, 'Fleet')
    await expect(page.getByRole('table').getByText('Demo', { exact: true }).first()).toBeVisible()
    await open(page, 'Generate AC')
    await page.getByRole('combobox', { name: 'Configuration' }).click()
    await page.getByRole('option', { name: /Consumer/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download public key' }).click()
    const content = await encryptTo(await textOf(await download), subscriberCsv(ROWS))
    const file = { name: 'subscribers.csv.pgp', mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('heading', { name: 'subscribers.csv.pgp' })).toBeVisible()
    await expect(page.getByText(ROWS[0]!.ICCID!)).toBeVisible()
    await page.getByRole('button', { name: 'Generate 3 codes' }).click()
    await expect(page.getByText('3 activation codes are ready').first()).toBeVisible()
  })

  const code = await test.step('the QR code of a profile says its activation code', async () => {
    await open(page, 'Fleet')
    // the list was loaded before the profiles were generated
    await page.getByText(ROWS[1]!.ICCID!).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Code' }).click()
    const shown = await drawer
      .getByText(/^LPA:1\$/)
      .first()
      .innerText()
    expect(shown).toMatch(/^LPA:1\$localhost:\d+\$[0-9A-F]{32}$/)
    expect(readQr(await photograph(drawer.getByRole('img', { name: shown }), page))).toBe(shown)
    return shown
  })

  await test.step('a virtual phone tries the profile, and closing it undoes the try', async () => {
    await page.getByRole('dialog').getByRole('link', { name: 'Try with a virtual phone' }).click()
    await expect(page.getByRole('heading', { name: 'Virtual phone', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Switch on and download' }).click()
    await expect(page.getByText('The profile is installed')).toBeVisible()
    await page.getByRole('button', { name: 'Enable' }).click()
    await expect(page.getByText('The profile is enabled')).toBeVisible()
    await page.getByRole('button', { name: 'Authenticate in the network' }).click()
    await expect(page.getByText('Authentication passed')).toBeVisible()
    await page.getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('The profile is disabled')).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('The profile is deleted')).toBeVisible()
    await seeNotice(page, 'The phone is closed. The profile is available under the same code.', () =>
      page.getByRole('button', { name: 'Close the phone' }).click(),
    )
    await expect(page.getByRole('dialog').getByText('Available').first()).toBeVisible()
  })

  await test.step('a phone downloads, and the portal shows it', async () => {
    expect(await portal.downloadWithPhone(code)).toBe('installed, enabled')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('Enabled').first()).toBeVisible()
    await drawer.getByRole('tab', { name: 'Timeline' }).click()
    await expect(drawer.getByText('The eUICC installed the profile.')).toBeVisible()
    await page.keyboard.press('Escape')
    await open(page, 'Dashboard')
    await expect(page.getByText('Downloads today')).toBeVisible()
  })
})

test('a profile is pushed to a phone, which finds it by itself; the page updates without a reload', async ({
  demoPage: page,
  portal,
}) => {
  const eid = testEid(950)
  await page.goto('/profile/eidpush')
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await page.getByRole('combobox', { name: 'ICCID' }).click()
  const offered = page.getByRole('listbox').getByRole('option').filter({ hasNotText: 'confirmation code' }).first()
  const [iccid = ''] = (await offered.textContent())?.match(/^\d{20}/) ?? []
  await offered.click()
  await page
    .getByRole('textbox', { name: 'EID', exact: true })
    .fill(eid.slice(0, 31) + String((Number(eid[31]) + 1) % 10))
  await page.getByRole('button', { name: 'Push profile', exact: true }).click()
  await expect(page.getByText('Invalid EID.')).toBeVisible()
  await page.getByRole('textbox', { name: 'EID', exact: true }).fill(eid)
  await page.getByRole('button', { name: 'Push profile', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: iccid })
  await expect(row.getByText('Pushed', { exact: true })).toBeVisible()
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  expect(await portal.querySmdsWithPhone(eid)).toBe('installed')
  await expect(row.getByText('Downloaded', { exact: true })).toBeVisible()
})
