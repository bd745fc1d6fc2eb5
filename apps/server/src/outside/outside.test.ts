import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress, isPublicHost } from './address.ts'
import { openCallOut } from './call-out.ts'

describe('addresses', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::200e'])(
    '%s is on the public internet',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
    'localhost',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('hosts', () => {
  test.each(['bip.example.com', 'a-b.example', 'Example.COM', '1.1.1.1', '2606:4700::1111'])('%s is public', (host) =>
    expect(isPublicHost(host)).toBe(true),
  )

  test.each([
    '',
    'localhost',
    'db.localhost',
    'localhost.',
    'intranet.',
    'printer.local.',
    'printer.local',
    'host.docker.internal',
    'router.home.arpa',
    'intranet',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '10.0.0.1',
    '::1',
    '[::1]',
    'example.com:80',
    'a@example.com',
    'example.com/x',
  ])('%s is not', (host) => expect(isPublicHost(host)).toBe(false))
})

describe('calls to addresses from users', () => {
  const hits: string[] = []
  const http = createServer((request, response) => {
    hits.push(request.url ?? '')
    if (request.url === '/away') return void response.writeHead(302, { location: '/secret' }).end()
    if (request.url === '/flood') return void response.end('x'.repeat(1024 * 1024 + 1))
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    port = (http.address() as AddressInfo).port
  })
  afterAll(() => void http.close())

  const strict = openCallOut('public', { loopback: false })
  const tested = openCallOut('public', { loopback: true })
  const get = { method: 'GET' }

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'http://example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'nonsense',
  ])('%s is not called', async (url) => {
    const before = hits.length
    await expect(strict(url.replace('PORT', String(port)), get)).rejects.toMatchObject({ forbidden: true })
    expect(hits).toHaveLength(before)
  })

  test('the loopback option allows this machine, but no private network', async () => {
    const answer = await tested(`http://127.0.0.1:${port}/`, get)
    expect(await answer.json()).toEqual({ ok: true })
    await expect(tested('https://192.168.0.1/', get)).rejects.toMatchObject({ forbidden: true })
    await expect(tested('http://example.com/', get)).rejects.toMatchObject({ forbidden: true })
  })

  test('a redirect is not followed', async () => {
    expect((await tested(`http://127.0.0.1:${port}/away`, get)).status).toBe(302)
    expect(hits).not.toContain('/secret')
  })

  test('an answer that never ends is cut off', async () => {
    await expect(tested(`http://127.0.0.1:${port}/flood`, get)).rejects.toThrow('too large')
  })
})
