import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientReader, type ProxySettings } from './forwarded.ts'

const PROXY = '10.0.0.5'
const CLIENT = '203.0.113.7'
/** What a client sends itself, to be taken for another. */
const FORGED = '198.51.100.66'

function clientOf(settings: Partial<ProxySettings>, headers: Record<string, string>, peer = PROXY) {
  const read = clientReader({ trustProxy: 1, proxyHeader: 'x-forwarded-for', ...settings })
  return read({
    headers: { host: 'portal.test', ...headers },
    socket: { remoteAddress: peer },
  } as never as IncomingMessage)
}

const forwardedFor = (text: string, trustProxy: ProxySettings['trustProxy'] = 1) =>
  clientOf({ trustProxy }, { 'x-forwarded-for': text }).address

const forwarded = (text: string, trustProxy: ProxySettings['trustProxy'] = 1) =>
  clientOf({ trustProxy, proxyHeader: 'forwarded' }, { forwarded: text }).address

describe('X-Forwarded-For', () => {
  test.each([
    CLIENT,
    `${CLIENT}:40000`,
    `::ffff:${CLIENT}`,
    `[::ffff:${CLIENT}]:40000`,
    `"${CLIENT}:40000"`,
    `${FORGED}, ${CLIENT}:40000`,
    `${FORGED},,${CLIENT}`,
  ])('%s names the client', (text) => {
    expect(forwardedFor(text)).toBe(CLIENT)
  })

  test('names an IPv6 client in one spelling, with and without port or zone', () => {
    const texts = ['2001:DB8::0:7', '[2001:db8::7]', '[2001:db8::7]:40000', '2001:db8::7%eth0']
    expect(texts.map((text) => forwardedFor(text))).toEqual(Array(4).fill('2001:db8::7'))
  })

  test.each(['unknown', '_hidden', 'unix:', `${FORGED}, unknown`, `${FORGED}, `, '', ' '])(
    'with the unreadable entry "%s" counts as the proxy',
    (text) => {
      expect(forwardedFor(text)).toBe(PROXY)
      expect(forwardedFor(text, ['10.0.0.0/8'])).toBe(PROXY)
    },
  )

  test('is read up to the first proxy that is not trusted', () => {
    const chain = `${FORGED}, ${CLIENT}, 10.0.0.9:8080`
    expect(forwardedFor(chain, 1)).toBe('10.0.0.9')
    expect(forwardedFor(chain, 2)).toBe(CLIENT)
    expect(forwardedFor(chain, ['10.0.0.0/8'])).toBe(CLIENT)
    expect(forwardedFor(chain, ['10.0.0.5'])).toBe('10.0.0.9')
  })

  test('with two proxies, the nearer of which does not name the other, still names the client', () => {
    expect(forwardedFor(`${CLIENT}, unknown`, 2)).toBe(CLIENT)
    expect(forwardedFor(`${FORGED}, unknown`, ['10.0.0.0/8'])).toBe(PROXY)
  })

  test.each([
    ['no proxy is trusted', { trustProxy: false as const }],
    ['the peer is none of the trusted addresses', { trustProxy: ['192.0.2.1'] }],
    ['the proxies use Forwarded', { proxyHeader: 'forwarded' as const }],
  ])('is not read if %s', (_, settings) => {
    const headers = { 'x-forwarded-for': FORGED, 'x-forwarded-host': 'forged.test' }
    expect(clientOf(settings, headers)).toEqual({ address: PROXY, host: 'portal.test' })
  })
})

describe('Forwarded (RFC 7239)', () => {
  test.each([
    `for=${CLIENT}`,
    `For="${CLIENT}:40000"`,
    `for=${FORGED}, for=${CLIENT};proto=https;by=10.0.0.5`,
    `proto=https ; for="[::ffff:${CLIENT}]:40000"`,
    `for=${FORGED};by="a,b;c", for=${CLIENT}`,
    `for="${FORGED}, for=${CLIENT}`,
    `nonsense, for=${CLIENT}`,
  ])('%s names the client', (text) => {
    expect(forwarded(text)).toBe(CLIENT)
  })

  test.each(['for=unknown', 'for=_hidden', `for=${FORGED}, for=`, `for=${FORGED}, proto=https`, `=, ${CLIENT}`, ''])(
    'with the unreadable element "%s" counts as the proxy',
    (text) => {
      expect(forwarded(text)).toBe(PROXY)
      expect(forwarded(text, ['10.0.0.0/8'])).toBe(PROXY)
    },
  )

  test('is not read if the proxies use X-Forwarded-For', () => {
    expect(clientOf({}, { forwarded: `for=${FORGED};host=forged.test` })).toEqual({
      address: PROXY,
      host: 'portal.test',
    })
  })

  test('names the host that the client called', () => {
    const headers = { forwarded: `for=${FORGED};host=forged.test, for=${CLIENT};host="shop.test:8443"` }
    expect(clientOf({ proxyHeader: 'forwarded' }, headers)).toEqual({ address: CLIENT, host: 'shop.test:8443' })
  })
})

test('the host that the client called is the last one of X-Forwarded-Host', () => {
  const hosts = { 'x-forwarded-host': 'forged.test, shop.test' }
  expect(clientOf({}, { 'x-forwarded-for': CLIENT, ...hosts }).host).toBe('shop.test')
  expect(clientOf({}, hosts)).toEqual({ address: PROXY, host: 'shop.test' })
})
