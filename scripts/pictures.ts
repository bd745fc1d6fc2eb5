import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import * as account from '@simwright/contract/people/account'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { Client } from '../apps/server/src/testing/client.ts'
import { type DemoSignIn, startDemo } from './demo-process.ts'
import { GUIDE } from './guide/page.ts'
import { PICTURE_SIZE } from './guide/picture-size.ts'
import { openChromium } from './test/chromium.ts'

const WEBP_QUALITY = 0.9
const IS_LOADED = `!document.querySelector('main [aria-busy="true"], .mantine-Skeleton-root')`

type Shot = {
  path: string
  /** What a user does before the picture is taken. */
  first?: (page: Page) => Promise<unknown>
}

type Demo = DemoSignIn & {
  activationCode: string
  profileId: string
  webhookId: string
}

/** Each picture of the guide by the name of its file. */
const shotsOf = ({ activationCode, profileId, webhookId }: Demo): Readonly<Record<string, Shot>> => ({
  home: { path: '/home' },
  fleet: { path: '/profile/fleet' },
  profile: { path: `/profile/fleet?profile=${profileId}` },
  timeline: { path: `/profile/fleet?profile=${profileId}&tab=timeline` },
  configurations: { path: '/config' },
  'new-configuration': { path: '/configform/add' },
  generate: { path: '/profile/generateac' },
  groups: { path: '/profile/group' },
  campaigns: { path: '/profile/campaign' },
  delivery: { path: '/profile/delivery' },
  'ac-inspector': {
    path: '/profile/inspector',
    first: (page) => page.getByRole('textbox').first().fill(activationCode),
  },
  dashboard: { path: '/dashboard' },
  members: { path: '/team/member' },
  subscription: { path: '/subscription' },
  security: { path: '/user/security' },
  'api-keys': { path: '/setting/developer' },
  webhooks: { path: `/setting/developer?tab=webhooks&open=${webhookId}` },
  'request-log': { path: '/setting/developer?tab=calls' },
})

/** Runs the demo, takes the pictures of the guide, and stops it. */
const running = await startDemo()
try {
  const demo = await addContent(running)
  const names = process.argv.slice(2)
  const shots = Object.entries(shotsOf(demo)).filter(([name]) => names.length === 0 || names.includes(name))
  await takePictures(demo, shots)
} finally {
  await running.stop()
}

/** Finds what the pictures show; the key of the order system makes a call that is refused. */
async function addContent(signIn: DemoSignIn): Promise<Demo> {
  const { url, email, password } = signIn
  const client = new Client(url)
  await client.ask(account.login, { email, password })
  const [enabled] = (await client.ask(fleet.list, { filter: { status: ['ENABLED'] }, limit: 1 })).items
  const [available] = (await client.ask(fleet.list, { filter: { status: ['AVAILABLE'] }, limit: 1 })).items
  const { key } = await client.ask(apiKey.add, {
    kind: 'SERVICE',
    days: 90,
    fields: { name: 'Warehouse scanner', scopes: ['Fleet_View'] },
  })
  const program = client.withKey(key)
  await program.ask(fleet.count, {})
  await program.ask(fleet.list, { limit: 10 })
  await program.refusal(group.add, { fields: { name: 'Vans' } })
  const [endpoint] = (await client.ask(webhook.list, {})).items
  await client.ask(webhook.test, { id: endpoint!.id })
  const facts = { activationCode: available!.activationCode!, profileId: enabled!.id, webhookId: endpoint!.id }
  return { ...signIn, ...facts }
}

async function takePictures(demo: Demo, shots: readonly (readonly [string, Shot])[]): Promise<void> {
  const browser = await openChromium()
  const pictures = join(GUIDE, 'pictures')
  mkdirSync(pictures, { recursive: true })
  try {
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: PICTURE_SIZE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      // the wait for a page runs a script in it
      bypassCSP: true,
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(demo.email)
    await page.getByLabel(/^Password( \*)?$/).fill(demo.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/home')
    const encoder = await context.newPage()
    for (const [name, { path, first }] of shots) {
      await page.goto(path)
      await settled(page)
      await first?.(page)
      await settled(page)
      const webp = await encoded(encoder, await page.screenshot())
      writeFileSync(join(pictures, `${name}.webp`), webp)
      console.log(`${name}.webp  ${Math.round(webp.length / 1024)} KiB`)
    }
  } finally {
    await browser.close()
  }
}

/** Waits until nothing is loading and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(IS_LOADED)
  await sleep(1_500)
  // parts of a page that are loaded later
  await page.waitForFunction(IS_LOADED)
}

/** The picture as WebP, which Chromium encodes. */
async function encoded(page: Page, png: Buffer): Promise<Buffer> {
  const url = (await page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${WEBP_QUALITY})
  })()`)) as string
  return Buffer.from(url.split(',')[1]!, 'base64')
}
