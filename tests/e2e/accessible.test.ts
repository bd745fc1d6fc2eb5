import type { Page } from '@playwright/test'
import { pages } from '../../apps/web/src/paths.ts'
import { findings, settle } from './axe.ts'
import { expect, test } from './portal.ts'

/** On a desk and on a phone, each in one scheme. What a scheme changes is contrast. */
const VIEWS = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'contrast' },
] as const

/** Looked at on one screen, and on all by `npm run prove accessible`. */
const EVERY_VIEW = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'all' },
  { width: 390, colorScheme: 'light', rules: 'all' },
] as const

const isProof = process.env.PROOF === 'on'

/** Colours that follow the scheme may take a moment longer than its name. */
const REPAINT_LIMIT_MS = 20_000
const softly = expect.configure({ soft: true })

/** In each view; nothing sticks out of a narrow screen. The one that the page has comes first: to change it costs most. */
async function expectAccessible(
  page: Page,
  views: typeof VIEWS | typeof EVERY_VIEW = isProof ? EVERY_VIEW : VIEWS,
): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  const inTurn = views[0].width === page.viewportSize()?.width ? views : views.toReversed()
  for (const { width, colorScheme, rules } of inTurn) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page, colorScheme)
    const looked = { message: `${width} px, ${colorScheme}`, timeout: REPAINT_LIMIT_MS }
    await softly.poll(() => findings(page, rules), looked).toEqual([])
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }))
    softly(scrollWidth, `width at ${width} px`).toBeLessThanOrEqual(width)
  }
}

/** Goes on in the application as a link does, and loads it only for the first page. */
async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await page.evaluate((path) => history.pushState(null, '', path), path)
}

const FOR_ANYONE: Readonly<Record<string, string | RegExp>> = {
  '/login': /^Sign in to/,
  '/signup': 'Create your account',
  '/signerror': 'Signing in did not work',
  '/confirm': 'Activate your account',
  '/confirm?token=of-nobody': 'This link does not work any more',
  '/nopermission': 'You have no permission for this page',
  '/no/such/page': 'This page does not exist',
}

for (const [path, heading] of Object.entries(FOR_ANYONE)) {
  test(`axe finds nothing on ${path}`, async ({ guestDesk }) => {
    await guestDesk.goto(path)
    await expect(guestDesk.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectAccessible(guestDesk)
  })
}

test('axe finds nothing in the development mailbox', async ({ guestDesk, portal }) => {
  await guestDesk.goto(portal.mailbox)
  await expectAccessible(guestDesk)
})

test('axe finds nothing on the public page of an activation code', async ({ guestDesk, portal }) => {
  await guestDesk.goto(portal.places.code)
  await expect(guestDesk.getByRole('heading').first()).toBeVisible()
  await expectAccessible(guestDesk)
})

const NARROWED: Readonly<Record<string, string>> = {
  [pages.fleet.path]: `${pages.fleet.path}?status=DELETED,DISABLED`,
  [pages.tacs.path]: `${pages.tacs.path}?search=Apple`,
}

/** All pages behind the sign-in, each filled by the demo. A list is narrowed: its rows are alike. */
const FRAMED = Object.values(pages).map(({ path, title }) => ({
  title,
  forStaff: path.startsWith('/admin/'),
  path: NARROWED[path] ?? path.replace('$operation', 'add'),
}))

for (const { path, title, forStaff } of FRAMED) {
  test(`axe finds nothing on ${path}`, async ({ demoDesk, staffDesk }) => {
    const desk = forStaff ? staffDesk : demoDesk
    await visit(desk, path)
    await expect(desk).toHaveTitle(`${title} - Simwright`)
    await expect(desk.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expectAccessible(desk, path === pages.home.path ? EVERY_VIEW : undefined)
  })
}

for (const [tab, shows] of [
  ['overview', 'Bound to EID'],
  ['timeline', 'The profile was disabled on the device.'],
  ['code', 'One-tap links'],
  ['recycle', 'What recycling does'],
  ['package', 'Elements'],
  ['raw', 'Messages of devices'],
] as const) {
  test(`axe finds nothing in the ${tab} of a profile`, async ({ demoDesk, portal }) => {
    await visit(demoDesk, `/profile/fleet?iccid=${portal.places.iccid}&profile=${portal.places.profile}&tab=${tab}`)
    await expect(demoDesk.getByRole('dialog').getByText(shows).first()).toBeVisible()
    await expectAccessible(demoDesk)
  })
}

test('axe finds nothing where a campaign is made, and on its page', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/campaign')
  await demoDesk.getByRole('button', { name: 'New campaign' }).first().click()
  await demoDesk.getByRole('textbox', { name: 'Name' }).fill('Summer')
  await demoDesk.getByRole('combobox', { name: 'Profile configuration' }).click()
  await demoDesk.getByRole('option', { name: 'Demo consumer plan' }).click()
  await demoDesk.getByRole('button', { name: 'Next' }).click()
  await expect(demoDesk.getByLabel('Recycle what was handed out')).toBeVisible()
  await expectAccessible(demoDesk)
  await demoDesk.getByRole('button', { name: 'Next' }).click()
  await demoDesk.getByRole('button', { name: 'Make the draft' }).click()
  await expect(demoDesk.getByRole('heading', { name: 'Summer' })).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing in the dialogs of deeds on selected profiles', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/fleet?status=AVAILABLE')
  // a list that is read again at this moment has other rows to select
  await expect(() => demoDesk.getByRole('checkbox').first().check()).toPass()
  for (const [deed, shows] of [
    ['Change confirmation code', 'profiles are changed'],
    ['ZIP of QR codes', 'codes go into the file'],
  ] as const) {
    await demoDesk.getByRole('button', { name: 'Actions' }).click()
    await demoDesk.getByRole('menuitem', { name: deed }).click()
    const dialog = demoDesk.getByRole('dialog')
    await expect(dialog.getByText(shows)).toBeVisible()
    await expectAccessible(demoDesk)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('axe finds nothing on the preview of a TAC table', async ({ staffDesk }) => {
  await visit(staffDesk, '/admin/tac')
  await staffDesk.getByRole('button', { name: 'Import' }).click()
  const buffer = Buffer.from('TAC,BRAND,MODEL\n35728509,Apple,Another\n1234567,Nokia,Zeros\n')
  await staffDesk.locator('input[type=file]').setInputFiles({ name: 'tacs.csv', mimeType: 'text/csv', buffer })
  await staffDesk.getByRole('button', { name: 'Read the file' }).click()
  await expect(staffDesk.getByText('7 digits instead of 8')).toBeVisible()
  await expectAccessible(staffDesk)
  await staffDesk.keyboard.press('Escape')
})

test('axe finds nothing where one lands who belongs to no enterprise account', async ({ loneDesk }) => {
  await loneDesk.goto('/home')
  await expect(loneDesk.getByRole('button', { name: 'Join Trial Mobile' })).toBeVisible()
  await expectAccessible(loneDesk)
})

test('axe finds nothing where an enterprise account is deleted, and what is typed is compared', async ({
  demoDesk,
}) => {
  await visit(demoDesk, '/setting/enterprise')
  await demoDesk.getByRole('button', { name: 'Delete this enterprise account' }).click()
  const proceed = demoDesk.getByRole('button', { name: 'Delete enterprise account' })
  await demoDesk.getByLabel(/^Type the name/).fill('Another name')
  await expect(proceed).toBeDisabled()
  await expectAccessible(demoDesk)
  await demoDesk.keyboard.press('Escape')
})

test('axe finds nothing where many members are told what could not be done', async ({ trialDesk }) => {
  await trialDesk.goto('/team/member')
  await expect(trialDesk.getByRole('row')).toHaveCount(3)
  await trialDesk.getByLabel('Select all').check()
  await trialDesk.getByRole('button', { name: 'Actions', exact: true }).click()
  await trialDesk.getByRole('menuitem', { name: 'Reactivate' }).click()
  await trialDesk.getByRole('button', { name: 'Reactivate 2 members' }).click()
  await expect(trialDesk.getByRole('heading', { name: 'Done for 0 of 2' })).toBeVisible()
  await expectAccessible(trialDesk)
})

test('axe finds nothing in the profile log', async ({ demoDesk }) => {
  await visit(demoDesk, '/logs?log=profile&event=REFUSED')
  await expect(demoDesk.getByText('Refused').first()).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing in the recycle log', async ({ demoDesk }) => {
  await visit(demoDesk, '/logs?log=recycle')
  await expect(demoDesk.getByText('Nothing recycled yet')).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing in the views of a list; one is saved, shows what was changed, and comes back', async ({
  demoDesk,
}) => {
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
  await expectAccessible(demoDesk)
  await demoDesk.getByRole('menuitem', { name: 'Back to the view as saved' }).click()
  await expect(demoDesk.getByRole('button', { name: /^View: ?Switched off$/ })).toBeVisible()
  await expect(demoDesk).toHaveURL(/q=status%3Adisabled/)
})

test('a list is worked by keys: through its rows and pages, ticking them, and from one open profile to the next', async ({
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

test('axe finds nothing where words name what is not there; the filters are cleared at once', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/fleet?q=group%3Anowhere')
  await expect(demoDesk.getByText('There is no group named "nowhere".')).toHaveCount(2)
  await expectAccessible(demoDesk)
  await demoDesk.getByRole('button', { name: 'Clear filters' }).click()
  await expect(demoDesk.locator('tbody tr').first()).toBeVisible()
})

test('axe finds nothing in the choice of columns; one goes to the left by key, and stays there', async ({
  demoDesk,
}) => {
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await visit(demoDesk, '/profile/fleet?status=DISABLED')
  const second = demoDesk.locator('thead th').nth(2)
  await demoDesk.getByRole('button', { name: 'Columns' }).click()
  await demoDesk.getByRole('button', { name: 'Move Order state to the left' }).focus()
  await demoDesk.keyboard.press('ArrowUp')
  await expect(second).toHaveText('Order state')
  await expect(demoDesk.getByRole('button', { name: 'Move Order state to the left' })).toBeFocused()
  await expectAccessible(demoDesk)
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await demoDesk.getByRole('button', { name: 'Show the usual columns' }).click()
  await expect(second).toHaveText('Status')
  await demoDesk.keyboard.press('Escape')
})

test('axe finds nothing in a batch', async ({ demoDesk, portal }) => {
  await visit(demoDesk, `/logs?batch=${portal.places.batch}`)
  await expect(demoDesk.getByRole('dialog').getByText('subscribers.csv.pgp').first()).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing in the audit log, verified, with an entry open', async ({ demoDesk }) => {
  await visit(demoDesk, '/setting/audit?deed=configuration.added')
  await demoDesk.getByRole('button', { name: 'Verify' }).click()
  await expect(demoDesk.getByText('Nothing was altered')).toBeVisible()
  await expectAccessible(demoDesk)
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await demoDesk.getByRole('row', { name: /Configuration added/ }).click()
  await expect(demoDesk.getByRole('heading', { name: 'Before and after' })).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing on the preview of a file with faults', async ({ demoDesk, portal }) => {
  await visit(demoDesk, `/profile/generateac?source=${portal.places.source}`)
  await expect(demoDesk.getByText('460 IMSI is not allowed.').first()).toBeVisible()
  await demoDesk.setViewportSize({ width: 1440, height: 900 })
  await demoDesk.getByRole('button', { name: /^Mend line/ }).click()
  await expect(demoDesk.getByRole('form', { name: /^Mend line/ })).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing where it is told what the columns of a file are', async ({ demoDesk, portal }) => {
  await visit(demoDesk, `/profile/generateac?configuration=${portal.places.configuration}`)
  await demoDesk.getByRole('radio', { name: /^Plain/ }).check({ force: true })
  const file = { name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from('SERIAL,IMSI,KI,OPC,FOO\n1,2,3,4,5\n') }
  await demoDesk.locator('input[type=file]').first().setInputFiles(file)
  await expect(demoDesk.getByRole('combobox', { name: 'SERIAL' })).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing on the page of a group, and in its menu', async ({ demoDesk, portal }) => {
  await visit(demoDesk, `/profile/group?group=${portal.places.group}`)
  await expect(demoDesk.getByText('Profile status')).toBeVisible()
  await demoDesk.getByRole('button', { name: 'More actions' }).click()
  await expect(demoDesk.getByRole('menuitem', { name: 'Delete group' })).toBeVisible()
  await expectAccessible(demoDesk)
  await demoDesk.keyboard.press('Escape')
})

test('axe finds nothing on the form of a range', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/generateac?way=range')
  await expect(demoDesk.getByLabel('First ICCID')).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing where a look of QR codes is made; its colours can be typed', async ({ demoDesk }) => {
  await visit(demoDesk, '/profile/delivery')
  await demoDesk.getByRole('button', { name: 'New look' }).click()
  const color = demoDesk.getByLabel('Colour', { exact: true })
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
  await expectAccessible(demoDesk)
})

test('axe finds nothing on the progress of a batch', async ({ demoDesk, portal }) => {
  await visit(demoDesk, `/profile/generateac?batch=${portal.places.batch}`)
  await expect(demoDesk.getByText('40 activation codes are ready').first()).toBeVisible()
  await expectAccessible(demoDesk)
})

test('axe finds nothing on a form that is refused', async ({ demoDesk }) => {
  await visit(demoDesk, '/configform/add')
  await demoDesk.getByRole('button', { name: 'Create configuration' }).click()
  await expect(demoDesk.getByText('Please check the information in the form.')).toBeVisible()
  await expectAccessible(demoDesk)
})

/** What lies over a page; each by its address. */
for (const [what, path, shows] of [
  ['the help of a page', '/profile/fleet?status=DISABLED&help=on', 'Help: Fleet'],
  ['a step of the tour', '/config?tour=1', 'Step 1 of 4'],
  ['the import rules of groups', '/profile/group?rules=on', 'No rule yet'],
] as const) {
  test(`axe finds nothing in ${what}`, async ({ demoDesk }) => {
    await visit(demoDesk, path)
    await expect(demoDesk.getByRole('dialog').getByText(shows)).toBeVisible()
    await expectAccessible(demoDesk)
  })
}

test('axe finds nothing in the feedback dialog, under the strip of a free trial', async ({ trialDesk }) => {
  await trialDesk.goto('/home?feedback=mine')
  await expect(trialDesk.getByRole('dialog').getByText('It comes in spring.')).toBeVisible()
  await expectAccessible(trialDesk)
})

test('axe finds nothing in the notifications', async ({ trialDesk }) => {
  await trialDesk.goto('/subscription')
  await trialDesk.getByRole('button', { name: /^Notifications/ }).click()
  await expect(trialDesk.getByText('Your feedback was accepted')).toBeVisible()
  await expectAccessible(trialDesk)
})

test('axe finds nothing in the palette, with and without a match', async ({ trialDesk }) => {
  await trialDesk.goto('/setting/block')
  await trialDesk.getByRole('main').getByRole('heading').first().waitFor()
  await trialDesk.keyboard.press('Control+k')
  for (const [typed, shows] of [
    ['member', 'Members'],
    ['of nobody', 'Nothing found'],
  ] as const) {
    await trialDesk.getByRole('combobox').fill(typed)
    await expect(trialDesk.getByRole('dialog').getByText(shows).first()).toBeVisible()
    await expectAccessible(trialDesk)
  }
})

test('axe finds nothing in open menus; the scheme is a choice of three', async ({ trialDesk }) => {
  await trialDesk.goto('/subscription')
  for (const [button, role, item] of [
    [/your account$/, 'menuitem', 'Sign out'],
    [/^Trial Mobile/, 'menuitem', 'Add enterprise account'],
    ['Theme', 'menuitemradio', 'System'],
  ] as const) {
    await trialDesk.setViewportSize({ width: 1440, height: 900 })
    await trialDesk.getByRole('button', { name: button }).click()
    await expect(trialDesk.getByRole(role, { name: item })).toBeVisible()
    await expectAccessible(trialDesk)
    await trialDesk.keyboard.press('Escape')
  }
})

test('axe finds nothing where staff read feedback', async ({ staffDesk }) => {
  await visit(staffDesk, '/admin/feedback')
  await staffDesk.getByRole('row', { name: /A map of the downloads/ }).click()
  await expect(staffDesk.getByRole('dialog').getByText('the free trial is 15 days longer')).toBeVisible()
  await expectAccessible(staffDesk)
})

for (const [path, row, shows] of [
  ['/admin/client', /Trial Mobile/, 'Give a plan'],
  ['/admin/plan', /^PRO/, 'What it has'],
] as const) {
  test(`axe finds nothing in the drawer of ${path}`, async ({ staffDesk }) => {
    await staffDesk.goto(path)
    await staffDesk.getByRole('row', { name: row }).click()
    await expect(staffDesk.getByRole('dialog').getByText(shows)).toBeVisible()
    await expectAccessible(staffDesk)
  })
}

test('axe finds nothing while a tip is shown', async ({ trialDesk }) => {
  await trialDesk.goto('/setting/block')
  await trialDesk.getByRole('button', { name: 'Theme' }).focus()
  await trialDesk.keyboard.press('Shift+Tab')
  await expect(trialDesk.getByRole('tooltip', { name: 'Help' })).toBeVisible()
  await expectAccessible(trialDesk)
})
