import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookUrlFault } from '@simwright/contract/programs/webhook'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../../config.ts'
import { openCallOut } from '../../../outside/call-out.ts'
import { callFault } from './url.ts'

const config = { callLoopback: false, publicUrl: 'https://portal.example.com' } as Config & { publicUrl: string }

/** Spellings of 127.0.0.1 that URL parsers and C libraries accept. */
const LOOPBACK = [
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7F000001'],
  ...['017700000001', '0177.0.0.1', '0177.0.0.01', '0x7f.0.0.1', '0x7f.1', '0x7f.0x0.0x0.0x1', '127.0x1', '0177.1'],
  ...[
    '00000177.0.0.1',
    '127.000.000.001',
    '１２７.0.0.1',
    '127。0。0。1',
    '127.0.0.1.',
    '2130706433.',
    '%31%32%37.0.0.1',
  ],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', '%6cocalhost'],
]

const IPV4 = [
  ...['0.0.0.0', '0', '0x0', '0.0.0.1', '00.0.0.0', '10.0.0.1', '10.1', '167772161', '0xa000001', '012.0.0.1'],
  ...['172.16.0.1', '172.31.255.254', '2886729729', '0xac.0x10.0.1', '192.168.0.1', '192.168.1', '3232235521'],
  ...[
    '0xc0a80001',
    '0300.0250.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
  ],
  ...['100.64.0.1', '100.127.255.254', '198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff', '192.0.0.1'],
]

const IPV6 = [
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:0x7f.1]',
    '[::127.0.0.1]',
  ],
  ...['[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:192.168.0.1]', '[::ffff:0:127.0.0.1]', '[::ffff:8.8.8.8]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]'],
  ...[
    '[2002:a00:1::]',
    '[2002:c0a8:1::1]',
    '[2001::1]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
    '[2001:10::1]',
    '[3fff::1]',
  ],
  ...[
    '[fc00::1]',
    '[fd00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[ff0e::1]',
    '[100::1]',
  ],
  ...['[5f00::1]', '[4000::1]', '[::1%25lo]'],
]

const NAMES = [
  ...[
    'printer.local',
    'db.internal',
    'metadata.google.internal',
    'host.docker.internal',
    'router.home.arpa',
    'intranet',
  ],
  ...['x.alt', 'portal.example.com', 'PORTAL.example.com', 'portal.example.com.', 'intranet.', 'db.internal.'],
]

const HOSTS = [...LOOPBACK, ...IPV4, ...IPV6, ...NAMES].map((host) => `https://${host}/`)

const OTHERS = [
  ...[
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/_x',
    'data:text/plain,x',
  ],
  ...['javascript:alert(1)', 'unix:/var/run/docker.sock', 'https://', 'https:///', 'https://user:secret@example.com/'],
  ...[
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1\\@example.com/',
    'https://example.com:22/',
    '//example.com/',
  ],
  ...[
    'https://example.com:5432/',
    'https://example.com:80/',
    'https://example.com:65536/',
    'https://a b/',
    'example.com',
  ],
]

const isRefused = (url: string) => webhookUrlFault(url) !== undefined || callFault(config, url) !== undefined

describe('a webhook is not sent to', () => {
  test('one of more than 100 forbidden targets', () => {
    const targets = [...HOSTS, ...OTHERS]
    expect(targets.length).toBeGreaterThan(100)
    expect(targets.filter((url) => !isRefused(url))).toEqual([])
  })

  test.each([...LOOPBACK, ...IPV4, ...IPV6].map((host) => `https://${host}/`))(
    '%s, even when it is asked to call it',
    async (url) => {
      const call = openCallOut('public', { loopback: false })
      await expect(call(url, { method: 'POST', body: '{}', timeoutMs: 600_000 })).rejects.toThrow()
      const refused = await call(url, { method: 'POST', timeoutMs: 600_000 }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'CallOutError' })
    },
  )
})

test.each([
  'https://example.com/hook',
  'https://example.com:8443/a?b=c',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
])('%s is accepted', (url) => expect(isRefused(url)).toBe(false))

describe('a name that resolves', () => {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end()
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  /** A name server that answers each query with the next of these lists of addresses. */
  function nameServer(...answers: string[][]) {
    const queries: string[] = []
    const resolve = ((name: string, _options: object, done: (error: null, found: object[]) => void) => {
      queries.push(name)
      const addresses = answers[Math.min(queries.length, answers.length) - 1]!
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as unknown as typeof lookup
    return { queries, resolve }
  }

  const post = { method: 'POST', body: '{}', timeoutMs: 600_000 }

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['64:ff9b::7f00:1']],
    [['1.1.1.1', '127.0.0.1']],
  ])('to %s is not called', async (addresses) => {
    const { resolve } = nameServer(addresses)
    const call = openCallOut('public', { loopback: false, lookup: resolve })
    await expect(call(`https://rebind.example:${port}/`, post)).rejects.toMatchObject({ forbidden: true })
    expect(hits).toEqual([])
  })

  test('to another address at each query is resolved once a call, and the connection uses that address', async () => {
    // 192.0.2.1 is reserved for documentation: the check refuses it, so only the first answer could be called
    const { resolve, queries } = nameServer(['127.0.0.1'], ['192.0.2.1'])
    const call = openCallOut('public', { loopback: true, lookup: resolve })
    await call(`http://localhost:${port}/first`, post)
    expect([queries.length, hits]).toEqual([1, ['/first']])
    await expect(call(`http://localhost:${port}/second`, post)).rejects.toMatchObject({ forbidden: true })
    expect([queries.length, hits]).toEqual([2, ['/first']])
  })
})
