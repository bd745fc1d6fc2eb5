import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { programPath } from '../../apps/server/src/testing/program.ts'
import { expect, test } from './portal.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'src', 'main.ts')
const MINUTE_MS = 60_000

type Ended = { exit: number; text: string }
type Command = { child: ChildProcess; text: () => string; ended: Promise<Ended> }

const children: ChildProcess[] = []

/** Runs the command line as a process; its key is stored in the folder. */
function run(folder: string, words: readonly string[]): Command {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SIMWRIGHT_CREDENTIALS: join(folder, 'credentials.json') }
  const child = spawn(process.execPath, [programPath(MAIN), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => (text += piece))
  const ended = once(child, 'close').then(([exit]) => ({ exit: exit as number, text }))
  return { child, text: () => text, ended }
}

/** The page and the code that the command asks the user to open and enter. */
async function askedFor(command: Command): Promise<{ address: string; code: string }> {
  const asked = /Open (\S+)\nand enter the code ([A-Z]{4}-[A-Z]{4}),/
  await expect.poll(command.text).toMatch(asked)
  const [, address = '', code = ''] = asked.exec(command.text())!
  return { address, code }
}

/** In a session of its own, because a proof of identity replaces the cookie of its session. */
async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password( \*)?$/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/home/)
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simwright-device-'))
})
test.afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

test('a command line gets its key when a member enters its code and proves who they are', async ({ page, portal }) => {
  await signIn(page, portal.demo)
  await portal.wait(11 * MINUTE_MS)
  const signingIn = run(folder, ['login', portal.url, '--device'])
  const { address, code } = await askedFor(signingIn)
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await enter(page, 'BBBB-BBBB')
  await expect(page.getByRole('alert')).toContainText('code')
  await enter(page, code.toLowerCase().replace('-', ' '))
  await expect(page.getByText('127.0.0.1')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Approve the sign-in' })).toBeFocused()
  await page.getByRole('button', { name: 'Approve' }).click()

  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  expect(signingIn.child.exitCode).toBeNull()
  await page.getByRole('button', { name: 'Approve' }).click()
  await proof.getByRole('textbox', { name: 'Password' }).fill(portal.demo.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is signed in' })).toBeVisible()

  expect(await signingIn.ended).toMatchObject({ exit: 0, text: expect.stringContaining('Signed in to ') })
  const path = join(folder, 'credentials.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const [, secret] = /"sw_[0-9a-f]{32}\.([A-Za-z0-9_-]{43})"/.exec(readFileSync(path, 'utf8'))!
  expect(signingIn.text()).not.toContain(secret)
  expect(await run(folder, ['whoami']).ended).toMatchObject({
    exit: 0,
    text: expect.stringContaining('Profile_Log_View'),
  })
  expect(await run(folder, ['list', '--limit', '1']).ended).toMatchObject({ exit: 0 })

  await page.goto('/setting/developer/device')
  await enter(page, code)
  await expect(page.getByRole('alert')).toContainText('code')
})

test('a refused command line ends without a key', async ({ page, portal }) => {
  await signIn(page, portal.demo)
  const signingIn = run(folder, ['login', portal.url, '--device', '--scope', 'Fleet_View'])
  const { address, code } = await askedFor(signingIn)
  await page.goto(address)
  await enter(page, code)
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'See the fleet' })).toBeChecked()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is refused' })).toBeVisible()
  expect(await signingIn.ended).toEqual({ exit: 3, text: expect.stringContaining('The sign-in was refused') })
  expect((await run(folder, ['whoami']).ended).exit).toBe(3)
})
