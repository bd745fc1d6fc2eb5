import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as operation from '@simwright/contract/provisioning/operation'
import { CLIENT_ID, CLIENT_SECRET } from '../../apps/server/src/testing/identity-provider.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { seeNotice } from './notice.ts'
import { test as base, expect } from './portal.ts'
import { clientOf, openPage } from './user.ts'
import { type ActionCount, countActions, expectClicks, sideBarLink, typeInto, unfoldedLink } from './user-action.ts'

type Counted = {
  /** The home page of the demo account. */
  home: Page
  count: ActionCount
}

/**
 * The daily jobs, each done from the home page with as few clicks as the portal allows. `jobs-keyboard.test.ts` does four
 * of them without a mouse.
 */
const test = base.extend<Counted>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  count: async ({}, use) => await use({ clicks: 0, keys: 0 }),
  home: async ({ demoPage, count }, use) => {
    await countActions(demoPage, count)
    await demoPage.goto('/home')
    await use(demoPage)
  },
})

/** The ICCID of a profile of the demo, as its beginning. */
const iccid = (number: number) => `8999970000000000${String(number).padStart(3, '0')}`

/** Filters the fleet by a query, with Enter, and waits until the list shows only rows that match `fits`. */
async function search(page: Page, query: string, fits: RegExp): Promise<void> {
  await sideBarLink(page, 'Fleet').click()
  await typeInto(page.getByRole('combobox', { name: 'Filter by words' }), query)
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasNotText: fits })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

test('job 1: move profiles into a group that does not exist', async ({ home: page, count }) => {
  await search(page, 'status:installed', /Installed/)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move into a group' }).click()
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByRole('combobox', { name: 'Group' }), 'Warehouse Narvik')
  await page.getByRole('option', { name: 'Create "Warehouse Narvik"' }).click()
  const moved = await rows(page).count()
  expect(moved).toBeGreaterThan(1)
  await dialog.getByRole('button', { name: `Move ${moved} profiles` }).click()
  await expect(page.getByRole('region', { name: `Moved ${moved} profiles to Warehouse Narvik` })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Warehouse Narvik' })).toHaveCount(moved)
  expectClicks(count, 8)
})

test('job 2: set up single sign-on in the order that providers need, and test the sign-in first', async ({
  browser,
  portal,
}) => {
  const { issuer, ...session } = await portal.openOwner()
  const page = await openPage(browser, portal.url, session)
  const count = await countActions(page)
  await page.goto('/home')
  await (await unfoldedLink(page, 'Team', 'Single sign-on')).click()
  await expect(page.getByRole('button', { name: 'Copy Redirect URI' })).toBeVisible()
  const text = await page.getByRole('main').innerText()
  const order = ['Redirect URI', 'Sign-out URI', 'Issuer', 'Client ID'].map((name) => text.indexOf(name))
  expect(order[0]).toBeGreaterThan(-1)
  expect(order, 'what the provider needs comes before what it gives').toEqual(order.toSorted((a, b) => a - b))
  await page.getByText('Keycloak', { exact: true }).click()
  await expect(page.getByText(/"Valid redirect URIs"/)).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Issuer' })
  await typeInto(address, 'https://login.invalid')
  await typeInto(page.getByRole('textbox', { name: 'Client ID' }), CLIENT_ID)
  await typeInto(page.getByLabel('Client secret'), CLIENT_SECRET)
  const [turnOn, save] = [
    page.getByRole('switch', { name: 'Single sign-on is on' }),
    page.getByRole('button', { name: 'Save' }),
  ]
  await expect(turnOn).toBeDisabled()
  await save.click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/login\.invalid\/\.well-known\/openid-configuration/).first()).toBeVisible()
  await typeInto(address, issuer)
  const signInAs = async (name: string) => {
    // the provider forgets who signed in before
    await page.context().clearCookies({ name: /^_session/ })
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    const popup = await opening
    await popup.getByRole('link', { name }).click()
    await expect.poll(() => popup.isClosed()).toBe(true)
  }
  await signInAs('grace')
  await expect(page.getByText('example.com, not verified')).toBeVisible()
  await expect(turnOn).toBeDisabled()
  await signInAs('bianca')
  await expect(page.getByText('The test sign-in worked')).toBeVisible()
  await expect(page.getByText('bianca@blank.example')).toBeVisible()
  await turnOn.click({ force: true })
  await seeNotice(page, 'Single sign-on saved.', () => save.click())
  await expect(page.getByRole('button', { name: /^Blank Networks/ })).toBeVisible()
  expectClicks(count, 12)
  await page.close()
})

test('job 3: block a stolen device, find its profiles from the block list, unblock it', async ({
  home: page,
  count,
}) => {
  await search(page, iccid(29), /89999700000000000 ?29/)
  const row = rowOf(page, iccid(29))
  await row.getByText('Enabled').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Block device' }).click()
  await page.getByRole('dialog', { name: 'Block this device' }).getByRole('button', { name: 'Block' }).click()
  await expect(drawer.getByText(/^Blocked since .* by Robin Vale$/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expect(row.getByText(/^Blocked since .* by Robin Vale$/)).toBeVisible()
  expectClicks(count, 5)

  await drawer.getByRole('link', { name: 'Show block rule' }).click()
  await expect(page).toHaveURL(/\/setting\/block/)
  await page.getByRole('link', { name: /^Show profiles of/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await row.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(row.getByText(/^Blocked since/)).toHaveCount(0)
})

test('job 4: see why a download failed, and send a new code', async ({ home: page, count, portal }) => {
  await search(page, iccid(22), /89999700000000000 ?22/)
  await rowOf(page, iccid(22)).getByText('Available').click()
  const drawer = page.getByRole('dialog')
  const panel = drawer.getByRole('region', { name: 'Why the download failed' })
  await expect(panel.getByText('The activation code or its use')).toBeVisible()
  await expect(panel.getByText('8.1.1 / 3.8')).toBeVisible()
  await expect(panel.getByText('What to do')).toBeVisible()
  await panel.getByRole('button', { name: 'Send a new code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a new code' })
  await typeInto(dialog.getByRole('textbox', { name: 'E-mail address' }), 'customer@example.com')
  await seeNotice(page, 'The new code is on its way to customer@example.com.', () =>
    dialog.getByRole('button', { name: 'Generate and send' }).click(),
  )
  await expect(panel).toHaveCount(0)
  expectClicks(count, 5)

  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await drawer.getByRole('button', { name: 'Raw message' }).last().click()
  await expect(drawer.getByText(/bytes$/).first()).toBeVisible()
  await page.goto(portal.mailbox)
  await expect(page.getByRole('article').filter({ hasText: 'customer@example.com' }).first()).toBeVisible()
})

test('job 5: a code for a customer, as QR code, text, public page and e-mail', async ({ home: page, count }) => {
  const [{ ICCID, IMSI }] = subscribers(1, 8_000) as [Record<string, string>]
  await typeInto(page.getByRole('combobox', { name: 'Profile configuration' }), 'Demo consumer')
  await page.getByRole('option', { name: 'Demo consumer plan' }).click()
  await typeInto(page.getByRole('textbox', { name: 'ICCID' }), ICCID!)
  await typeInto(page.getByRole('textbox', { name: 'IMSI' }), IMSI!)
  await page.getByText('Generate keys', { exact: true }).click()
  await page.getByRole('button', { name: 'Generate AC', exact: true }).click()
  const result = page.getByRole('region', { name: 'The activation code is ready' })
  await expect(result.getByRole('img', { name: /LPA:1\$/ })).toBeVisible()
  for (const name of ['Activation code', 'Public page'])
    await expect(result.getByRole('button', { name: `Copy ${name}` })).toBeVisible()
  await expect(result.getByText(/^LPA:1\$/)).toBeVisible()
  await result.getByRole('button', { name: 'Send by e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByRole('textbox', { name: 'E-mail address' }), 'customer@example.com')
  await seeNotice(page, 'The e-mail to customer@example.com is on its way.', () =>
    dialog.getByRole('button', { name: 'Send e-mail' }).click(),
  )
  expectClicks(count, 8)

  const download = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Download the QR code as PNG' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
})

test('job 6: a campaign gets its profiles in the wizard; a draft says why it cannot start', async ({
  home: page,
  count,
  portal,
}) => {
  await sideBarLink(page, 'Campaign').click()
  await page.getByRole('button', { name: 'New campaign' }).first().click()
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Trade fair')
  await dialog.getByRole('combobox', { name: 'Profile configuration' }).click()
  await page.getByRole('option', { name: 'Demo consumer plan' }).click()
  const next = dialog.getByRole('button', { name: 'Next' })
  await next.click()
  await dialog.getByRole('combobox', { name: 'Batch' }).click()
  await page.getByRole('option', { name: /subscribers\.csv\.pgp/ }).click()
  await typeInto(dialog.getByRole('textbox', { name: 'How many' }), '1')
  for (let step = 0; step < 2; step++) await next.click()
  await seeNotice(page, 'Draft created with 1 profile.', () =>
    dialog.getByRole('button', { name: 'Create draft' }).click(),
  )
  await seeNotice(page, 'The campaign has started.', () =>
    page.getByRole('button', { name: 'Start', exact: true }).click(),
  )
  expectClicks(count, 12)

  const client = clientOf(portal.url, await portal.openDemo())
  const [{ configurationId }] = (await client.ask(campaign.list, {})).items as [campaign.Campaign]
  const fields = { name: 'Without profiles', configurationId, confirmationCode: { mode: 'none' } } as const
  const { id } = await client.ask(campaign.add, { fields })
  await page.goto(`/profile/campaign?campaign=${id}`)
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription('Add profiles to start the campaign.')
})

test('job 7: find out what a colleague changed on a day', async ({ home: page, count, portal }) => {
  const colleague = clientOf(portal.url, await portal.openMember('Operator'))
  const { id: groupId } = await colleague.ask(group.add, { fields: { name: 'Warehouse Turku' } })
  const { items } = await colleague.ask(fleet.list, { filter: { query: 'status:disabled' } })
  const ids = items.map(({ id }) => id)
  await colleague.ask(operation.start, { operation: { kind: 'GROUP', groupId }, selection: { ids } })
  await (await unfoldedLink(page, 'Setting', 'Audit log')).click()
  const moved = rows(page).filter({ hasText: `Moved ${ids.length} profiles to Warehouse Turku` })
  await moved.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entries by Sample Operator on that day' }).click()
  await expect(rowOf(page, 'Robin Vale')).toHaveCount(0)
  await expect(rowOf(page, 'Sample Operator')).toHaveText([/Moved 3/, /Started/, /Created the group/, /Signed in/])
  await expect(page.getByRole('table')).not.toContainText(groupId)
  expectClicks(count, 4)

  await moved.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).not.toContainText(groupId)
  await drawer.getByRole('tab', { name: 'Raw' }).click()
  await expect(drawer).toContainText(groupId)
})

test('job 8: undo an operation, and read what was undone', async ({ home: page, count, portal }) => {
  const client = clientOf(portal.url, await portal.openDemo())
  const { items } = await client.ask(fleet.list, { filter: { query: 'status:enabled' }, limit: 3 })
  const selection = { ids: items.map(({ id }) => id) }
  await client.ask(operation.start, { operation: { kind: 'NOTES', notes: 'Wrong notes' }, selection })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'Operations' }).click()
  const changed = rows(page).filter({ hasText: /^Changed the notes of 3 profiles/ })
  await changed.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Undid "Change notes" for 3 profiles' })).toContainText('Done')
  await expect(changed).toContainText('Undone')
  expectClicks(count, 3)
})

test('job 9: search and filter stay visible while rows are selected, and in the confirmation', async ({
  home: page,
  count,
}) => {
  await search(page, 'status:enabled', /Enabled/)
  await page.getByRole('button', { name: 'Remove filter Status' }).waitFor()
  await rows(page).first().getByRole('checkbox').click()
  await expect(page.getByRole('combobox', { name: 'Filter by words' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter Status' })).toBeVisible()
  await page.getByRole('button', { name: 'Select all that match' }).click()
  const selection = page.getByRole('region', { name: 'Selected rows' })
  await expect(selection).toContainText(/All \d+ that match.*status:enabled/)
  await selection.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Change notes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All profiles that match status:enabled')
  await typeInto(dialog.getByRole('textbox', { name: 'Notes' }), 'In the field')
  await dialog.getByRole('button', { name: /^Change \d+ profiles$/ }).click()
  await expect(page.getByRole('region', { name: /^Changed the notes of \d+ profiles/ })).toBeVisible()
  expectClicks(count, 8)
})

test('job 10: generate codes from a file, from an incomplete configuration to the rows left out', async ({
  home: page,
  count,
  portal,
}) => {
  const fields = {
    name: 'Island plan',
    type: 'Regular',
    profileName: 'Island plan',
    algorithm: 'MILENAGE',
    confirmationCode: { mode: 'none' },
  } as const
  await clientOf(portal.url, await portal.openDemo()).ask(configuration.add, { fields })
  await page.reload()
  const choose = async (name: string, content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^File/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  }
  await sideBarLink(page, 'Generate AC').click()
  // Home, which is shown until then, has a configuration to choose too
  await expect(page.getByRole('heading', { name: 'Generate AC', level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Configuration' }).click()
  const incomplete = page.getByRole('option', { name: 'Island plan' })
  await expect(incomplete).toContainText('Incomplete')
  await incomplete.click()
  await page.getByRole('link', { name: 'Complete configuration' }).click()
  await typeInto(page.getByRole('textbox', { name: 'Service provider name', exact: true }), 'Island')
  await page.getByRole('button', { name: 'Add network to Home network (HPLMN)' }).click()
  await typeInto(page.getByRole('textbox', { name: 'Network 1 of Home network (HPLMN)' }), '99970')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/profile\/generateac/)
  await expect(page.getByRole('combobox', { name: 'Configuration' })).toHaveValue('Island plan')

  const good = subscribers(3, 8_100)
  const rowsOfFile = [...good.slice(0, 2), { ...good[2]!, IMSI: '4600' }]
  const [header = ''] = subscriberCsv(good).split('\n')
  await choose('header.csv', header)
  await expect(page.getByText('The file is not encrypted, but "PGP-encrypted" is selected above.')).toBeVisible()
  await page.getByRole('radio', { name: /^Plain text/ }).click()
  await expect(page.getByText('The file has a header, but no rows.')).toBeVisible()
  await choose('subscribers.csv', subscriberCsv(rowsOfFile))
  await page.getByRole('checkbox', { name: 'Leave out 1 row with errors' }).click()
  await page.getByRole('button', { name: 'Generate 2 codes' }).click()
  await expect(page.getByText('2 activation codes are ready').first()).toBeVisible()
  await expect(page.getByText('1 row was left out')).toBeVisible()
  expectClicks(count, 12)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows left out' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain(good[2]!.ICCID)
  expect(file).not.toContain(good[0]!.ICCID)
  await sideBarLink(page, 'Generate AC').click()
  await expect(page.getByRole('radio', { name: /^PGP-encrypted/ })).toBeChecked()
})

test('job 11: start the free trial after reading what it includes and until when', async ({ browser, portal }) => {
  const page = await openPage(browser, portal.url, await portal.openNewOwner())
  const count = await countActions(page)
  await page.goto('/home')
  await page.getByRole('button', { name: /^Start 15-day free trial/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Start the free trial of 15 days?' })
  await expect(dialog).toContainText(/Ends on\d/)
  await expect(dialog).toContainText(/Downloads[\d,]+/)
  await seeNotice(page, /^Your free trial has started. It ends on/, () =>
    dialog.getByRole('button', { name: 'Start free trial' }).click(),
  )
  expectClicks(count, 2)
  await page.close()
})
