import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { contrastFindings, settle } from './axe.ts'
import { layoutFaults } from './layout-fault.ts'
import { type Person, readPictureSettings, type View, viewsOf } from './picture-view.ts'
import { PROOF } from './proof.ts'
import { signIn } from './user.ts'

const HEIGHT = 900
const LONGEST_PX = 3_000

const settings = readPictureSettings()

/** `npm run prove -- pictures` starts the demo; without it there are no tests. */
test.describe('pictures of every page on the data of the demo', PROOF, () => {
  test.describe.configure({ mode: 'parallel', retries: 0, timeout: 4 * 60 * 60_000 })
  if (settings === undefined) return
  const { demo } = settings
  for (const [name, { person, views }] of Object.entries(viewsOf(demo))) {
    const shown = views.filter((view) => settings.names.length === 0 || settings.names.includes(view.name))
    if (shown.length > 0)
      test(name, async ({ browser }) => {
        const context = await browser.newContext({ baseURL: demo.url, locale: 'en-US', timezoneId: 'UTC' })
        const session = sessionOf(person)
        if (session) await signIn(context, demo.url, session)
        const page = await context.newPage()
        const faults: string[] = []
        let current: View | undefined
        listen(context, (fault) => {
          if (!current?.reports?.test(fault)) faults.push(`${current?.name}: ${fault}`)
        })
        for (const view of shown) {
          current = view
          const found = await photograph(page, view).catch((error) => [String(error).split('\n', 3).join(' ')])
          faults.push(...found.map((fault) => `${view.name}: ${fault}`))
          console.log([view.name, ...found].join('\n  '))
        }
        await context.close()
        expect(faults).toEqual([])
      })
  }
})

const sessionOf = (person: Person) => (person === 'guest' ? undefined : settings!.demo[person])

/** Reports errors of the console and requests to other hosts. */
function listen(context: BrowserContext, report: (fault: string) => void): void {
  const { origin } = new URL(settings!.demo.url)
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => report(`error: ${error.error().message}`))
  context.on('request', (request) => {
    const address = request.url()
    if (/^(https?|wss?):/.test(address) && new URL(address).origin !== origin) report(`another host: ${address}`)
  })
}

/** Takes a picture of a view at each width and in both schemes. @returns its faults */
async function photograph(page: Page, { name, path, first }: View): Promise<string[]> {
  const { folder, looks, contrastWidths } = settings!
  mkdirSync(folder, { recursive: true })
  const faults: string[] = []
  await page.setViewportSize({ width: 1440, height: HEIGHT })
  await open(page, path)
  await loaded(page)
  await first?.(page)
  await loaded(page)
  const measured = new Set<number>()
  for (const { width, scheme } of looks) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: HEIGHT })
    // a part for this width may be loaded now
    await loaded(page)
    await settle(page, scheme)
    const at = (fault: string) => `${width} ${scheme}: ${fault}`
    if (!measured.has(width)) faults.push(...(await layoutFaults(page)).map(at))
    measured.add(width)
    if (contrastWidths.includes(width)) faults.push(...(await contrastFindings(page)).map(at))
    await takePicture(page, `${name}-${width}-${scheme}.png`)
  }
  return faults
}

/** Within the running application if one is open, which is faster than a new start. */
async function open(page: Page, path: string): Promise<void> {
  const isRunning = page.url() !== 'about:blank' && (await page.getByRole('navigation', { name: 'Main' }).count()) > 0
  if (!isRunning) await page.goto(path)
  else {
    await page.keyboard.press('Escape')
    await page.evaluate((path) => history.pushState(null, '', path), path)
  }
}

/** The whole page, or its beginning if it is very long. */
async function takePicture(page: Page, file: string): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
  }))
  const clip = { x: 0, y: 0, width, height: Math.min(height, LONGEST_PX) }
  await page.screenshot({ path: join(settings!.folder, file), fullPage: true, clip, animations: 'disabled' })
}

async function loaded(page: Page): Promise<void> {
  await expect(page.locator('h1, h2').first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByText('This could not be loaded')).toHaveCount(0)
}
