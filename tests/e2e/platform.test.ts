import type { Page } from '@playwright/test'
import * as platforms from '@simwright/contract/platform/white-label'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as batch from '@simwright/contract/provisioning/batch'
import { Client } from '../../apps/server/src/testing/client.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { contrastFindings, settle } from './axe.ts'
import { seeNotice } from './notice.ts'
import { expect, type Portal, test } from './portal.ts'
import { PROOF } from './proof.ts'
import { clientOf, openPage } from './user.ts'

const PASSWORD = 'Quiet-Harbour-7'

const plain: platforms.PlatformFields = {
  appName: 'Simwright',
  themeColor: '#4453d6',
  iconId: null,
  logoId: null,
  host: null,
  smdpAddress: null,
  mailName: null,
  mailAddress: null,
  supportEmail: null,
  contactEmail: null,
  contactText: null,
  termsUrl: null,
  privacyUrl: null,
  mailTexts: {},
  providers: [],
}

const drawing = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${color}"/></svg>`

/** A platform as its visitors see it, and words that visitors of other platforms must not see. */
type Brand = {
  name: string
  login: string
  color: string
  icon: string
  sender: string
  links: string
  smdp: string
  others: RegExp
}

/** A platform with its own host and one identified by the path, besides the default platform. */
async function openBrands(portal: Portal): Promise<{ alba: Brand; brio: Brand; house: Brand }> {
  const staff = clientOf(portal.url, await portal.openAdministrator())
  const { port } = new URL(portal.url)
  const add = async (sys: string, fields: Partial<platforms.PlatformFields> & { themeColor: string }) => {
    const content = drawing(fields.themeColor)
    const { id, url } = await staff.upload(platforms.upload, {}, { name: 'icon.svg', content })
    await staff.ask(platforms.add, { sys, fields: { ...plain, ...fields, iconId: id } })
    return url
  }
  const host = `alba.localhost:${port}`
  const albaIcon = await add('alba', {
    appName: 'Alba eSIM',
    themeColor: '#0f766e',
    host,
    smdpAddress: 'rsp.alba.localhost',
    mailName: 'Alba Post',
    mailAddress: 'post@alba.example',
    termsUrl: 'https://alba.example/terms',
  })
  const brioIcon = await add('brio', { appName: 'Brio', themeColor: '#b4238f', mailAddress: 'hello@brio.example' })
  const { items } = await staff.ask(platforms.list, {})
  const shared = items.find(({ sys }) => sys === 'simwright')!.smdpAddress
  return {
    alba: {
      name: 'Alba eSIM',
      login: `http://${host}/login`,
      color: '#0f766e',
      icon: albaIcon,
      sender: 'Alba Post <post@alba.example>',
      links: `http://${host}/confirm?token=`,
      smdp: 'rsp.alba.localhost',
      others: /simwright|brio/i,
    },
    brio: {
      name: 'Brio',
      login: `${portal.url}/login/brio`,
      color: '#b4238f',
      icon: brioIcon,
      sender: 'Brio <hello@brio.example>',
      links: `${portal.url}/confirm/brio?token=`,
      smdp: shared,
      others: /simwright|alba/i,
    },
    house: {
      name: 'Simwright',
      login: `${portal.url}/login`,
      color: '#4453d6',
      icon: '/icon.svg',
      sender: 'Simwright <no-reply@localhost>',
      links: `${portal.url}/confirm?token=`,
      smdp: shared,
      others: /alba|brio/i,
    },
  }
}

/** Everything a visitor can see: visible text, accessible names, tab title and page source. */
async function expectWorn(page: Page, brand: Brand): Promise<void> {
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', brand.icon)
  await expect(page.locator('html')).toHaveCSS('--accent', brand.color)
  await expect(page).toHaveTitle(new RegExp(`(^| - )${brand.name}$`))
  expect(await page.locator('html').innerHTML()).not.toMatch(brand.others)
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const submit = (page: Page) => page.locator('button[type="submit"]').first()

/** Creates an account of this platform, through its pages, the mailbox, and the link in the mail. */
async function signUp(page: Page, brand: Brand, mailbox: string): Promise<void> {
  const email = 'same.person@example.com'
  await page.goto(brand.login.replace('/login', '/signup'))
  await expect(submit(page)).toHaveCSS('background-color', rgb(brand.color))
  await expectWorn(page, brand)
  await page.getByLabel('First name').fill('Mary')
  await page.getByLabel('Last name').fill('Jackson')
  await page.getByLabel('Company name').fill('Wind Tunnels Ltd')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password( \*)?$/).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expectWorn(page, brand)

  const letter = page.getByRole('article').filter({ hasText: email }).filter({ hasText: brand.sender })
  await expect(async () => {
    await page.goto(mailbox)
    await expect(letter).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await expect(letter.getByRole('heading')).toHaveText(`Activate your ${brand.name} account`)
  expect(await letter.innerText()).not.toMatch(brand.others)
  const link = letter.getByRole('link').first()
  expect(await link.getAttribute('href')).toContain(brand.links)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
  await expectWorn(page, brand)
  await page.getByRole('button', { name: 'Activate account' }).click()
  await expect(page).toHaveURL(/\/home$/)
}

/** A fetch with the session of the page that needs no DNS lookup of the host. */
async function clientBehind(page: Page, url: string): Promise<Client> {
  const client = new Client(url)
  for (const { name, value } of await page.context().cookies(page.url())) client.cookies.set(name, value)
  return client
}

async function generate(client: Client, from: number): Promise<{ profileId: string; activationCode: string }> {
  const { id: configurationId } = await client.ask(configuration.add, {
    fields: {
      name: 'Test network',
      type: 'Regular',
      profileName: 'Consumer plan',
      serviceProviderName: 'Wind',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const [{ ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc }] = subscribers(1, from) as [Record<string, string>]
  return await client.ask(batch.single, { configurationId, iccid: iccid!, imsi: imsi!, ki: ki!, opc: opc! })
}

test('platforms by host name and by short name share a server, and nothing of one is visible in another', async ({
  browser,
  portal,
}) => {
  const { alba, brio, house } = await openBrands(portal)
  const page = await openPage(browser, portal.url)

  await test.step('each has its title, icon and color, from one visit to the next', async () => {
    for (const brand of [alba, brio, house, alba]) {
      await page.goto(brand.login)
      await expect(submit(page)).toHaveCSS('background-color', rgb(brand.color))
      await expectWorn(page, brand)
    }
    await page.goto(`${alba.login}/brio`)
    await expect(submit(page)).toHaveCSS('background-color', rgb(alba.color))
    await expect(page).toHaveTitle('Sign in - Alba eSIM')
    expect(await page.locator('body').innerText()).not.toMatch(alba.others)
  })

  let from = 60_000
  for (const brand of [alba, brio]) {
    await test.step(`${brand.name}: sign-up, mail, activation code, and a phone that comes with it`, async () => {
      await signUp(page, brand, portal.mailbox)
      await expectWorn(page, brand)
      const { profileId, activationCode } = await generate(await clientBehind(page, portal.url), from++)
      expect(activationCode.split('$')[1]).toBe(brand.smdp)
      await page.goto(`${new URL(page.url()).origin}/profile/fleet?profile=${profileId}&tab=code`)
      await expect(page.getByRole('dialog').getByText(activationCode).first()).toBeVisible()
      await expectWorn(page, brand)
      expect(await portal.downloadWithPhone(activationCode)).toBe('installed, enabled')
    })
  }
  await test.step('who is signed in sees their own platform, whichever sign-in page they open', async () => {
    for (const path of ['/login', '/signup/alba']) {
      await page.goto(`${portal.url}${path}`)
      await expect(page).toHaveURL(/\/home$/)
      await expectWorn(page, brio)
    }
  })
  await page.close()
})

/** From very light to very dark. */
const COLORS = [
  '#ffffff',
  '#fff59d',
  '#ffcc00',
  '#7ddc5b',
  '#00b7ff',
  '#ff6f61',
  '#808080',
  '#7a1fa2',
  '#0b1020',
  '#000000',
]
const softly = expect.configure({ soft: true })

test(
  'axe finds nothing on a page whose platform changes to ten colors, from very light to very dark',
  PROOF,
  async ({ staffPage: page, portal }) => {
    const staff = clientOf(portal.url, await portal.openAdministrator())
    const { items } = await staff.ask(platforms.list, {})
    const { id, themeColor: house } = items.find(({ sys }) => sys === 'simwright')!
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/admin/platform/edit?id=${id}`)
    const field = page.locator('[name="fields.themeColor"]')
    const save = page.getByRole('button', { name: 'Save Name and style' })
    await expect(page.getByRole('checkbox', { name: 'Google' })).toBeChecked()
    for (const [index, color] of COLORS.entries()) {
      await field.fill(color)
      await Promise.all([page.waitForResponse('**/admin/platform/get'), save.click()])
      await expect(page.locator('html')).toHaveCSS('--accent', color)
      await field.fill(COLORS[index + 1] ?? house)
      await expect(save).toBeEnabled()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settle(page, colorScheme)
        const looked = { message: `${color}, ${colorScheme}` }
        await softly.poll(() => contrastFindings(page), looked).toEqual([])
      }
    }
    await save.click()
    await expect(save).toBeDisabled()
  },
)

test('a section of a platform is saved alone, and what staff type meanwhile is kept and saved next', async ({
  staffPage: desk,
  portal,
}) => {
  const fields = { ...plain, appName: 'Dune' }
  const { id } = await clientOf(portal.url, await portal.openAdministrator()).ask(platforms.add, {
    sys: 'dune',
    fields,
  })
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.goto(`/admin/platform/edit?id=${id}`)
  const entry = desk.getByRole('navigation').getByRole('link', { name: 'Platforms' })
  await expect(entry).toHaveAttribute('aria-current', 'page')
  const [terms, privacy] = [desk.getByLabel('Terms', { exact: true }), desk.getByLabel('Privacy', { exact: true })]
  const save = desk.getByRole('button', { name: 'Save E-mails and terms' })
  const saveHosts = desk.getByRole('button', { name: 'Save Addresses' })
  const smdp = desk.getByLabel('SM-DP+ host in activation codes')
  await expect(saveHosts).toBeDisabled()
  // an entry that the server refuses does not hinder another section
  await smdp.fill('no host')
  await terms.fill('https://dune.example/terms')
  await desk.route('**/admin/platform/edit', async (route) => {
    await privacy.fill('https://dune.example/privacy')
    await route.continue()
  })
  // the stored platform arrives when the next values are on their way
  const sent = Promise.withResolvers<void>()
  await desk.route('**/admin/platform/get', async (route) => {
    await sent.promise
    await route.continue()
  })
  await seeNotice(desk, 'Dune was saved.', () => save.click())
  await expect(desk.getByText('Unsaved changes')).toHaveCount(2)
  await desk.unroute('**/admin/platform/edit')
  await desk.route('**/admin/platform/edit', async (route) => {
    sent.resolve()
    await desk.waitForResponse('**/admin/platform/get')
    await route.continue()
  })
  await save.click()
  await expect(save).toBeDisabled()
  await expect(privacy).toHaveValue('https://dune.example/privacy')
  await expect(smdp).toHaveValue('no host')
  await saveHosts.click()
  await expect(smdp).toBeFocused()
  await expect(smdp).toHaveAttribute('aria-invalid', 'true')
  await smdp.fill('')
  await expect(saveHosts).toBeDisabled()
  await desk.reload()
  await expect(terms).toHaveValue('https://dune.example/terms')
  await expect(privacy).toHaveValue('https://dune.example/privacy')
})
