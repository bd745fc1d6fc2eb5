import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { freePort } from '../../scripts/free-port.ts'
import { byKeyboard, byMouse, type Hand } from './hand.ts'
import { PROOF } from './proof.ts'
import { type ActionCount, countActions } from './user-action.ts'

const MOST_CLICKS = 25
const MOST_MINUTES = 10
const ROOT = join(import.meta.dirname, '..', '..')
const PICTURES = join(ROOT, 'test-results', 'first-code')

/**
 * A newcomer starts the portal in an empty folder, signs up, generates a first code, and installs it with the virtual
 * phone. Each step is a picture.
 */
test.describe('from npm start to a virtual phone with an installed profile', PROOF, () => {
  test.setTimeout(20 * 60_000)
  for (const hand of [byMouse, byKeyboard])
    test(`by ${hand.name}`, async ({ browser }) => await tryFirstCode(browser, hand))
})

async function tryFirstCode(browser: Browser, hand: Hand): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-first-code-'))
  const startedAt = Date.now()
  const portal = await startPortal(folder)
  try {
    const mailbox = await portal.mailbox
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const page = await context.newPage()
    const count = await countActions(page)
    const film = new Film(hand, page, { startedAt, count })
    await signUp(film, new URL(mailbox))
    await generate(film)
    await install(film)
    expect((Date.now() - startedAt) / 60_000).toBeLessThanOrEqual(MOST_MINUTES)
    expect(count.clicks).toBeLessThanOrEqual(MOST_CLICKS)
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Started = { startedAt: number; count: ActionCount }

/** A page, who uses it, and the pictures of what they see. */
class Film {
  readonly hand: Hand
  readonly page: Page
  readonly #started: Started
  readonly #folder: string
  #pictures = 0

  constructor(hand: Hand, page: Page, started: Started) {
    this.hand = hand
    this.page = page
    this.#started = started
    this.#folder = join(PICTURES, hand.name)
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
  }

  async photograph(what: string): Promise<void> {
    const { startedAt, count } = this.#started
    this.#pictures += 1
    const name = `${String(this.#pictures).padStart(2, '0')}-${what.replaceAll(' ', '-')}.png`
    await expect(this.page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await this.page.screenshot({ path: join(this.#folder, name) })
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
    console.log(`${seconds.padStart(4)} s, ${count.clicks} clicks, ${count.keys} keys: ${what}`)
  }

  async press(target: Locator): Promise<void> {
    await target.waitFor()
    await this.hand.press(this.page, target)
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    await this.hand.type(this.page, field, text)
  }

  /** Another option of a group, from the one that is chosen. */
  async choose(chosen: Locator, name: string): Promise<void> {
    await this.hand.choose(this.page, chosen, name)
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
  }

  async see(text: string | RegExp, limitMs = 60_000): Promise<void> {
    await this.page.getByText(text).first().waitFor({ timeout: limitMs })
  }
}

const PASSWORD = 'Quiet-Harbour-7'

async function signUp(film: Film, mailbox: URL): Promise<void> {
  const { page } = film
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await film.open(`${mailbox.origin}/signup`)
  await film.photograph('sign up')
  await film.type(page.getByLabel('First name'), 'Nora')
  await film.type(page.getByLabel('Last name'), 'Neumann')
  await film.type(page.getByLabel('Company name'), 'Harbour Mobile')
  await film.type(page.getByLabel('E-mail'), 'nora@example.com')
  await film.type(page.getByLabel(/^Password( \*)?$/), PASSWORD)
  await film.type(page.getByLabel('Confirm password'), PASSWORD)
  await film.press(button('Continue'))
  await film.see('Five short questions')
  await film.photograph('survey')
  await film.press(button('Skip'))
  await film.see('Check your inbox')
  await film.photograph('check the inbox')
  await film.open(mailbox.href)
  await film.photograph('mailbox')
  await film.press(page.getByRole('article').getByRole('link').first())
  await film.see('Activate account')
  await film.photograph('activate')
  await film.press(button('Activate account'))
  await page.waitForURL(/\/home/)
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await film.photograph('home')
}

async function generate(film: Film): Promise<void> {
  const { page } = film
  await film.press(
    page
      .getByRole('main')
      .getByRole('link', { name: /configuration/i })
      .first(),
  )
  await film.photograph('new configuration')
  await film.type(page.getByLabel('Configuration name'), 'Consumer')
  await film.type(page.getByLabel('Profile name'), 'Harbour One')
  await film.type(page.getByRole('textbox', { name: 'Service provider name', exact: true }), 'Harbour')
  await film.press(page.getByRole('button', { name: 'Add network to Home network (HPLMN)' }))
  await film.type(page.getByRole('textbox', { name: 'Network 1 of Home network (HPLMN)' }), '99970')
  await film.photograph('configuration filled in')
  await film.press(page.getByRole('button', { name: 'Create configuration' }))
  await film.see('The profile configuration was created.')
  await film.photograph('configuration created')
  await film.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }))
  await expect(page.getByRole('combobox', { name: 'Profile configuration' })).toHaveValue('Consumer')
  await film.type(page.getByRole('textbox', { name: 'ICCID' }), '8999970000000000027')
  await film.type(page.getByRole('textbox', { name: 'IMSI' }), '999700000000027')
  await film.choose(page.getByRole('radio', { name: 'Enter keys' }), 'Generate keys')
  await film.photograph('quick generate filled in')
  await film.press(page.getByRole('button', { name: 'Generate AC' }))
  await film.see('The activation code is ready')
  await film.photograph('activation code')
}

async function install(film: Film): Promise<void> {
  const { page } = film
  await film.press(page.getByRole('link', { name: 'Try with a virtual phone' }).last())
  await film.see('Switch on and download')
  await film.photograph('virtual phone')
  await film.press(page.getByRole('button', { name: 'Switch on and download' }))
  await film.see('The profile is installed', 120_000)
  await film.photograph('profile installed')
}

const MAILBOX = /https?:\/\/\S+\/dev\/mailbox\?token=[\w-]+/

/** `npm start` in an empty data folder. `mailbox` is the link that the terminal prints once the portal is ready. */
async function startPortal(folder: string): Promise<{ mailbox: Promise<string>; stop: () => Promise<void> }> {
  const names = ['PORT', 'SMDP_PORT', 'SMDS_PORT', 'OPERATOR_PORT', 'BIP_PORT', 'METRICS_PORT'] as const
  const ports: [string, string][] = []
  for (const name of names) ports.push([name, String(await freePort())])
  const env = { ...process.env, ...Object.fromEntries(ports), DATA_DIR: join(folder, 'data') }
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const mailbox = new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const link = MAILBOX.exec(printed)?.[0]
      if (link) resolve(link)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${printed}`)))
  })
  return {
    mailbox,
    stop: async () => {
      // the group: npm and what it started
      process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}
