import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint, Problem, problems } from '@simwright/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OutcomeUnknown } from '../db/outcome-unknown.ts'
import type { Refused } from '../testing/client.ts'
import { Client, testServer } from '../testing/server.ts'
import { isDeeperThan } from './json-body.ts'
import { answerOnce, type Once } from './once.ts'
import { serve } from './serve.ts'
import { stopServing } from './stop.ts'

const post = { method: 'POST', access: 'signed-in', summary: 'of this test' } as const
const Text = z.object({ text: z.string().min(2).max(5) })

const echo = endpoint({ ...post, path: '/test/echo', input: Text, output: Text })
const guarded = endpoint({ ...post, path: '/test/guarded', access: ['Report', 'Analytic'], input: Text, output: Text })
const leaky = endpoint({ ...post, path: '/test/leaky', input: z.object({}), output: z.object({ shown: z.string() }) })
const broken = endpoint({ ...post, path: '/test/broken', input: z.object({}), output: z.object({ shown: z.string() }) })
const bug = endpoint({ ...post, path: '/test/bug', input: z.object({}), output: z.object({}) })
const counted = endpoint({ ...post, path: '/test/once', input: Text, output: z.object({ n: z.int() }), once: true })
const lost = endpoint({ ...counted, path: '/test/lost' })
const lostUnnamed = endpoint({ ...post, path: '/test/lost-unnamed', input: Text, output: z.object({}) })
const unsaved = endpoint({ ...counted, path: '/test/unsaved' })
const twice = endpoint({ ...counted, path: '/test/twice' })
const upload = endpoint({
  ...post,
  path: '/test/upload',
  input: Text,
  output: z.object({ bytes: z.int(), fileName: z.string() }),
  body: 'form-data',
})
const picky = endpoint({ ...post, path: '/test/picky', input: Text, output: z.object({}), body: 'form-data' })
const Lists = z.object({ names: z.array(z.string()), more: z.array(z.string()).max(2).default([]), text: z.string() })
const lists = endpoint({ ...post, path: '/test/lists', input: Lists, output: Lists, body: 'form-data' })
const listsInQuery = endpoint({ ...post, method: 'GET', path: '/test/lists', input: Lists, output: Lists })
const ticks = endpoint({ ...post, method: 'GET', path: '/test/ticks', input: Text, output: Text, answer: 'events' })
const file = endpoint({ ...post, path: '/test/file', input: Text, output: z.object({}), answer: 'file' })

let runs = 0
/** Until it resolves, a `counted` call goes on. */
let mayEnd = Promise.resolve()
let streamsOpen = 0
let peakMemory = 0

const t = await testServer({
  routes: (app) => {
    serve(app, echo, ({ input }) => input)
    serve(app, guarded, ({ input }) => input)
    serve(app, leaky, () => ({ shown: 'yes', ki: '00112233445566778899aabbccddeeff' }))
    serve(app, broken, () => ({ shown: 4_711_471_147 }) as never)
    serve(app, bug, () => {
      throw new Error('a secret of the inside')
    })
    serve(app, counted, ({ input, once }) =>
      once.globalTx(async () => {
        runs += 1
        const n = runs
        await mayEnd
        if (input.text === 'fail') throw new Problem('forbidden')
        return { n }
      }),
    )
    serve(app, lost, ({ once }) => once.globalTx(() => Promise.reject(new OutcomeUnknown('lost'))))
    serve(app, lostUnnamed, () => Promise.reject(new OutcomeUnknown('lost')))
    serve(app, unsaved, async () => ({ n: 1 }) as never)
    serve(app, twice, async ({ once }) => {
      await once.globalTx(async () => ({ n: 1 }))
      return await once.globalTx(async () => ({ n: 2 }))
    })
    serve(app, picky, async ({ file }) => {
      for await (const _first of file!.stream) throw new Problem('file_kind_unknown', { detail: 'its beginning' })
      return {}
    })
    serve(app, upload, async ({ file }) => {
      let bytes = 0
      for await (const chunk of file.stream) {
        bytes += chunk.length
        peakMemory = Math.max(peakMemory, process.memoryUsage().arrayBuffers)
      }
      return { bytes, fileName: file.fileName }
    })
    for (const one of [lists, listsInQuery]) serve(app, one, ({ input }) => input)
    serve(app, ticks, ({ input, signal }) => tick(input.text, signal))
    serve(app, file, ({ input }) => ({
      fileName: `Ergebnis "ä"/${input.text}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: (async function* () {
        if (input.text === 'gone') throw new Problem('not_found')
        yield 'a,b\n'
        yield '1,2\n'
      })(),
    }))
  },
})
const { owner, ownerId } = await t.enterprise()

async function* tick(text: string, signal: AbortSignal) {
  streamsOpen += 1
  try {
    yield { text }
    yield { text: 'two' }
    if (text === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve))
  } finally {
    streamsOpen -= 1
  }
}

describe('an answer', () => {
  test('is in the envelope, with the request ID of the caller', async () => {
    const id = crypto.randomUUID()
    const response = await owner.send(echo, { text: 'hello' }, { headers: { 'x-request-id': id } })
    expect(await response.json()).toEqual({ success: true, code: '00000', msg: '', obj: { text: 'hello' } })
    expect(response.headers.get('x-request-id')).toBe(id)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a request ID that is not a UUID is replaced', async () => {
    const response = await owner.send(echo, { text: 'hello' }, { headers: { 'x-request-id': 'x\u00e9 {}' } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('contains no fields that are not in the contract', async () => {
    expect(await owner.ask(leaky, {})).toEqual({ shown: 'yes' })
  })

  test('that does not fit the contract is a bug, answered with its request ID only', async () => {
    const refused = await owner.refusal(broken, {})
    expect([refused.status, refused.code]).toEqual([500, problems.internal.code])
    expect(refused.message).toContain(refused.obj.requestId as string)
    const line = t.logged.find((line) => line.includes(refused.obj.requestId as string) && line.includes('"error"'))
    expect(line).toContain('shown (invalid_type)')
    expect(line).not.toContain('4711471147')
  })

  test('a bug is logged in full and answered without details', async () => {
    const response = await owner.send(bug, {})
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/secret of the inside|at .*\.ts/)
    expect(t.logged.some((line) => line.includes('a secret of the inside') && line.includes('serve.test.ts'))).toBe(
      true,
    )
  })
})

describe('what is refused', () => {
  test('a role without the permission; one of several permissions is enough', async () => {
    const { member } = await t.enterprise()
    expect((await (await member('Developer')).refusal(guarded, { text: 'abc' })).code).toBe(problems.forbidden.code)
    await (await member('Finance')).ask(guarded, { text: 'abc' })
  })

  test.each([
    [{}, 'required', 'Required'],
    [{ text: 7 }, 'type', 'Invalid text.'],
    [{ text: 'a' }, 'too_small', 'At least 2 characters.'],
    [{ text: 'abcdef' }, 'too_big', 'Up to 5 characters.'],
  ])('input %j, naming field and rule in the words of the specification', async (input, rule, text) => {
    const refused = await owner.refusal(echo, input as never)
    expect([refused.status, refused.code]).toEqual([400, problems.invalid.code])
    expect(refused.obj.faults).toEqual([{ path: 'text', rule, text }])
  })

  const raw = async (body: string, headers: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(`${t.url}/api/v1/test/echo`, {
      method,
      headers: owner.headers({ 'content-type': 'application/json', ...headers }, {}),
      ...(method === 'GET' ? {} : { body }),
    })
    return { status: response.status, ...((await response.json()) as { code: string; success: boolean }) }
  }

  test.each([
    ['malformed JSON', '{"text":', {}, 400, problems.invalid.code],
    ['JSON that is nested deeply', `${'['.repeat(50_000)}`, {}, 400, problems.invalid.code],
    ['a prototype in disguise', '{"text":"abc","__proto__":{"a":1}}', {}, 400, problems.invalid.code],
    ['another content type', '<text/>', { 'content-type': 'text/xml' }, 415, problems.media_type.code],
    ['a form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415, problems.media_type.code],
    ['a body over 1 MiB', `{"text":"${'x'.repeat(1_100_000)}"}`, {}, 413, problems.too_large.code],
  ])('%s', async (_what, body, headers, status, code) => {
    expect(await raw(body, headers as Record<string, string>)).toMatchObject({ status, code, success: false })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('the method %s', async (method) => {
    expect(await raw('{}', {}, method)).toMatchObject({ status: 405, code: problems.method_not_allowed.code })
  })

  test('a path that does not exist', async () => {
    const response = await fetch(`${t.url}/api/v1/nothing/here`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, code: problems.not_found.code })
  })

  test.each(['/%', '/api/v1/%zz', `/api/v1/${'a'.repeat(5000)}`])('the malformed path %#', async (path) => {
    const response = await fetch(t.url + path)
    expect([400, 404, 414]).toContain(response.status)
    expect(await response.json()).toMatchObject({ success: false })
  })

  test('a text that the database cannot store', async () => {
    const owner = (await t.enterprise()).owner
    for (const text of ['a\u0000b', 'ab\ud800'])
      expect((await owner.refusal(echo, { text })).obj).toEqual({
        requestId: expect.anything(),
        faults: [{ path: 'text', rule: 'text', text: 'Invalid text.' }],
      })
    const { obj } = await owner.refusal(echo, { text: 'ab', 'c\u0000': '' } as never)
    expect(obj).toMatchObject({ faults: [{ path: '', text: 'Invalid name.' }] })
  })

  test('a text that is shown in another order than it is read', async () => {
    const owner = (await t.enterprise()).owner
    for (const text of ['a\u202eb', '\u2066ab\u2069'])
      expect((await owner.refusal(echo, { text })).obj).toMatchObject({
        faults: [
          { path: 'text', rule: 'text', text: 'Must not contain characters that change the direction of the text.' },
        ],
      })
    // Arabic with a right-to-left mark is ordinary text
    expect(await owner.ask(echo, { text: '\u200fم' })).toBeDefined()
  })

  test('brackets inside strings do not count as depth', () => {
    expect(isDeeperThan(JSON.stringify({ a: '[[[[[["[[[\\"[[[' }), 2)).toBe(false)
    expect(isDeeperThan('[[["\\\\"]]]', 2)).toBe(true)
  })
})

describe('an idempotent call', () => {
  const headers = () => ({ 'x-request-id': crypto.randomUUID() })

  test('takes effect once, however often it is sent within 24 hours', async () => {
    const sent = { headers: headers() }
    const first = await owner.ask(counted, { text: 'abc' }, sent)
    t.clock.moveMs(60_000)
    const before = runs
    expect(await owner.ask(counted, { text: 'abc' }, sent)).toEqual(first)
    expect(runs).toBe(before)
  })

  test('refuses a repetition while the first call runs', async () => {
    const sent = { headers: headers() }
    const { promise, resolve } = Promise.withResolvers<void>()
    mayEnd = promise
    const outcome = async () => {
      try {
        await owner.ask(counted, { text: 'abc' }, sent)
        return 'done'
      } catch (error) {
        return (error as Refused).code
      } finally {
        resolve()
      }
    }
    expect((await Promise.all([outcome(), outcome()])).sort()).toEqual([problems.conflict.code, 'done'])
  })

  test('refuses the same request ID with different content', async () => {
    const sent = { headers: headers() }
    await owner.ask(counted, { text: 'abc' }, sent)
    const refused = await owner.refusal(counted, { text: 'abd' }, sent)
    expect([refused.status, refused.code]).toEqual([409, problems.conflict.code])
  })

  test('can be repeated after a failure', async () => {
    const sent = { headers: headers() }
    expect((await owner.refusal(counted, { text: 'fail' }, sent)).code).toBe(problems.forbidden.code)
    const before = runs
    await owner.refusal(counted, { text: 'fail' }, sent)
    expect(runs).toBe(before + 1)
  })

  test('does not give one caller the answer of another', async () => {
    const sent = { headers: headers() }
    const first = await owner.ask(counted, { text: 'abc' }, sent)
    const { owner: stranger } = await t.enterprise()
    expect(await stranger.ask(counted, { text: 'abc' }, sent)).not.toEqual(first)
  })

  test('is refused at once while another process runs it, and gets its answer afterwards', async () => {
    const sent = { headers: headers() }
    const elsewhere = { ...t.server, onceRunning: new Set<string>() }
    const [there, working] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const call = { input: { text: 'abc' }, who: { userId: ownerId }, requestId: sent.headers['x-request-id'] }
    const first = answerOnce(elsewhere, {
      endpoint: counted,
      call: call as never,
      handle: ({ once }) =>
        (once as unknown as Once<{ n: number }>).globalTx(async () => {
          working.resolve()
          await there.promise
          return { n: 4711 }
        }),
    })
    await working.promise
    const refused = await owner.refusal(counted, { text: 'abc' }, sent)
    expect([refused.status, refused.code]).toEqual([409, problems.conflict.code])
    there.resolve()
    expect(await first).toEqual({ n: 4711 })
    expect(await owner.ask(counted, { text: 'abc' }, sent)).toEqual({ n: 4711 })
  })

  test('with an unknown outcome says so and how to continue; so does any other call', async () => {
    const refused = await owner.refusal(lost, { text: 'abc' })
    expect([refused.status, refused.code]).toEqual([504, problems.outcome_unknown.code])
    expect(refused.message).toContain('Repeat the call with the same X-Request-Id')
    expect((await owner.refusal(lostUnnamed, { text: 'abc' })).message).toContain('Check whether it was saved')
  })

  test('is a bug without the transaction that saves its answer, or with two of them', async () => {
    expect((await owner.refusal(unsaved, { text: 'abc' })).code).toBe(problems.internal.code)
    expect((await owner.refusal(twice, { text: 'abc' })).code).toBe(problems.internal.code)
  })

  test('stores its answers sealed', async () => {
    await owner.ask(counted, { text: 'abc' }, { headers: headers() })
    const rows = await t.server.db.global.selectFrom('once_request').select('sealed_answer').execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.sealed_answer?.toString('latin1') ?? '').not.toContain('"n"')
  })
})

describe('repeated fields', () => {
  const file = { name: 'a', content: 'x' }

  test('of a form are a list, also with one element; other fields are not', async () => {
    const { owner } = await t.enterprise()
    for (const names of [['one', 'two', 'three'], ['one']])
      expect(await owner.upload(lists, { names, text: 'abc' }, file)).toEqual({ names, more: [], text: 'abc' })
    const refused = owner.upload(lists, { names: ['one'], text: ['a', 'b'] as never }, file)
    await expect(refused).rejects.toMatchObject({ obj: { faults: [{ path: 'text', rule: 'type' }] } })
    const tooMany = owner.upload(lists, { names: ['one'], more: ['a', 'b', 'c'], text: 'abc' }, file)
    await expect(tooMany).rejects.toMatchObject({ obj: { faults: [{ path: 'more' }] } })
  })

  test('of a query string are a list, also with one element', async () => {
    const { owner } = await t.enterprise()
    for (const names of [['one', 'two'], ['one']])
      expect(await owner.ask(listsInQuery, { names, text: 'abc' })).toEqual({ names, more: [], text: 'abc' })
  })
})

describe('an uploaded file', () => {
  const MIB = 1024 * 1024

  test('arrives as a stream, with a name without folders', async () => {
    const answer = await owner.upload(
      upload,
      { text: 'abc' },
      { name: '../../etc/pass\u0000\u202Ewd', content: 'x'.repeat(3 * MIB) },
    )
    expect(answer).toEqual({ bytes: 3 * MIB, fileName: 'passwd' })
  })

  test('can have up to 32 MiB', async () => {
    const content = new Uint8Array(32 * MIB)
    expect((await owner.upload(upload, { text: 'abc' }, { name: 'a', content })).bytes).toBe(32 * MIB)
    const more = new Uint8Array(32 * MIB + 1)
    await expect(owner.upload(upload, { text: 'abc' }, { name: 'a', content: more })).rejects.toMatchObject({
      status: 413,
      code: problems.file_too_large.code,
      message: 'The file is larger than 32 MiB.',
    })
  })

  test.each(['announced', 'unannounced'])(
    'of 200 MB (%s) is refused clearly, without being held in memory',
    async (kind) => {
      const before = process.memoryUsage().arrayBuffers
      peakMemory = 0
      const answer = await sendLarge(kind === 'announced')
      expect(answer).toMatchObject({ status: 413, body: { success: false, code: problems.file_too_large.code } })
      expect(peakMemory).toBeLessThan(before + 100 * MIB)
      await owner.ask(echo, { text: 'after' })
    },
  )

  test('that is refused early does not block the next call on the connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const head = '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nabc\r\n'
      const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
      const body = `${head}${part}${'x'.repeat(3 * MIB)}\r\n--x--\r\n`
      const form = { 'content-type': 'multipart/form-data; boundary=x' }
      expect(await sendOver(agent, { path: '/api/v1/test/picky', headers: form, body })).toBe(422)
      const json = { 'content-type': 'application/json' }
      expect(await sendOver(agent, { path: '/api/v1/test/echo', headers: json, body: '{"text":"abc"}' })).toBe(200)
    } finally {
      agent.destroy()
    }
  })

  test('requires its fields, a session and a form', async () => {
    await expect(owner.upload(upload, { text: 'a' }, { name: 'a', content: 'x' })).rejects.toMatchObject({
      code: problems.invalid.code,
    })
    await expect(t.stranger().upload(upload, { text: 'abc' }, { name: 'a', content: 'x' })).rejects.toMatchObject({
      code: problems.session_missing.code,
    })
    expect((await owner.refusal(upload, { text: 'abc' })).code).toBe(problems.media_type.code)
    const form = new FormData()
    form.append('text', 'abc')
    const response = await fetch(`${t.url}/api/v1/test/upload`, {
      method: 'POST',
      headers: owner.headers({}, {}),
      body: form,
    })
    expect(await response.json()).toMatchObject({ obj: { faults: [{ path: 'file', rule: 'required' }] } })
  })

  async function sendOver(
    agent: Agent,
    { path, headers, body }: { path: string; headers: Record<string, string>; body: string },
  ): Promise<number | undefined> {
    const sent = request(`${t.url}${path}`, {
      agent,
      method: 'POST',
      headers: owner.headers(headers, {}),
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode
  }

  async function sendLarge(announced: boolean): Promise<{ status: number; body: unknown }> {
    const total = 200 * 1000 * 1000
    const head = `--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nabc\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`
    const tail = '\r\n--x--\r\n'
    async function* parts() {
      yield Buffer.from(head)
      const block = Buffer.alloc(1000 * 1000)
      for (let sent = 0; sent < total; sent += block.length) yield block
      yield Buffer.from(tail)
    }
    const length = String(head.length + total + tail.length)
    const response = await fetch(`${t.url}/api/v1/test/upload`, {
      method: 'POST',
      headers: owner.headers(
        { 'content-type': 'multipart/form-data; boundary=x', ...(announced ? { 'content-length': length } : {}) },
        {},
      ),
      body: ReadableStream.from(parts()),
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, body: await response.json() }
  }
})

describe('a stream of events', () => {
  test('numbers its events, ends after the last, and must not be cached', async () => {
    const response = await owner.send(ticks, { text: 'one' })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe(
      ': welcome\n\nid: 1\ndata: {"text":"one"}\n\nid: 2\ndata: {"text":"two"}\n\nevent: end\ndata:\n\n',
    )
  })

  test('ends its source when the reader disconnects', async () => {
    const reader = new AbortController()
    const events = owner.events(ticks, { text: 'wait' }, { signal: reader.signal })
    await events.next()
    expect(streamsOpen).toBe(1)
    reader.abort()
    await expect.poll(() => streamsOpen).toBe(0)
    await events.return(undefined).catch(() => {})
  })

  test('can be refused like any call', async () => {
    expect((await t.stranger().refusal(ticks, { text: 'one' })).code).toBe(problems.session_missing.code)
    expect((await owner.refusal(ticks, { text: 'x' })).code).toBe(problems.invalid.code)
  })
})

describe('a file answer', () => {
  test('is a download with its name', async () => {
    const { text, response } = await owner.file(file, { text: 'abc' })
    expect(text).toBe('a,b\n1,2\n')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Ergebnis ____abc.csv"; filename*=UTF-8''Ergebnis%20%22%C3%A4%22%2Fabc.csv`,
    )
  })

  test('that cannot be created is refused in the envelope', async () => {
    await expect(owner.file(file, { text: 'gone' })).rejects.toMatchObject({
      status: 404,
      code: problems.not_found.code,
    })
  })
})

describe('the log', () => {
  test('has method, path, status, duration and user, never a query or a body', async () => {
    const id = crypto.randomUUID()
    await owner.send(ticks, { text: 'query' as never }, { headers: { 'x-request-id': id } }).then((r) => r.text())
    await expect.poll(() => t.logged.some((line) => line.includes(id))).toBe(true)
    const line = t.logged.find((line) => line.includes(id)) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/v1/test/ticks',
      status: 200,
      ms: expect.any(Number),
      userId: expect.any(String),
      enterpriseId: expect.any(String),
    })
    expect(line).not.toContain('query')
  })

  test('omits the slug of a public page', async () => {
    await fetch(`${t.url}/ac/c2x1Zy1vZi1hLXBhZ2U`)
    await expect.poll(() => t.logged.some((line) => line.includes('/ac/***'))).toBe(true)
    expect(t.logged.some((line) => line.includes('c2x1Zy1vZi1hLXBhZ2U'))).toBe(false)
  })
})

describe('many calls from one address', () => {
  test('are limited, with Retry-After', async () => {
    const tight = await testServer({ limits: { all: 5, public: 2, device: 5 } })
    const codes = []
    for (let i = 0; i < 6; i += 1) {
      const response = await new Client(tight.url).send(echo, { text: 'abc' })
      codes.push(response.status)
      if (response.status === 429) {
        expect(await response.json()).toMatchObject({ success: false, code: problems.too_many.code })
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(codes.at(-1)).toBe(429)
    expect((await fetch(`${tight.url}/healthz`)).status).toBe(200)
  })
})

describe('health', () => {
  test('the server is alive and ready', async () => {
    const manifest = readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    expect(await (await fetch(`${t.url}/healthz`)).json()).toEqual({ status: 'alive', version })
    const ready = await fetch(`${t.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        parts: { database: true, writes: true, keys: true, running: true },
        roles: ['web', 'smdp', 'worker'],
      },
    ])
  })

  test('a stopping server is not ready, ends its streams and finishes running calls', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const other = await testServer({
      routes: (app) => {
        serve(app, counted, ({ once }) =>
          once.globalTx(async () => {
            begun.resolve()
            await goOn.promise
            return { n: 1 }
          }),
        )
        serve(app, ticks, ({ input, signal }) => tick(input.text, signal))
      },
    })
    const { owner } = await other.enterprise()
    const running = owner.ask(counted, { text: 'abc' })
    const stream = await owner.send(ticks, { text: 'wait' })
    const streaming = stream.text()
    await begun.promise
    other.server.drain()
    expect((await fetch(`${other.url}/readyz`)).status).toBe(503)
    const closing = stopServing(other.app, 600_000)
    goOn.resolve()
    expect(await running).toEqual({ n: 1 })
    expect(await streaming).not.toContain('event: end')
    expect(await closing).toBe(true)
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow()
  })

  test('a connection opened in advance does not delay a stopping server', async () => {
    const other = await testServer({ isOwn: true })
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
    await once(socket, 'connect')
    await sleep(50)
    expect(await stopServing(other.app, 600_000)).toBe(true)
  })
})
