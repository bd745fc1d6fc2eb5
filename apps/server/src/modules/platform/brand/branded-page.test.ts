import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as platforms from '@simwright/contract/platform/white-label'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readClients } from '../../../http/forwarded.ts'
import { limitCalls } from '../../../http/rate-limit.ts'
import { serveWebApp } from '../../../http/web-app.ts'
import { testServer } from '../../../testing/server.ts'
import { brandedGuidePage, brandedPage } from './branded-page.ts'

const t = await testServer()
const staff = await t.staff()

const HOST = 'portal.alba.example'
const none = {
  logoId: null,
  smdpAddress: null,
  mailName: null,
  mailAddress: null,
  supportEmail: null,
  contactEmail: null,
  contactText: null,
}
const plain = { ...none, termsUrl: null, privacyUrl: null, mailTexts: {}, providers: [] }
const content = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
const icon = await staff.upload(platforms.upload, {}, { name: 'icon.svg', content })
await staff.ask(platforms.add, {
  sys: 'alba',
  fields: { ...plain, appName: 'Alba & Söhne <eSIM>', themeColor: '#0f766e', iconId: icon.id, host: HOST },
})
await staff.ask(platforms.add, {
  sys: 'brio',
  fields: { ...plain, appName: 'Brio $& $1', themeColor: '#c2410c', iconId: null, host: null },
})

const folder = mkdtempSync(join(tmpdir(), 'simwright-face-'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><head><title>Simwright</title><link rel="icon" href="/icon.svg" type="image/svg+xml" /></head>',
)
const app = Fastify()
readClients(app, { trustProxy: false, proxyHeader: 'x-forwarded-for' })
await limitCalls(app, { all: 1000 })
await serveWebApp(app, (request, page) => brandedPage(t.server, request, page), folder)
const publicUrl = 'https://portal.example:8443'
const withUrl = { ...t.server, config: { ...t.server.config, publicUrl } }
app.get('/docs/command', (request) => brandedGuidePage(withUrl, request, 'curl http://localhost:8080/api/v1'))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Title, name and icon in the page before any script runs. */
async function face(url: string, host = 'localhost:8080') {
  const { body } = await app.inject({ url, headers: { host } })
  const found = /<title>(.*)<\/title><meta name="application-name" content="(.*)" \/><link rel="icon" href="(.*)" \/>/
  return { shown: found.exec(body)?.slice(1), body }
}

const house = ['Simwright', 'Simwright', '/icon.svg']
const albaName = 'Alba &#38; Söhne &#60;eSIM&#62;'
const alba = [albaName, albaName, icon.url]
const brio = ['Brio $&#38; $1', 'Brio $&#38; $1', '/icon.svg']

describe('the page as the server writes it', () => {
  test.each(['/', '/login', '/login/brio', '/no/such/page', '/ac/Kx3-_9', '/profile/fleet'])(
    "%s on a platform's own host has its name and icon, and no other's",
    async (path) => {
      const { shown, body } = await face(path, HOST)
      expect(shown).toEqual(alba)
      expect(body).not.toMatch(/Simwright|Brio/)
    },
  )

  test('matches its host case-insensitively', async () => {
    expect((await face('/login', HOST.toUpperCase())).shown).toEqual(alba)
  })

  test.each(['/login/brio', '/signup/brio', '/signerror/brio?reason=x', '/confirm/brio', '/sign/reset/brio?token=x'])(
    '%s on the shared host has those of the platform that it names',
    async (path) => {
      const { shown, body } = await face(path)
      expect(shown).toEqual(brio)
      expect(body).not.toMatch(/Simwright|Alba/)
    },
  )

  test.each(['/login', '/login/nobody', '/login/brio/more', '/?sys=brio', '/login/%62rio'])(
    '%s on the shared host has those of the house',
    async (path) => {
      expect((await face(path)).shown).toEqual(house)
    },
  )

  test.each(['evil.example', `${HOST}:8443`, `${HOST}.evil.example`, '"><script>alert(1)</script>'])(
    "the host %s is nobody's: the house speaks, and the name is not repeated",
    async (host) => {
      const { shown, body } = await face('/login', host)
      expect(shown).toEqual(house)
      expect(body).not.toContain(host)
    },
  )

  test('the page of a code on the shared host does not reveal its platform', async () => {
    const { shown, body } = await face('/ac/Kx3-_9')
    expect(shown).toEqual(['eSIM', 'eSIM', 'data:,'])
    expect(body).not.toMatch(/Simwright|Alba|Brio/)
  })
})

test('the guide has the address of the portal in its commands', async () => {
  expect((await app.inject({ url: '/docs/command' })).body).toBe(`curl ${publicUrl}/api/v1`)
})
