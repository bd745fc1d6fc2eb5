import { describe, expect, test, vi } from 'vitest'
import { SimwrightClient } from './client.ts'
import type { SimwrightError } from './error.ts'

const KEY = `sw_${'0'.repeat(32)}.${'a'.repeat(43)}`
const ID = '01900000-0000-7000-8000-000000000001'

type Answer = Response | Error | ((signal: AbortSignal) => Promise<Response>)
type Sent = { url: string; headers: Headers; body: unknown }

/** A client of a server that gives these answers, one per request. */
function clientOf(...answers: Answer[]) {
  const sent: Sent[] = []
  const answer = async (url: unknown, { headers, body, signal }: RequestInit = {}) => {
    sent.push({ url: String(url), headers: new Headers(headers), body })
    const next = answers.shift() ?? new Error('no answer left')
    if (next instanceof Error) throw next
    return next instanceof Response ? next : await next(signal!)
  }
  const client = new SimwrightClient({ url: 'https://portal.example', key: KEY, fetch: answer as typeof fetch })
  return { client, sent }
}

const done = (obj: unknown = {}) => Response.json({ success: true, code: '00000', msg: '', obj })
const refused = (status: number, code: string, obj: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, code, msg: 'Refused.', obj }, { status, headers })
const lost = new TypeError('fetch failed')
const page = (items: readonly unknown[], next: string | null) => done({ items, next, total: 3, capped: false })

/** The outcome of a call, without its waits. */
async function outcomeOf<T>(work: () => Promise<T>): Promise<T | SimwrightError> {
  vi.useFakeTimers()
  try {
    const outcome = work().catch((error: unknown) => error as SimwrightError)
    await vi.runAllTimersAsync()
    return await outcome
  } finally {
    vi.useRealTimers()
  }
}

const ids = (sent: readonly Sent[]) => sent.map(({ headers }) => headers.get('x-request-id'))
const single = { configurationId: ID, iccid: '8900', imsi: '00101', makeKeys: true }

describe('retries', () => {
  test('a call that reads is repeated after a lost answer and a failure of the server', async () => {
    const { client, sent } = clientOf(lost, refused(503, '19503'), done({ total: 7, capped: false }))
    expect(await outcomeOf(() => client.call('/fleet/count', {}))).toEqual({ total: 7, capped: false })
    expect(sent).toHaveLength(3)
  })

  test('a call with an idempotency key is repeated with the same key', async () => {
    const { client, sent } = clientOf(lost, refused(409, '19409'), done({ profileId: ID }))
    const call = () => client.call('/generate/single', single, { idempotencyKey: ID.toUpperCase() })
    expect(await outcomeOf(call)).toEqual({ profileId: ID })
    expect(ids(sent)).toEqual([ID, ID, ID])
  })

  test('without a lost answer, "is being done by another request" is not repeated', async () => {
    const { client, sent } = clientOf(refused(409, '19409'), done())
    expect(await outcomeOf(() => client.call('/generate/single', single))).toMatchObject({ problem: 'conflict' })
    expect(sent).toHaveLength(1)
  })

  test('any other call is not repeated, and its outcome is unknown', async () => {
    const { client, sent } = clientOf(lost, done())
    const call = () => client.call('/group/add', { fields: { name: 'One' } })
    expect(await outcomeOf(call)).toMatchObject({ kind: 'network', outcomeUnknown: true })
    expect(sent).toHaveLength(1)
  })

  test('every call is repeated after "too many requests", as late as the server asks', async () => {
    const { client } = clientOf(refused(429, '19429', {}, { 'Retry-After': '7' }), done({ id: ID }))
    vi.useFakeTimers()
    const call = client.call('/group/add', { fields: { name: 'One' } })
    let isDone = false
    void call.then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(6_900)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isDone).toBe(true)
    vi.useRealTimers()
  })

  test('a longer wait than a minute is left to the caller', async () => {
    const { client, sent } = clientOf(refused(429, '19429', {}, { 'Retry-After': '3600' }), done())
    expect(await outcomeOf(() => client.call('/fleet/count', {}))).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(sent).toHaveLength(1)
  })

  test('end after the last attempt with the last error', async () => {
    const { client, sent } = clientOf(lost, lost, lost, lost, lost, done())
    expect(await outcomeOf(() => client.call('/fleet/count', {}))).toMatchObject({ kind: 'network' })
    expect(sent).toHaveLength(5)
  })
})

describe('an error', () => {
  test('has the code, the name, the faults and the request id of the portal', async () => {
    const faults = [{ path: 'fields.name', rule: 'required', text: 'Required' }]
    const { client } = clientOf(refused(403, '17007', { faults }, { 'X-Request-Id': ID }))
    const error = await outcomeOf(() => client.call('/fleet/count', {}))
    const shown = { kind: 'refused', status: 403, code: '17007', problem: 'key_scope', requestId: ID, faults }
    expect(error).toMatchObject({ message: 'Refused.', ...shown })
  })

  test('of an answer that is not from the portal says so', async () => {
    const { client } = clientOf(new Response('<html>', { status: 404 }))
    expect(await outcomeOf(() => client.call('/group/add', { fields: { name: 'One' } }))).toMatchObject({
      kind: 'answer',
      status: 404,
    })
  })

  test('never contains the key', async () => {
    const { client } = clientOf(lost)
    const error = (await outcomeOf(() => client.call('/group/add', { fields: { name: 'One' } }))) as SimwrightError
    const { message, stack, cause } = error
    expect(JSON.stringify({ ...error, message, stack, cause: String(cause) })).not.toContain(KEY.slice(36))
  })
})

describe('a call ends', () => {
  const never = (signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  test('when its time is over', async () => {
    const { client } = clientOf(never)
    const call = () => client.call('/fleet/count', {}, { timeoutMs: 1_000, retries: 0 })
    expect(await outcomeOf(call)).toMatchObject({ kind: 'timeout' })
  })

  test('when it is aborted, also while it waits for the next attempt', async () => {
    const waiting = new AbortController()
    const { client } = clientOf(refused(429, '19429', {}, { 'Retry-After': '30' }))
    setTimeout(() => waiting.abort(), 5)
    const call = client.call('/fleet/count', {}, { signal: waiting.signal })
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
    const running = new AbortController()
    const second = clientOf(never).client.call('/fleet/count', {}, { signal: running.signal })
    running.abort()
    await expect(second).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('a list', () => {
  test('is read page after page by its cursors', async () => {
    const { client, sent } = clientOf(page([1, 2], 'c1'), lost, page([3], null))
    const items: unknown[] = []
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 })
    for await (const item of client.items('/fleet/list', { limit: 2 })) items.push(item)
    vi.useRealTimers()
    expect(items).toEqual([1, 2, 3])
    expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { limit: 2 },
      { limit: 2, cursor: 'c1' },
      { limit: 2, cursor: 'c1' },
    ])
  })

  test('is read no further than the caller goes', async () => {
    const { client, sent } = clientOf(page([1, 2], 'c1'), page([3], null))
    for await (const item of client.items('/fleet/list', {})) if (item) break
    expect(sent).toHaveLength(1)
  })
})

describe('a stream of events', () => {
  const stream = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })

  test('ends when the portal ends it, and is connected again when it breaks', async () => {
    const { client, sent } = clientOf(
      stream(': welcome\n\nid: 1\ndata: {"processed":1}\n\n'),
      stream(': welcome\n\ndata: {"processed":2}\n\nevent: end\ndata:\n\n'),
    )
    const events: unknown[] = []
    const read = async () => {
      for await (const event of client.events('/log/progress', { id: ID })) events.push(event)
    }
    await outcomeOf(read)
    expect(events).toEqual([{ processed: 1 }, { processed: 2 }])
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill(`https://portal.example/api/v1/log/progress?id=${ID}`))
  })

  test('that is refused ends with the refusal', async () => {
    const { client } = clientOf(refused(404, '19404'))
    const read = async () => {
      for await (const _ of client.events('/log/progress', { id: ID }));
    }
    expect(await outcomeOf(read)).toMatchObject({ problem: 'not_found' })
  })
})

test('a file has its name without folders', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="../../.profile"' }
  const { client } = clientOf(new Response('a,b', { headers }))
  const { name, content } = await client.file('/log/result', { id: ID })
  expect([name, await content.text()]).toEqual(['profile', 'a,b'])
})

test('the key goes in the header, and cookies and redirects are refused', async () => {
  let init: RequestInit = {}
  const answer = async (_url: unknown, sent?: RequestInit) => {
    init = sent!
    return done()
  }
  await new SimwrightClient({ url: 'https://portal.example', key: KEY, fetch: answer as typeof fetch }).call(
    '/group/list',
    {},
  )
  expect(new Headers(init.headers).get('authorization')).toBe(`Bearer ${KEY}`)
  expect(init).toMatchObject({ credentials: 'omit', redirect: 'error' })
})

describe('a client is refused', () => {
  const made = (options: { url?: string; key?: string; allowHttp?: boolean }) => () =>
    new SimwrightClient({ url: 'https://portal.example', key: KEY, ...options })

  test.each([
    'http://portal.example',
    'ftp://portal.example',
    'portal.example',
    'https://u:p@portal.example',
    'https://portal.example/x',
  ])('the address %s', (url) => expect(made({ url })).toThrow(TypeError))
  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://portal.example/'])(
    'but not the address %s',
    (url) => expect(made({ url })).not.toThrow(),
  )
  test('http only with permission', () => expect(made({ url: 'http://10.0.0.1', allowHttp: true })).not.toThrow())
  test('a key of another form, which the error does not contain', () => {
    expect(made({ key: 'sw_secret\r\nX: y' })).toThrow(/^(?!.*secret\r).*Invalid API key/)
  })
  test('an idempotency key for a call that cannot be repeated', async () => {
    const { client } = clientOf(done())
    const call = client.call('/fleet/count', {}, { idempotencyKey: ID } as object)
    await expect(call).rejects.toThrow('takes no idempotency key')
  })
})
