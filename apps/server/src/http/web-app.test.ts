import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readClients } from './forwarded.ts'
import { limitCalls } from './rate-limit.ts'
import { setSecurityHeaders } from './security-header.ts'
import { serveWebApp } from './web-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-web-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>')
writeFileSync(join(folder, 'assets', 'index-4f5a.js'), 'export {}')
writeFileSync(join(folder, 'assets', 'index-4f5a.js.gz'), gzipSync('export {}'))
writeFileSync(join(folder, 'boot.js'), '')
afterAll(() => rmSync(folder, { recursive: true }))

async function appOver(root: string) {
  const app = Fastify()
  await setSecurityHeaders(app, 'http://localhost:8080')
  readClients(app, { trustProxy: false, proxyHeader: 'x-forwarded-for' })
  await limitCalls(app, { all: 1000 })
  await serveWebApp(app, (_request, page) => page, root)
  return app
}

const app = await appOver(folder)
const get = (url: string) => app.inject({ url })

describe('the web app', () => {
  test.each(['/', '/login', '/login/acme', '/profile/fleet', '/no/such/page', '/ac/Kx3-_9'])(
    '%s is a page: the application decides what it shows',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Page</title>')
    },
  )

  test('a page is that of the build that is there: one that replaces it is seen without a restart', async () => {
    const root = mkdtempSync(join(tmpdir(), 'simwright-rebuilt-'))
    mkdirSync(join(root, 'assets'))
    const index = join(root, 'index.html')
    writeFileSync(index, 'first build')
    const rebuilt = await appOver(root)
    const page = async () => (await rebuilt.inject({ url: '/login' })).body
    expect(await page()).toBe('first build')
    rmSync(index)
    expect(await page()).toBe('first build')
    writeFileSync(index, 'second build')
    utimesSync(index, new Date(), new Date(Date.now() + 1000))
    expect(await page()).toBe('second build')
    rmSync(root, { recursive: true })
  })

  test('public pages of activation codes are kept out of search engines', async () => {
    expect((await get('/ac/Kx3-_9')).headers['x-robots-tag']).toBe('noindex, nofollow')
    expect((await get('/login')).headers['x-robots-tag']).toBeUndefined()
  })

  test('files with a content hash are cached for a year, others are revalidated', async () => {
    expect((await get('/assets/index-4f5a.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/boot.js')).headers['cache-control']).toBe('no-cache')
  })

  test('compressed files of the build are sent to browsers that accept them', async () => {
    const url = '/assets/index-4f5a.js'
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(gunzipSync(packed.rawPayload).toString()).toBe('export {}')
    const plain = await get(url)
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export {}'])
  })

  test.each(['/assets', '/assets/gone.js', '/gone.js', '/api/v1/nothing', '/api', '/gsma/rsp2', '/dev/x'])(
    '%s does not exist, and no page pretends it does',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ success: false, code: '19404' })
    },
  )

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/.env'])(
    '%s leads to no file outside',
    async (url) => {
      const answer = await get(url)
      expect(answer.body).not.toContain('"name"')
      expect(answer.headers['content-type']).toMatch(/json|html/)
    },
  )

  test('the policy allows scripts, fonts and calls only from the portal itself', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const of = (name: string) => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1]
    expect(['default-src', 'script-src', 'script-src-attr', 'connect-src', 'font-src', 'img-src'].map(of)).toEqual([
      "'none'",
      "'self'",
      "'none'",
      "'self'",
      "'self'",
      "'self' data: blob:",
    ])
    expect([of('base-uri'), of('object-src'), of('frame-ancestors')]).toEqual(["'none'", "'none'", "'none'"])
  })

  test('that is not built is answered 503', async () => {
    const unbuilt = await appOver(join(folder, 'nowhere'))
    const answer = await unbuilt.inject({ url: '/' })
    expect([answer.statusCode, answer.body]).toEqual([503, 'The web app is not built: npm start builds it.\n'])
  })
})
