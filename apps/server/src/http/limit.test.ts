import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { API_PREFIX, problems } from '@simwright/contract'
import * as live from '@simwright/contract/insight/live'
import * as enterpriseContract from '@simwright/contract/people/enterprise'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testServer } from '../testing/server.ts'
import { smdpScene } from '../testing/smdp-scene.ts'
import { deviceLimiter } from './machine-listener.ts'
import { limitsOf } from './rate-limit.ts'

const scene = await smdpScene({
  limits: {
    ...{ all: 1_000_000, public: 1_000_000, device: 1_000_000, devices: 1_000_000, eid: 3 },
    ...{ connections: 12, silentConnections: 4, streams: 3 },
  },
})
const { server, device, order } = scene
const BODY_MS = 600
const late = Promise.withResolvers<string>()
/** Only the tests of its time limits call it: on a busy machine, other calls may take longer. */
const hasty = await testServer({
  limits: { all: 1_000_000, headersMs: 400, bodyMs: BODY_MS, uploadPeriodMs: 300 },
  routes: (app) => void app.post('/late', async () => await late.promise),
})
const hastyPort = hasty.server.ports.portal

/** Opens TCP connections at once. @returns those that the server did not close */
async function openSilent(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await answerElsewhere(port)
  return sockets.filter((socket) => !socket.closed)
}

/**
 * Waits for an answer to a connection from another address. The server accepts connections in order, so it has closed
 * those before it that are beyond the limit.
 */
async function answerElsewhere(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const later = connectTls({ socket, rejectUnauthorized: false })
  await once(later, 'secureConnect')
  later.destroy()
}

/** Closes connections. @returns when the server has closed them too */
async function closeSockets(port: number, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await answerElsewhere(port)
}

describe('connections to the SM-DP+', () => {
  test('an address can have only a few without a request', async () => {
    const open = await openSilent(server.ports.smdp, 9)
    expect(open).toHaveLength(4)
    await closeSockets(server.ports.smdp, open)
    const again = await openSilent(server.ports.smdp, 2)
    expect(again).toHaveLength(2)
    await closeSockets(server.ports.smdp, again)
  })

  test('one with a request no longer counts as silent', async () => {
    const open = await openSilent(server.ports.smdp, 3)
    expect((await device().initiate()).http.status).toBe(200)
    const more = await openSilent(server.ports.smdp, 1)
    expect(more).toHaveLength(1)
    await closeSockets(server.ports.smdp, [...open, ...more])
  })
})

describe('calls of devices', () => {
  test('an EID is limited, counting only calls that its own eUICC signed', async () => {
    const { matchingId } = await order()
    const [one, forger] = [device(), device()]
    for (let nth = 0; nth < 5; nth += 1) {
      expect((await one.ask(matchingId, { key: forger.identity })).verdict).toBe('8.1/6.1')
    }
    for (let nth = 0; nth < 3; nth += 1) expect((await one.ask('NO-SUCH-CODE')).http.status).toBe(200)
    const limited = await one.ask('NO-SUCH-CODE')
    expect([limited.http.status, limited.http.headers['retry-after']]).toEqual([429, '10'])
    expect((await device().ask('NO-SUCH-CODE')).http.status).toBe(200)
  })

  test('calls beyond the limit of one address do not count toward the total limit', () => {
    const count = deviceLimiter({ device: 2, devices: 4 })
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8::2', '192.0.2.3']
    expect(addresses.map(count)).toEqual([undefined, undefined, 'address', undefined, undefined, 'all'])
  })

  test('an address can make 30,000 a minute by default', () => {
    expect(limitsOf(readConfig({})).device).toBe(30_000)
    expect(limitsOf(readConfig({ DEVICE_CALLS_PER_ADDRESS: '500' })).device).toBe(500)
  })

  test('all addresses together can make 30,000 a minute for each processor of the server', () => {
    expect(limitsOf(readConfig({})).devices).toBe(30_000 * availableParallelism())
  })
})

describe('the portal', () => {
  test('a connection without complete headers is closed in time', async () => {
    const socket = connect(hastyPort, '127.0.0.1')
    socket.write('POST /api/v1/user/login HTTP/1.1\r\nHost: localhost\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /)
    await once(socket, 'close')
  })

  test('a connection whose JSON body does not arrive in time is closed', async () => {
    const socket = connect(hastyPort, '127.0.0.1')
    const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 50'
    socket.write(`POST /api/v1/user/login HTTP/1.1\r\n${head}\r\n\r\n{`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /)
    await once(socket, 'close')
  })

  test('a call that the server answers late, but whose body has come, is not ended', async () => {
    const begun = performance.now()
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const
    const calls = [
      fetch(`http://127.0.0.1:${hastyPort}/late`, sent).then(({ status }) => status),
      hasty.app.inject({ ...sent, url: '/late' }).then(({ statusCode }) => statusCode),
    ]
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(BODY_MS + 100)
    late.resolve('late')
    expect(await Promise.all(calls)).toEqual([200, 200])
  })

  test('an upload whose bytes hardly come is ended', async () => {
    const { owner } = await hasty.enterprise()
    const boundary = 'boundary'
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const name = 'Content-Disposition: form-data; name="file"; filename="logo.png"'
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`--${boundary}\r\n${name}\r\n\r\n\x89PNG`, 'latin1')),
    })
    const refused = await fetch(`http://127.0.0.1:${hastyPort}${API_PREFIX}${enterpriseContract.saveLogo.path}`, {
      method: 'POST',
      headers: owner.headers(type, {}),
      body,
      duplex: 'half',
    } as RequestInit)
    expect(refused.status).toBe(408)
    expect(await refused.json()).toMatchObject({ code: problems.upload_too_slow.code })
  })

  test('the number of open streams of a user is limited', async () => {
    const { owner } = await scene.another()
    const { owner: other } = await scene.another()
    const controllers = [1, 2, 3].map(() => new AbortController())
    const responses = await Promise.all(controllers.map(({ signal }) => owner.send(live.session, {}, { signal })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = await owner.refusal(live.session, {})
    expect([refused.status, refused.code]).toEqual([429, problems.streams_too_many.code])
    expect(refused.message).toContain('Up to 3 pages')
    const stop = new AbortController()
    expect((await other.send(live.session, {}, { signal: stop.signal })).status).toBe(200)
    controllers[0]!.abort()
    await expect.poll(() => owner.send(live.session, {}, { signal: stop.signal }).then((r) => r.status)).toBe(200)
    for (const controller of [...controllers, stop]) controller.abort()
  })

  test('the limit of streams is 60', () => {
    expect(limitsOf(readConfig({})).streams).toBe(60)
  })
})
