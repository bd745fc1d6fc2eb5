import { request } from 'node:https'
import { writePem } from '@simwright/x509'
import { afterAll, describe, expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const { hand, device, logged, phones, server } = await smdpScene()

const FUNCTIONS = ['initiateAuthentication', 'authenticateClient', 'getBoundProfilePackage', 'cancelSession'] as const
const ALL = [...FUNCTIONS, 'handleNotification'] as const
const TX = 'A'.repeat(32)

/** The member of each function that carries bytes. */
const MEMBER = {
  initiateAuthentication: 'euiccInfo1',
  authenticateClient: 'authenticateServerResponse',
  getBoundProfilePackage: 'prepareDownloadResponse',
  cancelSession: 'cancelSessionResponse',
  handleNotification: 'pendingNotification',
} as const

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function bodyWith(name: (typeof ALL)[number], value: unknown): string {
  const rest =
    name === 'initiateAuthentication'
      ? { euiccChallenge: base64(new Uint8Array(16)), smdpAddress: hand.address }
      : { transactionId: TX }
  return JSON.stringify({ ...rest, [MEMBER[name]]: value })
}

function expectClean({ status, body }: { status: number; body: string }) {
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(/\.(ts|js):\d|node:internal|\bat \w+ \(/)
}

afterAll(() => {
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

const nested = (depth: number) => Buffer.concat(Array.from({ length: depth }, () => Buffer.of(0x30, 0x80)))

describe.each(ALL)('%s', (name) => {
  test.each([
    ['nothing', ''],
    ['half a JSON text', '{"transactionId":'],
    ['no object', '[1,2,3]'],
    ['null', 'null'],
    ['a number', '7'],
    ['an empty object', '{}'],
    ['excessive nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['__proto__ as a member', '{"__proto__":{"transactionId":"AA"},"constructor":1}'],
    ['a NUL', '{"transactionId":"\\u0000"}'],
  ])('answers %s without a server error', async (_, body) => {
    const answer = await hand.post(name, body)
    expectClean(answer)
    expect([200, 400]).toContain(answer.status)
    expect(JSON.parse(answer.body)).toMatchObject({
      header: {
        functionExecutionStatus: { status: 'Failed', statusCodeData: { subjectCode: '1.3.1', reasonCode: '2.1' } },
      },
    })
  })

  test.each([
    ['a number', 7],
    ['an object', {}],
    ['base64 of the other alphabet', 'vz-_'],
    ['base64 with spaces', 'vzg EAA=='],
    ['base64 cut off', 'vzg'],
  ])('refuses bytes written as %s', async (_, value) => {
    const answer = await hand.post(name, bodyWith(name, value))
    expectClean(answer)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('"Failed"')
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['a lone tag', Uint8Array.of(0xbf)],
    ['a length beyond the end', Uint8Array.of(0xbf, 0x38, 0x84, 0xff, 0xff, 0xff, 0xff)],
    ['a value cut off', Uint8Array.of(0xbf, 0x38, 0x10, 0x30)],
    ['random bytes', Uint8Array.from({ length: 300 }, (_, index) => (index * 73 + 11) & 0xff)],
    ['indefinite lengths, one in another', nested(2_000)],
    ['another message', Uint8Array.of(0xbf, 0x25, 0x00)],
  ])('refuses DER that is %s', async (_, bytes) => {
    const answer = await hand.post(name, bodyWith(name, base64(bytes)))
    expectClean(answer)
    if (answer.status === 204) expect(name).toBe('handleNotification')
    else expect(answer.body).toContain('"Failed"')
  })
})

test('a message with any byte damaged is refused', async () => {
  const one = device()
  const opened = await one.open()
  const whole = one.signed1(opened, { matchingId: 'NOBODY-MADE-THIS' })
  for (let at = 0; at < whole.length; at += 41) {
    const damaged = Uint8Array.from(whole)
    damaged[at]! ^= 0x55
    const body = {
      transactionId: Buffer.from(opened.transactionId).toString('hex'),
      authenticateServerResponse: base64(damaged),
    }
    const answer = await hand.post('authenticateClient', JSON.stringify(body))
    expectClean(answer)
    expect(answer.body).toContain('"Failed"')
  }
})

test('a well-formed notification is answered 204, whatever its content', async () => {
  const one = device()
  const { iccid } = { iccid: '8944500000000999995' }
  expect(await hand.notify(one.result({ transactionId: new Uint8Array(16) }, iccid))).toBe(204)
  expect(await hand.notify(one.notification('enable', { iccid, seqNumber: 3 }))).toBe(204)
})

/** Sends a raw HTTP request. */
function send(options: {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  chunks?: string[]
}) {
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: server.ports.smdp,
        ca: writePem('CERTIFICATE', phones.issuer.ci.certificate),
        method: options.method ?? 'POST',
        path: options.path ?? '/gsma/rsp2/es9plus/initiateAuthentication',
        headers: { 'content-type': 'application/json', ...options.headers },
      },
      (incoming) => {
        let body = ''
        incoming.on('data', (chunk) => {
          body += chunk
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode!, body, headers: incoming.headers }))
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    for (const chunk of options.chunks ?? []) outgoing.write(chunk)
    outgoing.end(options.body)
  })
}

describe('HTTP', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is not allowed', async (method) => {
    const { status, headers } = await send({ method })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST')
  })

  test('another path, type or encoding is refused', async () => {
    expect((await send({ path: '/gsma/rsp2/es9plus/constructor', body: '{}' })).status).toBe(404)
    expect((await send({ path: '/gsma/rsp2/es9plus/../../etc/passwd', body: '{}' })).status).toBe(404)
    expect((await send({ headers: { 'content-type': 'text/plain' }, body: '{}' })).status).toBe(415)
    expect((await send({ headers: { 'content-encoding': 'gzip' }, body: 'x' })).status).toBe(415)
  })

  test('a body beyond 256 KiB is refused', async () => {
    expect((await send({ body: `"${'a'.repeat(300 * 1024)}"` })).status).toBe(413)
  })

  test('a chunked body is accepted, and the content type may have a charset', async () => {
    const { answer } = await device().initiate()
    expect(answer).toBeDefined()
    const headers = { 'content-type': 'application/json;charset=UTF-8' }
    const answered = await send({ headers, chunks: ['{"euiccChal', 'lenge":7,', '"smdp'], body: 'Address":""}' })
    expect(answered.status).toBe(200)
    expect(answered.headers['x-admin-protocol']).toMatch(/^gsma\/rsp\/v2\./)
    expect(JSON.parse(answered.body).header.functionExecutionStatus.statusCodeData).toMatchObject({
      subjectCode: '1.3.1',
    })
  })

  test('a member written twice is refused', async () => {
    const body = bodyWith('authenticateClient', 'vzgA').replace('{', `{"transactionId":"${'B'.repeat(32)}",`)
    const answer = await hand.post('authenticateClient', body)
    expect(answer.body).toContain('"subjectCode":"1.3.1"')
  })
})
