import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readClients } from './forwarded.ts'
import { serveGuide } from './guide.ts'
import { limitCalls } from './rate-limit.ts'
import { setSecurityHeaders } from './security-header.ts'
import { serveWebApp } from './web-app.ts'

const PUBLIC_URL = 'http://localhost:8080'

const folder = mkdtempSync(join(tmpdir(), 'simwright-guide-'))
const guide = join(folder, 'docs')
mkdirSync(join(folder, 'assets'))
mkdirSync(join(guide, 'assets'), { recursive: true })
mkdirSync(join(guide, 'pictures'))
mkdirSync(join(guide, 'download'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Portal</title>')
writeFileSync(join(guide, 'index.html'), '<title>Guide - {appName}</title>')
writeFileSync(join(guide, 'fleet.html'), '<title>Fleet - {appName}</title>')
writeFileSync(join(guide, 'api.html'), '<title>API reference - {appName}</title>')
writeFileSync(join(guide, 'openapi.json'), '{"openapi":"3.1.1"}')
writeFileSync(join(guide, '404.html'), '<title>Page not found - {appName}</title>')
writeFileSync(join(guide, 'assets', 'guide-4f5a.js'), '')
writeFileSync(join(guide, 'pictures', 'fleet.webp'), 'RIFF')
writeFileSync(join(guide, 'download', 'simwright-client.tgz'), 'tar')
afterAll(() => rmSync(folder, { recursive: true }))

async function appOver(root: string) {
  const app = Fastify()
  await setSecurityHeaders(app, PUBLIC_URL)
  readClients(app, { trustProxy: false, proxyHeader: 'x-forwarded-for' })
  await limitCalls(app, { all: 1000 })
  const renderPage = (_request: unknown, page: string) => page.replace('{appName}', 'Alba')
  await serveGuide(app, { publicUrl: PUBLIC_URL, renderPage, root: join(root, 'docs') })
  await serveWebApp(app, (_request, page) => page, root)
  return app
}

const app = await appOver(folder)
const get = (url: string) => app.inject({ url })

describe('the guide', () => {
  test.each([
    ['/docs', 200, 'Guide - Alba'],
    ['/docs/', 200, 'Guide - Alba'],
    ['/docs/fleet', 200, 'Fleet - Alba'],
    ['/docs/fleet?theme=dark', 200, 'Fleet - Alba'],
    ['/docs/api', 200, 'API reference - Alba'],
    ['/docs/nothing', 404, 'Page not found - Alba'],
    ['/docs/..%2findex', 404, 'Page not found - Alba'],
  ])('%s is answered %i, sandboxed, with the name of the platform', async (url, status, title) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-cache'])
    expect(answer.body).toBe(`<title>${title}</title>`)
    const policy = String(answer.headers['content-security-policy']).split(';')
    expect(policy).toContain('sandbox allow-scripts allow-forms')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
  })

  test.each([
    '/docs/fleet.html',
    '/docs/index.html',
    '/docs/assets/../fleet.html',
    '/docs/a/b',
    '/docs/assets/gone.js',
  ])('%s is no page outside the sandbox', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    const isSandboxed = /(^|;)sandbox /.test(String(answer.headers['content-security-policy']))
    expect(isSandboxed || !/html/.test(String(answer.headers['content-type']))).toBe(true)
  })

  test('pages of the portal are not sandboxed', async () => {
    expect((await get('/home')).headers['content-security-policy']).not.toContain('sandbox')
  })

  test.each([
    '/docs/assets/guide-4f5a.js',
    '/docs/pictures/fleet.webp',
    '/docs/download/simwright-client.tgz',
    '/api/openapi.json',
  ])('%s can be loaded by a sandboxed page, which has another origin', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('files and calls of the portal stay closed to other origins', async () => {
    for (const url of ['/home', '/api/v1/nothing', '/docs/fleet']) {
      const { headers } = await get(url)
      expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
        undefined,
        'same-origin',
      ])
    }
  })

  test('that is not built is answered 503', async () => {
    const unbuilt = await appOver(join(folder, 'nowhere'))
    for (const url of ['/docs', '/api/openapi.json']) {
      const answer = await unbuilt.inject({ url })
      expect([answer.statusCode, answer.body]).toEqual([503, 'The guide is not built: npm start builds it.\n'])
    }
  })
})
