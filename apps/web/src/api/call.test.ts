import { problems, SUCCESS_CODE } from '@simwright/contract'
import * as invoice from '@simwright/contract/money/invoice'
import * as enterprise from '@simwright/contract/people/enterprise'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from './call.ts'
import { askFile } from './file.ts'

const ID = '01900000-0000-7000-8000-000000000001'

const unknown = { success: false, code: problems.outcome_unknown.code, msg: 'Unknown.', obj: {} }
const done = { success: true, code: SUCCESS_CODE, msg: '', obj: { id: ID } }

const quiet = { silent: true, background: true }
let requestIds: (string | null)[] = []

/** Stubs the server: it answers with these envelopes, one per call. */
function answerWith(...envelopes: object[]) {
  requestIds = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    requestIds.push(new Headers(headers).get('x-request-id'))
    return Response.json(envelopes.shift())
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  // a browser without a session
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = async (call: Promise<unknown>) => {
  const outcome = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(5_000)
  return await outcome
}

test('an idempotent call with an unknown outcome is repeated once, with the same request id', async () => {
  answerWith(unknown, done)
  expect(await settled(ask(enterprise.add, { name: 'One' }, quiet))).toEqual({ value: { id: ID } })
  expect([requestIds.length, new Set(requestIds).size]).toEqual([2, 1])
  answerWith(unknown, unknown, done)
  const code = problems.outcome_unknown.code
  expect(await settled(ask(enterprise.add, { name: 'One' }, quiet))).toMatchObject({ error: { code } })
})

test('any other call with an unknown outcome is not repeated', async () => {
  answerWith(unknown, done)
  const fields = { name: 'One' }
  const editing = ask(enterprise.edit, { version: 1, fields }, quiet)
  expect(await settled(editing)).toMatchObject({ error: { code: problems.outcome_unknown.code } })
  expect(requestIds).toHaveLength(1)
})

describe('a file answer', () => {
  /** Stubs the server: a body whose pieces arrive one every 50 seconds, then nothing more unless it `ends`. */
  function answerInPieces(count: number, { ends }: { ends: boolean }) {
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        pull: async (controller) => {
          if (sent === count && ends) return controller.close()
          if (sent === count) return await new Promise(() => {})
          await new Promise((resolve) => setTimeout(resolve, 50_000))
          sent += 1
          if (!signal?.aborted) controller.enqueue(new TextEncoder().encode('x'))
        },
      })
      return new Response(body, { headers: { 'Content-Disposition': 'attachment; filename="a.csv"' } })
    })
  }
  const abortable = () => {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort() }
  }
  const outcomeAfter = async (ms: number) => {
    const call = askFile(invoice.download, { id: ID }, quiet).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(ms)
    return await Promise.race([call, Promise.resolve('waiting')])
  }

  test('may take longer than a minute as long as bytes arrive', async () => {
    answerInPieces(4, { ends: true })
    const file = await outcomeAfter(250_000)
    expect(file).toMatchObject({ name: 'a.csv', blob: { size: 4 } })
  })

  test('reports its size so far, and ends without a notice when it is canceled', async () => {
    answerInPieces(4, { ends: true })
    const sizes: number[] = []
    const { signal, abort } = abortable()
    const file = askFile(invoice.download, { id: ID }, { signal, onBytes: (bytes) => sizes.push(bytes) }).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(110_000)
    abort()
    expect(await file).toMatchObject({ transportFailure: 'aborted' })
    expect(sizes).toEqual([0, 1, 2])
  })

  test('ends with a timeout when no byte arrives for a minute', async () => {
    answerInPieces(2, { ends: false })
    expect(await outcomeAfter(159_000)).toBe('waiting')
    answerInPieces(2, { ends: false })
    expect(await outcomeAfter(161_000)).toMatchObject({ transportFailure: 'stalled' })
  })

  test('says that the connection broke when only a part has arrived', async () => {
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('x'))
          setTimeout(() => controller.error(new TypeError('network error')), 1_000)
        },
      })
      return new Response(body)
    })
    expect(await outcomeAfter(2_000)).toMatchObject({ transportFailure: 'broken' })
  })

  test('ends with a timeout when the server does not begin to answer', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    expect(await outcomeAfter(61_000)).toMatchObject({ transportFailure: 'timeout' })
  })
})
